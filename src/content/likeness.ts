/**
 * How much two texts have in common, 0 to 1 (Dice): by words, and for short texts also by pairs of letters, so that a
 * corrected heading is recognised while two paragraphs on one subject are not.
 */
export function textLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if (a === '' || b === '') return 0;
  const byWords = dice(wordsOf(a), wordsOf(b));
  if (a.length > SHORT_CHARACTERS || b.length > SHORT_CHARACTERS) return byWords;
  return Math.max(byWords, dice(pairsOf(a), pairsOf(b)));
}

const SHORT_CHARACTERS = 80;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function pairsOf(text: string): readonly string[] {
  const letters = Array.from(text.toLowerCase());
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

function dice(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const part of a) counts.set(part, (counts.get(part) ?? 0) + 1);
  let common = 0;
  for (const part of b) {
    const left = counts.get(part) ?? 0;
    if (left === 0) continue;
    counts.set(part, left - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length);
}
