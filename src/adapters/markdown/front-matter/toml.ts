import { getStaticTOMLValue, parseTOML, type AST } from 'toml-eslint-parser';
import type { FieldValue } from '../../../content/index.ts';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import type { FrontMatterRead, Slot } from './slot.ts';
import { pathOf, spelledEntries } from './value.ts';
import { doubleQuoted } from './yaml-scalar.ts';

/** Reads TOML front matter for editing by ranges. What stands in a table is a field by its path. */
export function readToml(inner: string): FrontMatterRead {
  let program: AST.TOMLProgram;
  let data: Record<string, unknown>;
  try {
    program = parseTOML(inner, { tomlVersion: '1.0' });
    data = getStaticTOMLValue(program);
  } catch (error) {
    const line = (error as { lineNumber?: number }).lineNumber;
    return {
      ok: false,
      reason: `The front matter is not valid TOML${line === undefined ? '' : ` (line ${String(line)} of it)`}.`,
      code: 'front_matter_invalid',
    };
  }
  const pairs = program.body[0].body.filter((node) => node.type === 'TOMLKeyValue');
  const keys = pairs.flatMap((pair) => keyOf(pair) ?? []);
  const within = nestedPairs(program);
  const pairOf = (key: string): AST.TOMLKeyValue | undefined => {
    const path = pathOf(key, keys);
    return path.length === 1
      ? pairs.find((candidate) => keyOf(candidate) === key)
      : within.get(JSON.stringify(path));
  };
  const slot = (key: string): Slot => slotOf(inner, pairOf(key), { key, data });
  return {
    ok: true,
    text: {
      data,
      keys,
      slot,
      set: (key, value, lineEnd) => {
        const found = slot(key);
        if (found.state === 'refused') return refuse(found.code, found.reason);
        if (found.state === 'text' || found.state === 'value') {
          const { start, end } = found;
          const old = { source: inner.slice(start, end), node: pairOf(key)?.value };
          const isDate = found.state === 'value' && found.kind === 'date';
          return { start, end, inserted: isDate ? String(value) : tomlValue(inner, value, old) };
        }
        if (pathOf(key, keys).length > 1) {
          return refuse('unsupported', `"${key}" is not there, and is not added within a table.`);
        }
        return insertToml(inner, pairs, { key, value, lineEnd });
      },
    },
  };
}

function keyOf(pair: AST.TOMLKeyValue): string | null {
  const [only, ...more] = pair.key.keys;
  if (only === undefined || more.length > 0) return null;
  return only.type === 'TOMLBare' ? only.name : only.value;
}

/** Pairs by their whole path: those in tables, and those with dots in their key. */
function nestedPairs(program: AST.TOMLProgram): ReadonlyMap<string, AST.TOMLKeyValue> {
  const found = new Map<string, AST.TOMLKeyValue>();
  const add = (prefix: readonly string[], pair: AST.TOMLKeyValue): void => {
    const names = pair.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
    found.set(JSON.stringify([...prefix, ...names]), pair);
  };
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') add([], node);
    else if (node.kind === 'standard') {
      for (const pair of node.body) add(node.resolvedKey.map(String), pair);
    }
  }
  return found;
}

function slotOf(
  inner: string,
  pair: AST.TOMLKeyValue | undefined,
  { key, data }: { readonly key: string; readonly data: Readonly<Record<string, unknown>> },
): Slot {
  if (pair === undefined) {
    return Object.hasOwn(data, key)
      ? { state: 'refused', code: 'read_only', reason: `"${key}" is a table here, no text.` }
      : { state: 'absent' };
  }
  const { value: node } = pair;
  const [start, end] = node.range;
  const notText: Slot = {
    state: 'refused',
    code: 'read_only',
    reason: `"${key}" is no text here.`,
  };
  if (node.type === 'TOMLArray') {
    const entries = entriesOf(inner, node);
    const value = entries?.map((entry) => entry.value);
    return value === undefined ? notText : { state: 'value', kind: 'list', value, start, end };
  }
  if (node.type !== 'TOMLValue') return notText;
  switch (node.kind) {
    case 'string':
      return { state: 'text', value: node.value, start, end };
    case 'integer':
    case 'float':
      return { state: 'value', kind: 'number', value: node.value, start, end };
    case 'boolean':
      return { state: 'value', kind: 'boolean', value: node.value, start, end };
    default:
      return { state: 'value', kind: 'date', value: inner.slice(start, end), start, end };
  }
}

