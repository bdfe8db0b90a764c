import { parse, parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { FieldValue } from '../../../content/index.ts';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import type { FrontMatterRead, Slot } from './slot.ts';
import { pathOf } from './value.ts';

/** Reads JSON front matter, as Hugo has it, for editing by ranges. */
export function readJson(inner: string): FrontMatterRead {
  const errors: ParseError[] = [];
  const data = parse(inner, errors) as unknown;
  const tree = parseTree(inner);
  if (errors.length > 0 || tree?.type !== 'object' || typeof data !== 'object' || data === null) {
    return {
      ok: false,
      reason: 'The front matter is not valid JSON.',
      code: 'front_matter_invalid',
    };
  }
  const properties = tree.children ?? [];
  const keys = properties.flatMap((property) => keyOf(property) ?? []);
  const slot = (key: string): Slot => slotAt(properties, pathOf(key, keys));
  return {
    ok: true,
    text: {
      data: data as Record<string, unknown>,
      keys,
      slot,
      set: (key, value, lineEnd) => {
        const found = slot(key);
        if (found.state === 'refused') return refuse(found.code, found.reason);
        if (found.state === 'text' || found.state === 'value') {
          const { start, end } = found;
          return { start, end, inserted: jsonValue(value, inner.slice(start, end)) };
        }
        if (pathOf(key, keys).length > 1) {
          return refuse('unsupported', `"${key}" is not there, and is not added within another.`);
        }
        return insertJson(inner, properties, { key, value, lineEnd });
      },
    },
  };
}

function keyOf(property: Node): string | null {
  const key: unknown = property.children?.[0]?.value;
  return typeof key === 'string' ? key : null;
}

function slotAt(properties: readonly Node[], path: readonly string[]): Slot {
  const [key = '', ...rest] = path;
  if (rest.length === 0) return slotOf(properties, key);
  const found = properties.filter((property) => keyOf(property) === key);
  const value = found[0]?.children?.[1];
  return found.length === 1 && value?.type === 'object'
    ? slotAt(value.children ?? [], rest)
    : { state: 'absent' };
}

/** A list keeps one entry a line where it has that. */
function jsonValue(value: FieldValue, old: string): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  const layout = /^\[((?:\r\n|\n|\r)[ \t]*)/.exec(old)?.[1];
  const entries = value.map((entry) => JSON.stringify(entry));
  if (layout === undefined) return `[${entries.join(', ')}]`;
  return `[${layout}${entries.join(`,${layout}`)}${/\s*\]$/.exec(old)?.[0] ?? ']'}`;
}

function slotOf(properties: readonly Node[], key: string): Slot {
  const found = properties.filter((property) => keyOf(property) === key);
  const value = found[0]?.children?.[1];
  if (value === undefined) return { state: 'absent' };
  if (found.length > 1) {
    return {
      state: 'refused',
      code: 'not_editable_surgically',
      reason: `The key "${key}" stands there more than once.`,
    };
  }
  const place = { start: value.offset, end: value.offset + value.length };
  if (value.type === 'number' || value.type === 'boolean') {
    return { state: 'value', kind: value.type, value: value.value as number | boolean, ...place };
  }
  const entries = value.type === 'array' ? (value.children ?? []) : [];
  if (entries.length > 0 && entries.every(({ type }) => PLAIN_TYPES.has(type))) {
    const list = entries.map((entry) => entry.value as string | number | boolean);
    return { state: 'value', kind: 'list', value: list, ...place };
  }
  if (value.type !== 'string') {
    return { state: 'refused', code: 'read_only', reason: `"${key}" is no text here.` };
  }
  return { state: 'text', value: String(value.value), ...place };
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** Behind the last property, laid out as that one is. */
function insertJson(
  inner: string,
  properties: readonly Node[],
  field: { readonly key: string; readonly value: FieldValue; readonly lineEnd: string },
): Splice | Refused {
  const last = properties.at(-1);
  if (last === undefined) {
    return refuse('not_editable_surgically', 'The front matter is empty.');
  }
  const at = last.offset + last.length;
  const before = inner.slice(0, last.offset);
  const indent = /(?:\r\n|\n|\r)([ \t]*)$/.exec(before)?.[1];
  const gap = indent === undefined ? ' ' : field.lineEnd + indent;
  return {
    start: at,
    end: at,
    inserted: `,${gap}${JSON.stringify(field.key)}: ${JSON.stringify(field.value)}`,
  };
}
