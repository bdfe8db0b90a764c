import type { CatalogueEntry } from '../contracts/index.ts';
import type { CatalogueCandidate } from './catalogue.ts';
import { admits, currentDigest, isInstruction } from './instruction.ts';

/** A skill somebody may start on a configuration; the caller adds what it knows of open points. */
export type InvocableSkill = Omit<CatalogueEntry, 'openPoints'>;

/**
 * What may be invoked by uid, in either load mode: enabled, attached, not orphaned, admitted and undamaged; a process only
 * when it is an instruction (API-01, LOD-04). Texts of whatever is no instruction are flagged as untrusted.
 */
export function invocableSkills(
  candidates: readonly CatalogueCandidate[],
  filter: { readonly processesOnly: boolean },
): readonly InvocableSkill[] {
  return candidates.flatMap(({ attachment, facts }): InvocableSkill[] => {
    const { skill, source, thresholds } = facts;
    if (!skill.enabled || skill.orphaned || !admits(skill, source, thresholds)) return [];
    const current = currentDigest(skill, source);
    if (current.state === 'damaged') return [];
    const verdict = isInstruction(facts);
    const { name, description, process } = verdict.instruction
      ? verdict.approval.snapshot
      : skill.version;
    if (process ? !verdict.instruction : filter.processesOnly) return [];
    return [
      {
        uid: skill.uid,
        identifier: skill.identifier,
        name,
        description,
        loadMode: attachment.loadMode,
        process,
        instruction: verdict.instruction,
        untrusted: !verdict.instruction,
        digest: current.digest,
      },
    ];
  });
}
