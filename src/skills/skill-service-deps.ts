import type { Clock, Transaction, Transactions } from '../base/index.ts';
import type { RevokeReach, SkillOrigin } from '../contracts/index.ts';
import type { SkillAuditRow, SkillStore, SkillWriter } from './skill-store.ts';
import type { Skill } from './skill.ts';

/** Where versions are in use; what stands on skills answers it. */
export interface SkillUsage {
  /** Conversations whose last run holds a pin of exactly this version. */
  conversationsHolding(skillUid: number, digest: string): Promise<RevokeReach['conversations']>;
  /** How many those are, of any version; for lists. */
  conversationCounts(): Promise<(skillUid: number, digest: string) => number>;
  /** Waiting runs that hold a pin of exactly this version. */
  runsWaitingUnder(skillUid: number, digest: string): Promise<RevokeReach['waitingRuns']>;
  /** Names of configurations; unknown uids are left out. */
  configurationsNamed(uids: readonly number[]): Promise<RevokeReach['configurations']>;
}

/** What is known of a tool by its name, for the approval form. */
export interface KnownTool {
  readonly effect: string;
}

/** What an administrator decided about a version. */
export interface VersionDecision {
  readonly kind: 'approved' | 'revoked';
  readonly skillUid: number;
  readonly identifier: string;
  /** The skill's, as it is now. */
  readonly name: string;
  readonly digest: string;
}

export interface SkillServiceDeps {
  readonly store: SkillStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly usage: SkillUsage;
  /** `null` for a name no tool here has. */
  readonly toolInfo: (name: string) => Promise<KnownTool | null>;
  /** Where the skill's version was read; `null` when no sync brought it. Default: never known. */
  readonly originOf?: (skill: Skill) => Promise<SkillOrigin | null>;
  /** A person's name; `null` when erased or unknown. */
  readonly nameOf: (userId: string) => Promise<string | null>;
  /** Told in the transaction of each decision; what it writes stands or falls with it. Default: nobody is told. */
  readonly onDecision?: (transaction: Transaction, decision: VersionDecision) => Promise<void>;
}

/** Appends an audit row about a skill, in its source and at its source's level as they are in this transaction. */
export async function auditSkill(
  writer: SkillWriter,
  skill: Skill,
  row: Pick<SkillAuditRow, 'event' | 'digest' | 'actorId' | 'detail' | 'atMs'>,
): Promise<void> {
  const source = await writer.source(skill.sourceUid);
  await writer.appendAudit({
    ...row,
    skillUid: skill.uid,
    sourceUid: skill.sourceUid,
    subject: skill.identifier,
    trustLevel: source?.trustLevel ?? null,
  });
}
