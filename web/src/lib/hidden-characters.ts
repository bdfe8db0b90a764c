import { HIDDEN_CHARACTER } from '../../../src/contracts/index.ts';

/** A stretch of text as it can be seen, or one character that cannot be, by its code point. */
export type VisiblePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly code: string };

const HIDDEN = new RegExp(HIDDEN_CHARACTER, 'gu');

/** Splits a text so that nobody approves characters they could not see (decisions §51). */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    const point = match[0].codePointAt(0) ?? 0;
    parts.push({ kind: 'hidden', code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}` });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** The same as plain text, for a view that renders it: a direction mark must not turn the lines around it. */
export function withVisibleCharacters(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `⟦${part.code}⟧`))
    .join('');
}

/**
 * Both sides of a proposal as they are to be shown: with hidden characters written out as soon as the proposal brings or
 * takes one. Those that stay where they are, such as soft hyphens, are left alone.
 */
export function withVisibleChanges(
  before: string | null,
  after: string | null,
): { before: string | null; after: string | null } {
  const hiddenOf = (text: string | null) =>
    visibleParts(text ?? '')
      .flatMap((part) => (part.kind === 'hidden' ? [part.code] : []))
      .sort()
      .join();
  if (hiddenOf(before) === hiddenOf(after)) return { before, after };
  return {
    before: before === null ? null : withVisibleCharacters(before),
    after: after === null ? null : withVisibleCharacters(after),
  };
}
