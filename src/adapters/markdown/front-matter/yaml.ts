import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  type Document,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { FieldValue } from '../../../content/index.ts';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import { looksLikeDate, type FrontMatterRead, type Slot } from './slot.ts';
import { pathOf } from './value.ts';
import { listSlot, listSplice } from './yaml-list.ts';
import {
  doubleQuoted,
  isTextToBothVersions,
  yamlScalar,
  yamlValue,
  type ScalarStyle,
} from './yaml-scalar.ts';

/** Reads YAML front matter for editing by ranges; nothing of it is ever written back but the one value. */
export function readYaml(inner: string): FrontMatterRead {
  const documents = parseAllDocuments(inner, {
    keepSourceTokens: true,
    uniqueKeys: false,
    merge: true,
    logLevel: 'silent',
  });
  const all = 'empty' in documents ? [] : documents;
  if (all.length > 1)
    return {
      ok: false,
      reason: 'The front matter holds several documents.',
      code: 'front_matter_form',
    };
  const document: Document | undefined = all[0];
  const [error] = document?.errors ?? [];
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    return {
      ok: false,
      reason: `The front matter is not valid YAML${line === undefined ? '' : ` (line ${String(line)} of it)`}; an unquoted colon is the usual cause.`,
      code: 'front_matter_invalid',
    };
  }
  const map = document?.contents ?? null;
  if (map !== null && !isMap(map)) {
    return {
      ok: false,
      reason: 'The front matter is no list of keys and values.',
      code: 'front_matter_form',
    };
  }
  let data: Record<string, unknown>;
  try {
    data = (document?.toJS({ maxAliasCount: 100 }) as Record<string, unknown> | null) ?? {};
  } catch {
    return {
      ok: false,
      reason: 'The front matter repeats itself through too many aliases.',
      code: 'front_matter_form',
    };
  }
  const reader: YamlReader = { inner, document, map: map };
  return {
    ok: true,
    text: {
      data,
      keys: pairsOf(reader.map).flatMap((pair) => keyOf(pair) ?? []),
      slot: (key) => slotOf(reader, placeOf(reader, key)),
      set: (key, value, lineEnd) => setYaml(reader, placeOf(reader, key), { value, lineEnd }),
    },
  };
}

interface YamlReader {
  readonly inner: string;
  readonly document: Document | undefined;
  readonly map: YAMLMap | null;
}

function pairsOf(map: YAMLMap | null): readonly Pair[] {
  return map?.items ?? [];
}

function keyOf(pair: Pair): string | null {
  return isScalar(pair.key) && typeof pair.key.value === 'string' ? pair.key.value : null;
}

/** Where a key stands, or would: the map it belongs to, and its name there. */
interface KeyPlace {
  readonly map: YAMLMap | null;
  readonly key: string;
  readonly isNested: boolean;
}

/** The innermost map the path leads to; a path that leads nowhere ends in no map. */
function placeOf(reader: YamlReader, key: string): KeyPlace {
  const path = pathOf(
    key,
    pairsOf(reader.map).flatMap((pair) => keyOf(pair) ?? []),
  );
  let map = reader.map;
  for (const name of path.slice(0, -1)) {
    const pairs = pairsOf(map).filter((pair) => keyOf(pair) === name);
    const value = pairs[0]?.value;
    map = pairs.length === 1 && isMap(value) && value.anchor === undefined ? value : null;
  }
  return { map, key: path.at(-1) ?? key, isNested: path.length > 1 };
}

function slotOf(reader: YamlReader, { map, key }: KeyPlace): Slot {
  const pairs = pairsOf(map).filter((pair) => keyOf(pair) === key);
  const [pair] = pairs;
  if (pair === undefined) return { state: 'absent' };
  const refused = (reason: string): Slot => ({
    state: 'refused',
    code: 'not_editable_surgically',
    reason,
  });
  if (pairs.length > 1) return refused(`The key "${key}" stands there more than once.`);
  const value = pair.value;
  if (value === null) return { state: 'empty' };
  if (isAlias(value)) return refused(`"${key}" repeats another value of the page.`);
  if (isSeq(value)) return listSlot(reader.inner, value) ?? notText(key);
  if (!isScalar(value) || value.range == null) return notText(key);
  if (value.anchor !== undefined && isReused(reader.document, value.anchor)) {
    return refused(`"${key}" is repeated elsewhere on the page; changing it would change both.`);
  }
  if (value.tag !== undefined && value.tag !== 'tag:yaml.org,2002:str') {
    return refused(`"${key}" carries a tag of its own.`);
  }
  const [start, end] = value.range;
  if (value.value === null) {
    return start === end ? { state: 'empty' } : { state: 'text', value: '', start, end };
  }
  if (typeof value.value === 'number' || typeof value.value === 'boolean') {
    const kind = typeof value.value === 'number' ? 'number' : 'boolean';
    return { state: 'value', kind, value: value.value, start, end };
  }
  if (typeof value.value !== 'string') return notText(key);
  if (value.type === 'PLAIN' && value.tag === undefined && looksLikeDate(value.value)) {
    return { state: 'value', kind: 'date', value: value.value, start, end };
  }
  if (value.type === 'PLAIN' && value.tag === undefined && !isPlainText(value)) return notText(key);
  if (isBlock(value)) {
    const content = blockContent(reader.inner, value);
    return { state: 'text', value: value.value.replace(/\n+$/, ''), start, end: content.end };
  }
  return { state: 'text', value: value.value, start, end };
}

