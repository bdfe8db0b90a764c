import type { FieldValue } from '../../../content/index.ts';
import type { UnreadReason } from '../../../contracts/index.ts';
import { lineEndOf } from '../decode.ts';
import { refuse, spliced, type Refused, type Splice } from '../outcome.ts';
import { findFence, type Fence } from './fence.ts';
import { readJson } from './json.ts';
import type { FrontMatterRead, FrontMatterText, Slot } from './slot.ts';
import { readToml } from './toml.ts';
import { isWritable, kindProblem, pathOf, textOf } from './value.ts';
import { yamlScalar, yamlValue } from './yaml-scalar.ts';
import { readYaml } from './yaml.ts';

/** A file's front matter with offsets in the whole text. */
export interface FrontMatter {
  readonly fence: Fence;
  /** Why nothing in it may be changed, or `null`. */
  readonly readOnly: string | null;
  /** The same as a code. */
  readonly readOnlyCode: UnreadReason | null;
  /** Everything it says; empty when it cannot be read. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly keys: readonly string[];
  slot(key: string): Slot;
}

export function readFrontMatter(text: string): FrontMatter {
  const fence = findFence(text);
  const read = readInner(text, fence);
  const unreadable = fence.refused ?? (read.ok ? null : read.reason);
  if (unreadable !== null || !read.ok) {
    const reason = unreadable ?? 'The front matter cannot be read.';
    return {
      fence,
      readOnly: reason,
      readOnlyCode: fence.refused !== null || read.ok ? 'front_matter_language' : read.code,
      data: {},
      keys: [],
      slot: () => ({ state: 'refused', code: 'read_only', reason }),
    };
  }
  return {
    fence,
    readOnly: null,
    readOnlyCode: null,
    data: read.text.data,
    keys: read.text.keys,
    slot: (key) => shifted(read.text.slot(key), fence.start),
  };
}

const NOTHING: FrontMatterText = {
  data: {},
  keys: [],
  slot: () => ({ state: 'absent' }),
  set: () => refuse('not_editable_surgically', 'The page has no front matter.'),
};

function readInner(text: string, fence: Fence): FrontMatterRead {
  const inner = text.slice(fence.start, fence.end);
  switch (fence.kind) {
    case 'yaml':
      return readYaml(inner);
    case 'toml':
      return readToml(inner);
    case 'json':
      return readJson(inner);
    case 'none':
      return { ok: true, text: NOTHING };
  }
}

function shifted(slot: Slot, by: number): Slot {
  return slot.state === 'text' || slot.state === 'value'
    ? { ...slot, start: slot.start + by, end: slot.end + by }
    : slot;
}

/**
 * The splice that gives a key this value, of the kind that is there, verified: read again, the key says exactly the value, everything else
 * the front matter says is as it was, and the body is the same text. `mayCreate` allows a YAML block on a page that has
 * no front matter.
 */
export function setFrontMatter(
  text: string,
  field: { readonly key: string; readonly value: FieldValue },
  options: { readonly mayCreate: boolean },
): { readonly ok: true; readonly splice: Splice } | Refused {
  const before = readFrontMatter(text);
  if (before.readOnly !== null) return refuse('read_only', before.readOnly);
  const wrongKind = kindRefusal(before.slot(field.key), field);
  if (wrongKind !== null) return wrongKind;
  const splice = spliceFor(text, before.fence, { field, options });
  if ('ok' in splice) return splice;
  const problem = frontMatterProblem(before, text, {
    after: spliced(text, splice),
    key: field.key,
    value: textOf(field.value),
  });
  return problem === null
    ? { ok: true, splice }
    : refuse(
        'not_editable_surgically',
        `"${field.key}" cannot be set without side effects: ${problem}`,
      );
}

function kindRefusal(
  slot: Slot,
  { key, value }: { readonly key: string; readonly value: FieldValue },
): Refused | null {
  if (!isWritable(value)) return refuse('value_invalid', `"${key}" cannot hold this value.`);
  if (slot.state === 'text' || slot.state === 'value') {
    const now = slot.state === 'text' ? { kind: 'text' as const, value: slot.value } : slot;
    const problem = kindProblem(now, value);
    return problem === null ? null : refuse('value_invalid', `"${key}" ${problem}`);
  }
  return null;
}

function spliceFor(
  text: string,
  fence: Fence,
  {
    field,
    options,
  }: {
    readonly field: { readonly key: string; readonly value: FieldValue };
    readonly options: { readonly mayCreate: boolean };
  },
): Splice | Refused {
  if (fence.kind === 'none') {
    if (!options.mayCreate) {
      return refuse(
        'unsupported',
        'The page has no front matter, and the pages of this site use none; it would be printed as text.',
      );
    }
    const lineEnd = lineEndOf(text);
    const gap = /^\s/.test(text.slice(fence.start)) || text.length === fence.start ? '' : lineEnd;
    const line = `${yamlScalar(field.key)}: ${yamlValue(field.value)}`;
    return {
      start: fence.start,
      end: fence.start,
      inserted: `---${lineEnd}${line}${lineEnd}---${lineEnd}${gap}`,
    };
  }
  const read = readInner(text, fence);
  if (!read.ok) return refuse('read_only', read.reason);
  const splice = read.text.set(field.key, field.value, lineEndOf(text));
  return 'ok' in splice
    ? splice
    : {
        start: splice.start + fence.start,
        end: splice.end + fence.start,
        inserted: splice.inserted,
      };
}

/**
 * What a change of one key did besides, or `null`. `value` is a text as `textOf` has it; `null` = the key is gone. Used for our edits and for taking them
 * back.
 */
export function frontMatterProblem(
  before: FrontMatter,
  text: string,
  change: { readonly after: string; readonly key: string; readonly value: string | null },
): string | null {
  const now = readFrontMatter(change.after);
  if (now.readOnly !== null) return 'the front matter could not be read afterwards.';
  const created = before.fence.kind === 'none' || now.fence.kind === 'none';
  const oldBody = text.slice(before.fence.bodyStart);
  const newBody = change.after.slice(now.fence.bodyStart);
  const sameBody = created ? oldBody.trimStart() === newBody.trimStart() : oldBody === newBody;
  if (!sameBody) return 'the text below it would change.';
  const slot = now.slot(change.key);
  const isRead =
    change.value === null
      ? slot.state === 'absent' || slot.state === 'empty'
      : (slot.state === 'text' || slot.state === 'value') && textOf(slot.value) === change.value;
  if (!isRead) return 'the value would be read back differently.';
  const path = pathOf(change.key, [...before.keys, ...now.keys]);
  return otherData(before.data, path) === otherData(now.data, path)
    ? null
    : 'another value would change.';
}

/** Everything but the value at the path. */
function otherData(data: unknown, [key, ...rest]: readonly string[]): string {
  if (key === undefined || typeof data !== 'object' || data === null || Array.isArray(data)) {
    return JSON.stringify(key === undefined ? null : data, asText);
  }
  const others = Object.entries(data).filter(([name]) => name !== key);
  const within =
    rest.length === 0 ? '' : otherData((data as Record<string, unknown>)[key] ?? null, rest);
  return JSON.stringify([others, within], asText);
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value.toString()}n` : value;
}
