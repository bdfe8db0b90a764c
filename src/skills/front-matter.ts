import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type ParsedNode,
  type YAMLError,
} from 'yaml';
import { UNSEEN } from '../base/index.ts';
import { splitAllowedTools } from './allowed-tools.ts';
import { refuse } from './skill-markdown-error.ts';

/** The keys this release reads; every other key is kept in the raw text and has no effect. */
const KNOWN_KEYS = ['name', 'description', 'allowed-tools', 'allowed_tools', 'process'] as const;
type KnownKey = (typeof KNOWN_KEYS)[number];

const MAX_NAME_CHARACTERS = 255;
/** The front matter begins on the file's second line. */
const LINES_BEFORE = 1;

export interface FrontMatter {
  readonly name: string;
  readonly description: string;
  readonly allowedTools: readonly string[] | null;
  readonly process: boolean;
  /** Lines on which `process` stands with a value that does not make a process, so that its author learns of it. */
  readonly ignoredProcessLine: number | null;
}

/**
 * Reads front matter as YAML 1.2 core (decisions §51): no merge keys, no custom tags, aliases are not followed, and a
 * name is the source text, never a number. Throws `RefusedMarkdown`.
 */
export function readFrontMatter(text: string): FrontMatter {
  const directive = text.split('\n').findIndex((line) => line.startsWith('%'));
  if (directive >= 0) {
    refuse(
      'yaml_directive',
      { line: directive + 1 + LINES_BEFORE },
      'A YAML directive is not accepted.',
    );
  }
  const lines = new LineCounter();
  const document = parse(text, lines);
  const lineOf = (node: { range?: readonly number[] | null } | null | undefined) =>
    lines.linePos(node?.range?.[0] ?? 0).line + LINES_BEFORE;
  const first = document.errors[0];
  if (first !== undefined) refuseSyntax(first, text, lines.linePos(first.pos[0]).line);
  const map = document.contents;
  if (!isMap<ParsedNode, ParsedNode | null>(map)) {
    return refuse(
      'not_a_mapping',
      { line: 2 },
      'The front matter is not a list of keys and values.',
    );
  }
  const values = new Map<KnownKey, { value: ParsedNode | null; line: number }>();
  for (const { key, value } of map.items) {
    const written = isScalar(key) ? key.source : '';
    const line = lineOf(key);
    const known = KNOWN_KEYS.find((name) => name === visible(written));
    if (known === undefined) continue;
    if (known !== written) {
      refuse(
        'lookalike_key',
        { line },
        `The key looks like "${known}" but holds invisible characters.`,
      );
    }
    values.set(known, { value, line });
  }
  const process = values.get('process');
  const isProcess = isTrue(process?.value);
  return {
    name: requiredText('name', values.get('name')),
    description: requiredText('description', values.get('description')),
    allowedTools: readAllowedTools([values.get('allowed-tools'), values.get('allowed_tools')], {
      text,
      lineOf,
    }),
    process: isProcess,
    ignoredProcessLine:
      process === undefined || isProcess || isFalse(process.value) ? null : process.line,
  };
}

function parse(text: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: false,
      lineCounter,
    });
  } catch (error) {
    // Nesting deep enough to exhaust the stack.
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('yaml_syntax', { line: 2 }, `The front matter cannot be read: ${reason}.`);
  }
}

function refuseSyntax(error: YAMLError, text: string, line: number): never {
  const source = text.split('\n')[line - 1] ?? '';
  const at = { line: line + LINES_BEFORE };
  if (error.code === 'DUPLICATE_KEY') {
    refuse('duplicate_key', at, `The key on this line is there twice: ${source.trim()}`);
  }
  const unquoted = /^([\w-]+):\s+[^\s"'|>[{].*:(\s|$)/.exec(source)?.[1];
  const hint =
    unquoted !== undefined
      ? `quote the ${unquoted}: its text holds ": ", which YAML reads as another key`
      : error.code === 'BAD_ALIAS'
        ? 'quote the value: a leading * is an alias in YAML'
        : undefined;
  refuse(
    'yaml_syntax',
    hint === undefined ? at : { ...at, hint },
    `The front matter is not valid YAML: ${error.message}`,
  );
}

const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');

/** A key without what nobody sees: two keys that look alike must not both exist (parser differentials). */
function visible(key: string): string {
  return key.replace(ALL_UNSEEN, '');
}

function requiredText(
  key: 'name' | 'description',
  entry: { readonly value: ParsedNode | null; readonly line: number } | undefined,
): string {
  const line = entry?.line ?? 2;
  const node = entry?.value ?? null;
  if (node !== null && !isScalar(node)) {
    return refuse(`${key}_not_text`, { line }, `The ${key} is not a plain text.`);
  }
  const text = node === null || node.value === null ? '' : node.source.trim();
  if (text === '') return refuse(`${key}_missing`, { line }, `The ${key} is missing or empty.`);
  if (/\p{Cs}|\0/u.test(text)) {
    refuse('not_well_formed', { line }, `The ${key} holds a character that is none.`);
  }
  if (key === 'name' && Array.from(text).length > MAX_NAME_CHARACTERS) {
    const limit = String(MAX_NAME_CHARACTERS);
    refuse('name_too_long', { line }, `The name has more than ${limit} characters.`);
  }
  return text;
}

type Entry = { readonly value: ParsedNode | null; readonly line: number } | undefined;

/**
 * The hyphen form wins unless it is null. A text is split, a list gives its values, anything else that is declared is an
 * empty list; `null` only when neither key is there (facts §1).
 */
function readAllowedTools(
  [hyphen, underscore]: readonly [Entry, Entry],
  source: { readonly text: string; readonly lineOf: (node: ParsedNode) => number },
): readonly string[] | null {
  const isNull = (entry: Entry) =>
    entry === undefined ||
    entry.value === null ||
    (isScalar(entry.value) && entry.value.value === null);
  const chosen = isNull(hyphen) ? (underscore ?? hyphen) : hyphen;
  if (chosen === undefined) return null;
  const node = chosen.value;
  if (isScalar(node)) return typeof node.value === 'string' ? splitAllowedTools(node.value) : [];
  if (!isSeq<ParsedNode>(node)) return [];
  return node.items.flatMap((item) => splitAllowedTools(itemText(item, source)));
}

/** A name in a list, as written: `WebFetch(domain: x)` is a name although YAML makes it a map. */
function itemText(
  item: ParsedNode,
  source: { readonly text: string; readonly lineOf: (node: ParsedNode) => number },
): string {
  if (isScalar(item)) return item.value === null ? '' : item.source;
  const [start, end] = item.range;
  const written = source.text.slice(start, end).trim();
  if (isAlias(item) || isSeq(item) || written.includes('\n') || !written.includes('(')) {
    refuse(
      'allowed_tools_item',
      { line: source.lineOf(item) },
      'An entry of allowed-tools is no name.',
    );
  }
  return written;
}

/** Only a plain, untagged boolean; `yes`, `on`, `"true"`, `1`, an alias and a tagged value are none. */
function isTrue(node: ParsedNode | null | undefined): boolean {
  return isScalar(node) && node.value === true && node.type === 'PLAIN' && node.tag === undefined;
}

function isFalse(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && (node.value === false || node.value === null));
}
