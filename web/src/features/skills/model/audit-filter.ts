import type { SkillAuditEntry } from '../../../../../src/contracts/index.ts';

/** Entries in which every word of the search occurs: in what a row says, in a name or in the digest. */
export function searchAudit(
  entries: readonly SkillAuditEntry[],
  search: string,
  wordsOf: (entry: SkillAuditEntry) => string,
): SkillAuditEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const { detail, actorName, digest, skillName, sourceTitle } = entry;
    const text = [wordsOf(entry), detail, actorName, digest, skillName, sourceTitle]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