function notText(key: string): Slot {
  return { state: 'refused', code: 'read_only', reason: `"${key}" is no text here.` };
}

function isPlainText(scalar: Scalar): boolean {
  const plain = String(scalar.value);
  return !looksLikeDate(plain) && (plain.includes('\n') || !plainReadsOtherwise(plain));
}

function plainReadsOtherwise(plain: string): boolean {
  // Only what YAML 1.1 reads as something else (no, 012, 12:30) counts; odd but harmless text does not.
  return /^[\w+.:-]{1,20}$/.test(plain) && !isTextToBothVersions(plain);
}

function isReused(document: Document | undefined, anchor: string): boolean {
  let reused = false;
  if (document === undefined) return reused;
  visit(document, {
    Alias(_key, alias) {
      if (alias.source === anchor) reused = true;
    },
  });
  return reused;
}

function isBlock(scalar: Scalar): boolean {
  return scalar.type === 'BLOCK_FOLDED' || scalar.type === 'BLOCK_LITERAL';
}

/** Header, and the lines below it without the blank ones at the end. */
function blockContent(
  inner: string,
  scalar: Scalar,
): { readonly header: string; readonly start: number; readonly end: number } {
  const [from, to] = scalar.range ?? [0, 0, 0];
  const raw = inner.slice(from, to);
  const headerLine = /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(raw)?.[0] ?? '';
  const trailing = /(?:\r\n|\n|\r|[ \t])*$/.exec(raw)?.[0].length ?? 0;
  const start = from + headerLine.length;
  return { header: headerLine.trim(), start, end: Math.max(start, to - trailing) };
}

interface NewValue {
  readonly value: FieldValue;
  readonly lineEnd: string;
}

function setYaml(reader: YamlReader, place: KeyPlace, next: NewValue): Splice | Refused {
  const { map, key } = place;
  const slot = slotOf(reader, place);
  if (slot.state === 'refused') return refuse(slot.code, slot.reason);
  if (slot.state === 'absent') {
    return place.isNested
      ? refuse('unsupported', `"${key}" is not there, and is not added within another key.`)
      : insertYaml(reader, key, next);
  }
  const pair = pairsOf(map).find((candidate) => keyOf(candidate) === key);
  const inFlow = map?.flow === true || reader.map?.flow === true;
  if (slot.state === 'empty') {
    const colon = pair?.srcToken?.sep?.find((token) => token.type === 'map-value-ind');
    if (colon === undefined) {
      return refuse('not_editable_surgically', `"${key}" stands there without a colon.`);
    }
    const at = colon.offset + 1;
    return { start: at, end: at, inserted: ` ${yamlValue(next.value, { inFlow })}` };
  }
  if (slot.state === 'value') {
    const { start, end } = slot;
    if (isSeq(pair?.value) && typeof next.value === 'object') {
      return listSplice(reader.inner, pair.value, { value: next.value, lineEnd: next.lineEnd });
    }
    // A date is written as it is: quotes would make a text of it.
    return { start, end, inserted: String(next.value) };
  }
  const scalar = pair?.value as Scalar;
  if (typeof next.value !== 'string') return refuse('value_invalid', `"${key}" is a text here.`);
  if (isBlock(scalar)) return setBlock(reader, scalar, { ...next, value: next.value });
  return {
    start: slot.start,
    end: slot.end,
    inserted: yamlScalar(next.value, { style: styleOf(scalar), inFlow }),
  };
}

function styleOf(scalar: Scalar): ScalarStyle {
  if (scalar.type === 'QUOTE_SINGLE') return 'single';
  return scalar.type === 'QUOTE_DOUBLE' ? 'double' : 'plain';
}

/** A block scalar keeps its header and indentation; where those cannot carry the text, it becomes a quoted one. */
function setBlock(
  reader: YamlReader,
  scalar: Scalar,
  next: NewValue & { readonly value: string },
): Splice {
  const content = blockContent(reader.inner, scalar);
  const [from] = scalar.range ?? [0];
  const old = reader.inner.slice(content.start, content.end);
  const indent = /^(?:[ \t]*(?:\r\n|\n|\r))*( +)\S/.exec(old)?.[1];
  const isCarried =
    indent !== undefined &&
    !/[1-9]/.test(content.header) &&
    !/^\s|[ \t]$|\n[ \t]|[\t\u0085\u2028\u2029\uFEFF]/.test(next.value);
  if (!isCarried) {
    return { start: from, end: content.end, inserted: doubleQuoted(next.value) };
  }
  const separator = content.header.startsWith('>') ? next.lineEnd.repeat(2) : next.lineEnd;
  const lines = next.value.split('\n').map((line) => (line === '' ? '' : indent + line));
  return {
    start: from,
    end: content.end,
    inserted: reader.inner.slice(from, content.start) + lines.join(separator),
  };
}

function insertYaml(reader: YamlReader, key: string, next: NewValue): Splice | Refused {
  if (reader.map?.flow === true) {
    return refuse(
      'not_editable_surgically',
      'The front matter is written on one line in braces; a new key cannot be added without rewriting it.',
    );
  }
  const at = reader.inner.length;
  const isOnNewLine = reader.inner === '' || /(?:\r\n|\n|\r)$/.test(reader.inner);
  const line = `${yamlScalar(key)}: ${yamlValue(next.value)}${next.lineEnd}`;
  return { start: at, end: at, inserted: isOnNewLine ? line : next.lineEnd + line };
}
