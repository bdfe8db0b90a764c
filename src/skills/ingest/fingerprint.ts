import { sha256Hex } from '../../base/index.ts';

/**
 * The fingerprint of a source: sha256 over one line `<source uid>:<identifier>:<sha256 of the body>` a skill that could be
 * read, sorted by identifier (facts §1). It vouches for bodies only (SYN-11). An identifier that would write lines of its
 * own is quoted, so that two trees never share a fingerprint.
 */
export function sourceFingerprint(
  sourceUid: number,
  skills: readonly { readonly identifier: string; readonly bodyChecksum: string }[],
): string {
  const lines = skills
    .map(({ identifier, bodyChecksum }) => ({
      name: `${String(sourceUid)}:${onOneLine(identifier)}`,
      bodyChecksum,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, bodyChecksum }) => `${name}:${bodyChecksum}`);
  return sha256Hex(lines.join('\n'));
}

/** What begins like a quoted one is quoted too, or it could be taken for one. */
function onOneLine(identifier: string): string {
  return /^"|\n/.test(identifier) ? JSON.stringify(identifier) : identifier;
}

/** Whether what was read is what a source declares; a declaration over nothing never holds. Letter case means nothing. */
export function fingerprintHolds(facts: {
  readonly expected: string | null;
  readonly computed: string;
  readonly skillCount: number;
}): boolean {
  if (facts.expected === null) return true;
  const [expected, computed] = [facts.expected.toLowerCase(), facts.computed];
  let difference = expected.length ^ computed.length;
  for (let index = 0; index < computed.length; index += 1) {
    difference |= expected.charCodeAt(index) ^ computed.charCodeAt(index);
  }
  return difference === 0 && facts.skillCount > 0;
}
