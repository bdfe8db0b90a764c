import { type InlineText, readInline, visibleText, wordsOf } from './inline-text.ts';

/** A sentence of a paragraph, as a range of its source without the white space around it. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  /** What a reader sees. */
  readonly text: string;
  readonly wordCount: number;
}

const ABBREVIATION =
  /(?:^|[\s(„“"])(?:z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?Ä|z\.\s?T|i\.\s?d\.\s?R|e\.\s?V|bzw|ca|evtl|ggf|inkl|usw|vgl|Nr|Str|Tel|Dr|Prof|St|Mr|Mrs|Ms|Jr|Sr|vs|e\.\s?g|i\.\s?e|cf|approx|Inc|Ltd|No|Fig|al|p|pp|[A-Z])\.$/u;
/** `3.` before a noun is an ordinal in German; a number of one or two digits is taken for one everywhere. */
const ORDINAL = /(?:^|[\s(])\d{1,2}\.$/u;

/** The sentences of inline Markdown. A boundary is an end mark, white space, and something that begins like a sentence. */
export function sentencesOf(inline: InlineText): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const match of inline.source.matchAll(/\s+/gu)) {
    if (!isBoundary(inline, match.index, match.index + match[0].length)) continue;
    push(sentences, inline, { start, end: match.index });
    start = match.index + match[0].length;
  }
  push(sentences, inline, { start, end: inline.source.length });
  return sentences;
}

/** The sentences of a text without markup. */
export function plainSentences(text: string): readonly string[] {
  const inline = readInline(text);
  return inline === null ? [] : sentencesOf(inline).map((sentence) => sentence.text);
}

function push(
  sentences: Sentence[],
  inline: InlineText,
  range: { start: number; end: number },
): void {
  const text = visibleText(inline, range.start, range.end);
  if (text !== '') sentences.push({ ...range, text, wordCount: wordsOf(text).length });
}

function isBoundary(inline: InlineText, from: number, to: number): boolean {
  // White space inside a link's address or a short code ends nothing.
  if (inline.visible[from] !== true) return false;
  const before = visibleText(inline, Math.max(0, from - 40), from);
  if (!/[.!?…][)\]"'”“»’]*$/u.test(before)) return false;
  const bare = before.replace(/[)\]"'”“»’]+$/u, '');
  if (ABBREVIATION.test(bare) || ORDINAL.test(bare)) return false;
  const after = visibleText(inline, to, to + 12);
  return (
    /^[("'„“”«»‘@]*[\p{Lu}\p{N}]|^@\p{L}/u.test(after) ||
    /^`/u.test(inline.source.slice(to, to + 1))
  );
}