interface TomlEntry {
  readonly value: string | number | boolean;
  readonly source: string;
}

/** Entries of a list of plain values without remarks between them; `null` for any other. */
function entriesOf(inner: string, node: AST.TOMLArray): readonly TomlEntry[] | null {
  const entries = node.elements.flatMap((element): TomlEntry[] => {
    if (element.type !== 'TOMLValue') return [];
    const source = inner.slice(...element.range);
    if (element.kind === 'string' || element.kind === 'boolean') {
      return [{ value: element.value, source }];
    }
    return element.kind === 'integer' || element.kind === 'float'
      ? [{ value: element.value, source }]
      : [];
  });
  let between = inner.slice(...node.range);
  for (const { source } of entries) between = between.replace(source, '');
  const isPlain = entries.length > 0 && entries.length === node.elements.length;
  return isPlain && !between.includes('#') ? entries : null;
}

function tomlValue(
  inner: string,
  value: FieldValue,
  old: { readonly source: string; readonly node: AST.TOMLContentNode | undefined },
): string {
  if (typeof value === 'string') return tomlString(value, old.source);
  if (typeof value !== 'object') return String(value);
  const entries = old.node?.type === 'TOMLArray' ? (entriesOf(inner, old.node) ?? []) : [];
  const spelled = spelledEntries(value, entries, (entry) =>
    typeof entry === 'string' ? tomlString(entry, entries[0]?.source ?? '') : String(entry),
  );
  // One entry a line stays so, with the indentation and the comma behind the last that stood there.
  const layout = /^\[[ \t]*((?:\r\n|\n|\r)[ \t]*)/.exec(old.source)?.[1];
  if (layout === undefined) {
    const gap = /^\[([ \t]*)/.exec(old.source)?.[1] ?? '';
    return `[${gap}${spelled.join(', ')}${gap}]`;
  }
  const closing = /,?\s*\]$/.exec(old.source)?.[0] ?? ']';
  return `[${layout}${spelled.join(`,${layout}`)}${closing}`;
}

/** A literal string stays one where it can; every other becomes a basic one on one line. */
function tomlString(value: string, old: string): string {
  const isLiteral = old.startsWith("'") && !old.startsWith("'''");
  // eslint-disable-next-line no-control-regex -- a literal string carries no control characters.
  return isLiteral && !/['\u0000-\u001f\u007f]/.test(value) ? `'${value}'` : doubleQuoted(value);
}

/** After the last top-level pair, before the first table: below one it would belong to that table. */
function insertToml(
  inner: string,
  pairs: readonly AST.TOMLKeyValue[],
  field: { readonly key: string; readonly value: FieldValue; readonly lineEnd: string },
): Splice | Refused {
  const name = /^[A-Za-z0-9_-]+$/.test(field.key) ? field.key : doubleQuoted(field.key);
  const value = tomlValue(inner, field.value, { source: '', node: undefined });
  const line = `${name} = ${value}${field.lineEnd}`;
  const last = pairs.at(-1);
  if (last === undefined) return { start: 0, end: 0, inserted: line };
  const lineEnd = /\r\n|\n|\r/g;
  lineEnd.lastIndex = last.range[1];
  const found = lineEnd.exec(inner);
  const at = found === null ? inner.length : found.index + found[0].length;
  return { start: at, end: at, inserted: found === null ? field.lineEnd + line : line };
}
