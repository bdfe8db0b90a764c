import { parse, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import type { FrontMatterRead, Slot } from './slot.ts';

/** Reads JSON front matter, as Hugo has it, for editing by ranges. */
export function readJson(inner: string): FrontMatterRead {
  const errors: ParseError[] = [];
  const data = parse(inner, errors) as unknown;
  const tree = parseTree(inner);
  if (errors.length > 0 || tree?.type !== 'object' || typeof data !== 'object' || data === null) {
    return { ok: false, reason: 'The front matter is not valid JSON.' };
  }
  const properties = tree.children ?? [];
  const slot = (key: string): Slot => slotOf(properties, key);
  return {
    ok: true,
    text: {
      data: data as Record<string, unknown>,
      keys: properties.flatMap((property) => keyOf(property) ?? []),
      slot,
      set: (key, value, lineEnd) => {
        const found = slot(key);
        if (found.state === 'refused') return refuse(found.code, found.reason);
        if (found.state === 'text') {
          return { start: found.start, end: found.end, inserted: JSON.stringify(value) };
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
  if (value.type !== 'string') {
    return { state: 'refused', code: 'read_only', reason: `"${key}" is no text here.` };
  }
  return {
    state: 'text',
    value: String(value.value),
    start: value.offset,
    end: value.offset + value.length,
  };
}

/** Behind the last property, laid out as that one is. */
function insertJson(
  inner: string,
  properties: readonly Node[],
  field: { readonly key: string; readonly value: string; readonly lineEnd: string },
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
