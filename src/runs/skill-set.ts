import {
  admits,
  currentDigest,
  declaredTools,
  isInstruction,
  pinVerdict,
  readDeclarationFacts,
  readInstructionFacts,
  readPinFacts,
  type ApprovalRow,
  type InstructionVerdict,
  type Pin,
  type Skill,
  type SkillReader,
} from '../skills/index.ts';
import type { InstructionSection } from '../prompts/index.ts';
import { resolveAllowList, type AllowList } from '../tools/index.ts';
import { failedPins, type FailedPin } from './rules/failed-pins.ts';

/** Reads what the rules ask about the skills of a run. Everything afresh, at every check. */

export interface PinCheck {
  readonly failed: readonly FailedPin[];
  /** The sections of the pins that hold, in pin order, from their approval snapshots (PIN-01). */
  readonly sections: readonly InstructionSection[];
}

export async function checkPins(
  skills: SkillReader,
  pins: readonly Pin[],
  requireSecondApprover: boolean,
): Promise<PinCheck> {
  const facts = new Map(
    await Promise.all(pins.map(async (pin) => [pin, await readPinFacts(skills, pin)] as const)),
  );
  const verdictOf = (pin: Pin) => {
    const known = facts.get(pin);
    return known === undefined ? 'skill_gone' : pinVerdict(pin, known);
  };
  const failed = failedPins(pins, { verdictOf, requireSecondApprover }).map((failure) => {
    const because = facts.get(failure.pin)?.approval?.revokedBecause;
    return failure.reason !== 'revoked' || because === undefined
      ? failure
      : { ...failure, because };
  });
  const sections = pins.flatMap((pin) => {
    const approval = facts.get(pin)?.approval?.approval;
    return approval === undefined || failed.some((failure) => failure.pin === pin)
      ? []
      : [{ skillUid: pin.skillUid, digest: pin.digest, version: approval.snapshot }];
  });
  return { failed, sections };
}

/** What is known of one skill when a run wants to use it. */
export interface SkillStanding {
  readonly skill: Skill;
  readonly enabled: boolean;
  readonly orphaned: boolean;
  readonly admitted: boolean;
  readonly intact: boolean;
  /** The marker of the version that would be composed: the approved one of an instruction, the record's otherwise. */
  readonly process: boolean;
  readonly verdict: InstructionVerdict;
}

export async function standingOf(
  skills: SkillReader,
  skillUid: number,
): Promise<SkillStanding | null> {
  const facts = await readInstructionFacts(skills, skillUid);
  if (facts === null) return null;
  const verdict = isInstruction(facts);
  const { skill, source, thresholds } = facts;
  return {
    skill,
    enabled: skill.enabled,
    orphaned: skill.orphaned,
    admitted: admits(skill, source, thresholds),
    intact: currentDigest(skill, source).state !== 'damaged',
    process: verdict.instruction ? verdict.approval.snapshot.process : skill.version.process,
    verdict,
  };
}

/** Enabled, not orphaned and admitted: what composition and the allow-list are made of. */
export function isEffective(standing: SkillStanding): boolean {
  return standing.enabled && !standing.orphaned && standing.admitted;
}

export function pinOf(approval: ApprovalRow): Pin {
  return {
    skillUid: approval.skillUid,
    sourceUid: approval.sourceUid,
    digest: approval.digest,
    process: approval.snapshot.process,
    name: approval.snapshot.name,
  };
}

export function sectionOf(approval: ApprovalRow): InstructionSection {
  return {
    skillUid: approval.skillUid,
    digest: approval.digest,
    version: approval.snapshot,
  };
}

/** Skills whose lists decide on the tools of a run; the pinned ones by their snapshots. */
export interface ListingSkills {
  readonly skillUids: readonly number[];
  readonly pinned: readonly InstructionSection[];
}

/**
 * The allow-list over a run's own skill set: attachments in both modes, forced and invoked skills, as far as they are
 * effective (ALW-01), and the pinned ones by their snapshots whether or not they are enabled (ALW-05).
 */
export async function liveAllowList(skills: SkillReader, set: ListingSkills): Promise<AllowList> {
  return resolveAllowList((await listsOf(skills, set)).map(({ list }) => list));
}

/** What each skill of the set that is in effect lists; `null` = it says nothing of tools. */
export async function listsOf(
  skills: SkillReader,
  set: ListingSkills,
): Promise<readonly { readonly skill: Skill; readonly list: AllowList }[]> {
  const uids = [...new Set([...set.pinned.map(({ skillUid }) => skillUid), ...set.skillUids])];
  const found = await Promise.all(
    uids.map(async (uid) => {
      const pinned = set.pinned.find(({ skillUid }) => skillUid === uid);
      const standing = await standingOf(skills, uid);
      if (standing === null || (pinned === undefined && !isEffective(standing))) return [];
      const { skill } = standing;
      const facts = await readDeclarationFacts(
        skills,
        skill,
        pinned === undefined ? null : { snapshot: pinned.version, digest: pinned.digest },
      );
      return [{ skill, list: declaredTools(skill, facts) }];
    }),
  );
  return found.flat();
}

/** What a run with this configuration may offer when it is started with no further skill; `null` = every tool (ALW-01). */
export async function configurationAllowList(
  skills: SkillReader,
  configurationUid: number,
): Promise<AllowList> {
  const attachments = await skills.attachments(configurationUid);
  return liveAllowList(skills, {
    skillUids: attachments.map(({ skillUid }) => skillUid),
    pinned: [],
  });
}
