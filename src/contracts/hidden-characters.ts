/**
 * A character that changes what a text says without being seen (decisions §51): whatever Unicode draws as nothing, such as
 * variation selectors and fillers, controls, direction marks, tags, separators of lines, private use and broken pairs. A
 * tab and the end of a line are seen, and so is what makes an emoji: one selector after it, a joiner between two. A
 * carriage return counts; who takes it for the end of a line normalises line ends first.
 */
export const HIDDEN_CHARACTER =
  /(?!(?<=(?!\p{ASCII})\p{Emoji})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})|[\t\n])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cs}\u2028\u2029]/u;

const HIDDEN = new RegExp(HIDDEN_CHARACTER, 'gu');

/** A stretch of text as it can be seen, or one character that cannot be, by its code point. */
export type VisiblePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly code: string };

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

/** The same as plain text: nothing in it turns the lines around it, and a terminal obeys nothing in it. */
export function withVisibleCharacters(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `⟦${part.code}⟧`))
    .join('');
}
