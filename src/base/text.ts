/** Length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // One unit is counted already; a pair takes four bytes, half a pair three.
    bytes += unit < 0x800 ? 1 : 2;
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) index += 1;
  }
  return bytes;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** `text` with CRLF and lone CR line ends as LF. */
export function normaliseLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** `text` cut to at most `maxCharacters` characters, the last one `…` when something was cut; never inside a surrogate pair. */
export function excerpt(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxCharacters) return text;
  return `${characters.slice(0, Math.max(0, maxCharacters - 1)).join('')}…`;
}

/** `text` on one line: every run of white space and control characters becomes one blank. */
export function singleLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A name as an identifier: lower-case letters and digits joined by hyphens, at most 80; `otherwise` when none are left. */
export function identifierFor(name: string, otherwise: string): string {
  return (
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || otherwise
  );
}
