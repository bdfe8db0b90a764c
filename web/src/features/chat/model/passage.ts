/** The longest passage the page frame is asked to look for, in characters (the message allows 2,000). */
const LONGEST_QUOTE = 600;

/**
 * The sentence or sentences of `before` in which a proposal changes something, without inline markup, as they read on
 * the page: that is what the mark goes on (a mark on a whole long block sends the reader looking). `null` when there is
 * nothing short enough to point at.
 */
export function changedPassage(before: string | null, after: string | null): string | null {
  if (before === null || before.trim() === '') return null;
  const range = after === null ? { from: 0, to: before.length } : changedRange(before, after);
  const from = sentenceStart(before, range.from);
  const to = sentenceEnd(before, Math.max(range.to, from));
  const passage = plainText(before.slice(from, to));
  return passage === '' || passage.length > LONGEST_QUOTE ? null : passage;
}

function changedRange(before: string, after: string): { from: number; to: number } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end])
    end += 1;
  return { from, to: before.length - end };
}

const SENTENCE_END = /[.!?…]["'”’“»)\]]*\s+|\n\s*\n/g;

function sentenceStart(text: string, position: number): number {
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const next = match.index + match[0].length;
    if (next > position) break;
    start = next;
  }
  return start;
}

function sentenceEnd(text: string, position: number): number {
  for (const match of text.matchAll(SENTENCE_END)) {
    if (match.index + match[0].length > position) return match.index + match[0].trimEnd().length;
  }
  return text.length;
}

/** Inline Markdown as a reader sees it: link and image words stay, marks and addresses go. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/^\s{0,3}(#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)/gm, '')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|[\s(])[*_](?=\S)|(?<=\S)[*_](?=[\s).,;:!?]|$)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
