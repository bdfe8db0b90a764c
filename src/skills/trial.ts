import { actorIdOf, isAdministrator, type Actor } from '../actors/index.ts';
import { errorOf, orThrow } from '../base/index.ts';
import { currentDigest } from './instruction.ts';
import { approvalRefusal, type Refusal } from './skill-rules.ts';
import { auditSkill, type SkillServiceDeps } from './skill-service-deps.ts';
import type { ApprovalRow, Pin, Skill, SkillReader, SkillSource } from './skill.ts';
import { normaliseVersion } from './version-digest.ts';

/** One version as it was when its trial began; what happens to the skill afterwards does not reach it (WEB-04). */
export interface TriedVersion {
  readonly skill: Skill;
  readonly source: SkillSource;
  readonly digest: string;
}

/**
 * Whether trying a version is refused: by the same rule as approving it, so what could not be approved is not tried
 * either, and the version tried is the one the page rendered (APR-02, WEB-04).
 */
export function trialRefusal(facts: Parameters<typeof approvalRefusal>[0]): Refusal | null {
  const refused = approvalRefusal(facts);
  if (refused === null) return null;
  if (refused.code === 'not_permitted') {
    return { ...refused, message: 'Only administrators try versions.' };
  }
  return refused.code === 'skill_changed'
    ? { ...refused, message: 'The skill changed since this page was shown. Nothing was tried.' }
    : refused;
}

/**
 * Hands out the version a person saw, to be tried on a page, and writes into the audit that they tried it: an unapproved
 * text is about to instruct a model once, and the audit says who let it. Nothing else is stored. Throws the refusals of
 * `trialRefusal`.
 */
export async function openTrial(
  deps: Pick<SkillServiceDeps, 'store' | 'transactions' | 'clock'>,
  uid: number,
  trial: { readonly renderedDigest: string; readonly pageUid: number; readonly actor: Actor },
): Promise<TriedVersion> {
  const { actor, renderedDigest, pageUid } = trial;
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const skill = isAdministrator(actor) ? await writer.lockSkill(uid) : null;
    const source = skill === null ? null : await writer.source(skill.sourceUid);
    const current = skill === null ? null : currentDigest(skill, source);
    orThrow(trialRefusal({ actor, skill, current, renderedDigest }));
    if (skill === null || source === null) {
      throw errorOf({ code: 'not_found', message: 'There is no such skill.' });
    }
    await auditSkill(writer, skill, {
      event: 'tried',
      digest: renderedDigest,
      actorId: actorIdOf(actor),
      detail: `page ${String(pageUid)}`,
      atMs: deps.clock.now(),
    });
    return { skill, source, digest: renderedDigest };
  });
}

/** No source has this uid: what is lifted for the trial is the one version, and no other skill of its source. */
const TRIAL_SOURCE_UID = -1;

/**
 * The skills as they would be if exactly this version were approved, enabled and its source trusted; every other skill is
 * as it is. Everything a run asks of skills goes through such a reader, so a trial and a real run differ in nothing else.
 * It stores nothing and is thrown away with the trial.
 */
export function trialReader(reader: SkillReader, tried: TriedVersion): SkillReader {
  const { uid } = tried.skill;
  const source: SkillSource = {
    ...tried.source,
    uid: TRIAL_SOURCE_UID,
    trustLevel: 'first_party',
    enabled: true,
  };
  const skill: Skill = {
    ...tried.skill,
    sourceUid: TRIAL_SOURCE_UID,
    copiedTrustLevel: 'first_party',
    enabled: true,
  };
  const approval: ApprovalRow = {
    id: 0,
    skillUid: uid,
    sourceUid: TRIAL_SOURCE_UID,
    digest: tried.digest,
    snapshot: normaliseVersion(tried.skill.version),
    trustLevel: 'first_party',
    approvedBy: '',
    atMs: 0,
  };
  const isTried = (pin: Pick<Pin, 'skillUid' | 'sourceUid' | 'digest'>) =>
    pin.skillUid === uid && pin.sourceUid === TRIAL_SOURCE_UID && pin.digest === tried.digest;
  return {
    skill: (asked) => (asked === uid ? Promise.resolve(skill) : reader.skill(asked)),
    source: (asked) =>
      asked === TRIAL_SOURCE_UID ? Promise.resolve(source) : reader.source(asked),
    attachments: async (configurationUid) => {
      const attached = await reader.attachments(configurationUid);
      if (attached.some(({ skillUid }) => skillUid === uid)) return attached;
      const position = Math.max(0, ...attached.map((attachment) => attachment.position)) + 1;
      return [...attached, { configurationUid, skillUid: uid, loadMode: 'on_demand', position }];
    },
    approvalOf: (pin) =>
      isTried(pin) ? Promise.resolve({ approval, unrevoked: true }) : reader.approvalOf(pin),
    latestUnrevokedApproval: (skillUid, sourceUid) =>
      skillUid === uid && sourceUid === TRIAL_SOURCE_UID
        ? Promise.resolve(approval)
        : reader.latestUnrevokedApproval(skillUid, sourceUid),
    thresholds: () => reader.thresholds(),
  };
}
