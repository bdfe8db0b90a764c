import type { CatalogueCandidate } from './catalogue.ts';
import type { DeclarationFacts } from './declared-tools.ts';
import { currentDigest, type InstructionFacts } from './instruction.ts';
import type { PinFacts } from './pin-verdict.ts';
import type { Pin, Skill, SkillReader } from './skill.ts';

/** Fetches what the pure rules of this folder ask for. Everything is read afresh at every call. */

/** Facts for `isInstruction` and `admits`; `null` when there is no such skill. */
export async function readInstructionFacts(
  reader: SkillReader,
  skillUid: number,
): Promise<InstructionFacts | null> {
  const skill = await reader.skill(skillUid);
  if (skill === null) return null;
  const source = await reader.source(skill.sourceUid);
  const { digest } = currentDigest(skill, source);
  return {
    skill,
    source,
    thresholds: await reader.thresholds(),
    approval:
      digest === null
        ? null
        : await reader.approvalOf({ skillUid, sourceUid: skill.sourceUid, digest }),
  };
}

/** Facts for `pinVerdict`. */
export async function readPinFacts(reader: SkillReader, pin: Pin): Promise<PinFacts> {
  return {
    skill: await reader.skill(pin.skillUid),
    pinSource: await reader.source(pin.sourceUid),
    thresholds: await reader.thresholds(),
    approval: await reader.approvalOf(pin),
  };
}

/** Facts for `declaredTools`; `pinned` is the snapshot of a pin of this skill that was found to hold. */
export async function readDeclarationFacts(
  reader: SkillReader,
  skill: Skill,
  pinned: DeclarationFacts['pinned'],
): Promise<DeclarationFacts> {
  return {
    source: await reader.source(skill.sourceUid),
    pinned,
    latestApproval: await reader.latestUnrevokedApproval(skill.uid, skill.sourceUid),
  };
}

/** Candidates for `catalogueEntries`: every attachment of the configuration whose skill exists. */
export async function readCatalogueCandidates(
  reader: SkillReader,
  configurationUid: number,
): Promise<readonly CatalogueCandidate[]> {
  const candidates: CatalogueCandidate[] = [];
  for (const attachment of await reader.attachments(configurationUid)) {
    const facts = await readInstructionFacts(reader, attachment.skillUid);
    if (facts !== null) candidates.push({ attachment, facts });
  }
  return candidates;
}
