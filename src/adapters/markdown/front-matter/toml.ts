import { getStaticTOMLValue, parseTOML, type AST } from 'toml-eslint-parser';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import type { FrontMatterRead, Slot } from './slot.ts';
import { doubleQuoted } from './yaml-scalar.ts';

/** Reads TOML front matter for editing by ranges. Only top-level pairs are fields; tables stay as they are. */
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
    };
  }
  const pairs = program.body[0].body.filter((node) => node.type === 'TOMLKeyValue');
  const slot = (key: string): Slot => slotOf(pairs, key, data);
  return {
    ok: true,
    text: {
      data,
      keys: pairs.flatMap((pair) => keyOf(pair) ?? []),
      slot,
      set: (key, value, lineEnd) => {
        const found = slot(key);
        if (found.state === 'refused') return refuse(found.code, found.reason);
        if (found.state === 'text') {
          return {
            start: found.start,
            end: found.end,
            inserted: tomlString(value, inner.slice(found.start, found.end)),
          };
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

function slotOf(
  pairs: readonly AST.TOMLKeyValue[],
  key: string,
  data: Readonly<Record<string, unknown>>,
): Slot {
  const pair = pairs.find((candidate) => keyOf(candidate) === key);
  if (pair === undefined) {
    return Object.hasOwn(data, key)
      ? { state: 'refused', code: 'read_only', reason: `"${key}" is a table here, no text.` }
      : { state: 'absent' };
  }
  const { value } = pair;
  if (value.type !== 'TOMLValue' || value.kind !== 'string') {
    return { state: 'refused', code: 'read_only', reason: `"${key}" is no text here.` };
  }
  return { state: 'text', value: value.value, start: value.range[0], end: value.range[1] };
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
  field: { readonly key: string; readonly value: string; readonly lineEnd: string },
): Splice | Refused {
  const name = /^[A-Za-z0-9_-]+$/.test(field.key) ? field.key : doubleQuoted(field.key);
  const line = `${name} = ${doubleQuoted(field.value)}${field.lineEnd}`;
  const last = pairs.at(-1);
  if (last === undefined) return { start: 0, end: 0, inserted: line };
  const lineEnd = /\r\n|\n|\r/g;
  lineEnd.lastIndex = last.range[1];
  const found = lineEnd.exec(inner);
  const at = found === null ? inner.length : found.index + found[0].length;
  return { start: at, end: at, inserted: found === null ? field.lineEnd + line : line };
}
