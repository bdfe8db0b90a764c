import { actorIdOf, requireAdministrator, type Actor } from '../actors/index.ts';
import { orThrow } from '../base/index.ts';
import { currentDigest } from './instruction.ts';
import { approvalRefusal, revocationRefusal, type Refusal } from './skill-rules.ts';
import { auditSkill, type SkillServiceDeps, type VersionDecision } from './skill-service-deps.ts';
import type { Skill } from './skill.ts';
import { normaliseVersion } from './version-digest.ts';

type ApprovalDeps = Pick<SkillServiceDeps, 'store' | 'transactions' | 'clock' | 'onDecision'>;

/**
 * Approves the version a person saw: the digest is computed again in the transaction and compared with the one their page
 * rendered (APR-02). A refusal stores nothing but its audit row, which stays although the refusal is thrown.
 */
export async function approveVersion(
  deps: ApprovalDeps,
  uid: number,
  decision: { readonly renderedDigest: string; readonly actor: Actor },
): Promise<void> {
  const { actor, renderedDigest } = decision;
  // Nobody in particular leaves no trace in the audit.
  if (actor.kind === 'anonymous') requireAdministrator(actor);
  const refusal = await deps.transactions.transact(async (transaction): Promise<Refusal | null> => {
    const writer = deps.store.within(transaction);
    const skill = await writer.lockSkill(uid);
    const source = skill === null ? null : await writer.source(skill.sourceUid);
    const current = skill === null ? null : currentDigest(skill, source);
    const atMs = deps.clock.now();
    const refused = approvalRefusal({ actor, skill, current, renderedDigest });
    if (skill === null) return refused;
    if (refused === null && source !== null && current?.digest) {
      await writer.appendApproval({
        skillUid: uid,
        sourceUid: source.uid,
        digest: current.digest,
        snapshot: normaliseVersion(skill.version),
        trustLevel: source.trustLevel,
        approvedBy: actorIdOf(actor) ?? '',
        atMs,
      });
      await deps.onDecision?.(transaction, decisionAbout('approved', skill, current.digest));
    }
    await auditSkill(writer, skill, {
      event: refused === null ? 'approved' : 'approval_refused',
      digest: renderedDigest,
      actorId: actorIdOf(actor),
      detail: refused?.code ?? '',
      atMs,
    });
    return refused;
  });
  orThrow(refusal);
}

/** Takes every approval of a digest back until it is approved anew (APR-03). */
export async function revokeVersion(
  deps: ApprovalDeps,
  uid: number,
  decision: { readonly digest: string; readonly reason: string; readonly actor: Actor },
): Promise<void> {
  const { actor, digest, reason } = decision;
  await deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const skill = await writer.lockSkill(uid);
    const approvals = await writer.approvals(uid);
    const everApproved = approvals.some(({ approval }) => approval.digest === digest);
    orThrow(revocationRefusal({ actor, skill, everApproved }));
    if (skill === null) return;
    const atMs = deps.clock.now();
    const revokedBy = actorIdOf(actor) ?? '';
    await writer.appendRevocation({ skillUid: uid, digest, reason, revokedBy, atMs });
    await auditSkill(writer, skill, {
      event: 'revoked',
      digest,
      actorId: revokedBy,
      detail: reason,
      atMs,
    });
    await deps.onDecision?.(transaction, decisionAbout('revoked', skill, digest));
  });
}

function decisionAbout(
  kind: VersionDecision['kind'],
  { uid, identifier, version }: Skill,
  digest: string,
): VersionDecision {
  return { kind, skillUid: uid, identifier, name: version.name, digest };
}
