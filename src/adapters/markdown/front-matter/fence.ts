import { parseTree } from 'jsonc-parser';

export type FrontMatterKind = 'yaml' | 'toml' | 'json' | 'none';

/** Where a file's front matter lies. Offsets count in the whole text, the BOM included. */
export interface Fence {
  readonly kind: FrontMatterKind;
  /** The text between the fence lines; for JSON the object with its braces. Empty range for `none`. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  /** Why nobody may touch the front matter, or `null`. */
  readonly refused: string | null;
  /** The front matter would be executed by its generator; the file is left alone altogether. */
  readonly executable: boolean;
}

const OPENING = /^(---|\+\+\+)([^\r\n]*)(\r\n|\n|\r)/;
const EXECUTABLE = /^(?:js|javascript|coffee|coffeescript|cson|ts|typescript)$/i;

/**
 * Finds the front matter: `---` (YAML), `+++` (TOML), or a JSON object at the very start, as Hugo has it. A fence that is
 * never closed is body: the file begins with a rule.
 */
export function findFence(text: string): Fence {
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  const none: Fence = {
    kind: 'none',
    start: bom,
    end: bom,
    bodyStart: bom,
    refused: null,
    executable: false,
  };
  const rest = text.slice(bom);
  const opening = OPENING.exec(rest);
  if (opening === null) return jsonFence(rest, bom) ?? none;
  const [line = '', mark = '', tail = ''] = opening;
  const language = tail.trim();
  if (language !== '' && !/^[A-Za-z]+$/.test(language)) return none;
  const start = bom + line.length;
  const closing = closingFence(text, start, mark);
  if (closing === null) return none;
  const kind = mark === '+++' ? 'toml' : 'yaml';
  const isOwnLanguage = language === '' || (kind === 'yaml' && /^ya?ml$/i.test(language));
  return {
    kind,
    start,
    end: closing.start,
    bodyStart: closing.end,
    refused: isOwnLanguage
      ? null
      : `The front matter is marked as "${language}"; only YAML, TOML and JSON are edited.`,
    executable: EXECUTABLE.test(language),
  };
}

/** The closing line: the same mark, or `...` under YAML, with nothing but blanks behind it. */
function closingFence(
  text: string,
  from: number,
  mark: string,
): { readonly start: number; readonly end: number } | null {
  const pattern =
    mark === '+++' ? /\+\+\+[ \t]*(\r\n|\n|\r|$)/y : /(?:---|\.\.\.)[ \t]*(\r\n|\n|\r|$)/y;
  const lineEnd = /\r\n|\n|\r/g;
  let at = from;
  for (;;) {
    pattern.lastIndex = at;
    const closing = pattern.exec(text);
    if (closing !== null) return { start: at, end: at + closing[0].length };
    lineEnd.lastIndex = at;
    const next = lineEnd.exec(text);
    if (next === null) return null;
    at = next.index + next[0].length;
  }
}

function jsonFence(rest: string, bom: number): Fence | null {
  if (!/^\{\s*"/.test(rest)) return null;
  const tree = parseTree(rest);
  if (tree?.type !== 'object' || tree.offset !== 0) return null;
  if (rest[tree.length - 1] !== '}') return null;
  const end = bom + tree.length;
  const behind = /^[ \t]*(?:\r\n|\n|\r|$)/.exec(rest.slice(tree.length));
  if (behind === null) return null;
  return {
    kind: 'json',
    start: bom,
    end,
    bodyStart: end + behind[0].length,
    refused: null,
    executable: false,
  };
}
