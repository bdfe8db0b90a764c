/** Text as it is compared in a search: composed, lower case, in one line. The databases fold only part of Unicode. */
export function foldedText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** A pattern for `like … escape '\\'` in which every character of the search stands for itself. */
export function containsPattern(text: string): string {
  return `%${foldedText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
