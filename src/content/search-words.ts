/**
 * Words as a search compares them: whatever the case, the accents and the width of letters, and `ß` as `ss`. Both
 * databases are given these and no text, so that they find the same.
 */

/** Scripts that put no space between words: there each sign counts as a word. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}';
const WORD = new RegExp(
  `[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);

/** A longer word is found by its beginning: PostgreSQL takes none of more than 2,046 bytes. */
const MAX_WORD_CHARACTERS = 60;

/** The words of a text, in order. */
export function searchWords(text: string): readonly string[] {
  return (folded(text).match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD_CHARACTERS));
}

/** Where the first word that begins with the given one stands in a text, or `null`. */
export function findWord(
  text: string,
  word: string,
): { readonly start: number; readonly end: number } | null {
  const { letters, places } = foldedWithPlaces(text);
  for (const match of letters.matchAll(WORD)) {
    if (!match[0].startsWith(word)) continue;
    const start = places[match.index] ?? 0;
    return { start, end: places[match.index + word.length] ?? text.length };
  }
  return null;
}

const PLAIN = /^[\0-\x7f]*$/;

function folded(text: string): string {
  // Most text is; it is a tenth of the work.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** The folded text, and for each of its units the place of the letter it comes from. */
function foldedWithPlaces(text: string): {
  readonly letters: string;
  readonly places: readonly number[];
} {
  let letters = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const piece = folded(letter);
    for (let unit = 0; unit < piece.length; unit += 1) places.push(at);
    letters += piece;
    at += letter.length;
  }
  return { letters, places };
}
