/**
 * Names of a declaration written as text: separated by commas or white space, except inside parentheses, so that
 * `Bash(git add:*), Read` is two names (decisions §48). Order and repetitions stay; the digest sorts them.
 */
export function splitAllowedTools(text: string): string[] {
  const names: string[] = [];
  let name = '';
  let depth = 0;
  for (const character of text) {
    if (depth === 0 && /[\s,]/u.test(character)) {
      if (name !== '') names.push(name);
      name = '';
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')' && depth > 0) depth -= 1;
    name += character;
  }
  name = name.trimEnd();
  return name === '' ? names : [...names, name];
}

/** A declaration as the digest and the store hold it: split, sorted by UTF-8 bytes, each name once; `null` stays. */
export function normaliseAllowedTools(names: readonly string[] | null): string[] | null {
  if (names === null) return null;
  return [...new Set(names.flatMap((name) => splitAllowedTools(name)))].sort(compareBytes);
}

/** Order of two texts by their UTF-8 bytes, which is the order of their code points, not of their UTF-16 units. */
export function compareBytes(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0) ?? 0);
  const right = Array.from(b, (character) => character.codePointAt(0) ?? 0);
  for (const [index, point] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (point !== other) return point - other;
  }
  return left.length - right.length;
}
