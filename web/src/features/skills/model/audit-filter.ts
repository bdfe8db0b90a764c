import type { SkillAuditEntry } from '../../../../../src/contracts/index.ts';

/** Entries of one event (empty: all) in whose detail, actor or digest every word of the search occurs. */
export function filterAudit(
  entries: readonly SkillAuditEntry[],
  filter: { readonly event: string; readonly search: string },
): SkillAuditEntry[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (filter.event !== '' && entry.event !== filter.event) return false;
    const text = `${entry.detail}\n${entry.actorName}\n${entry.digest ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
