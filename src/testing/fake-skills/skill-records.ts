import type {
  ApprovalRow,
  Attachment,
  RevocationRow,
  SkillRecords,
  TrustThresholds,
} from '../../skills/index.ts';
import { skillOnly, sourceOnly, type FakeSkillTables } from './skill-tables.ts';

/** What is read of skills, of whatever the tables are at the moment of a question. */
export function records(
  tables: () => FakeSkillTables,
  thresholds: () => TrustThresholds,
): SkillRecords {
  const isLater = (revocation: RevocationRow, approval: ApprovalRow) =>
    revocation.skillUid === approval.skillUid &&
    revocation.digest === approval.digest &&
    revocation.id > approval.id;
  const revocationAfter = (approval: ApprovalRow) =>
    tables().revocations.find((revocation) => isLater(revocation, approval)) ?? null;
  const approvalsOf = (skillUid: number) =>
    tables()
      .approvals.filter((row) => row.skillUid === skillUid)
      .toReversed();
  const approvalStates = (skillUid: number) =>
    approvalsOf(skillUid).map((approval) => ({
      approval,
      revocation: revocationAfter(approval),
    }));
  const inOrder = (rows: readonly Attachment[]) =>
    rows.toSorted((a, b) => a.configurationUid - b.configurationUid || a.position - b.position);
  const answer = <T>(value: T) => Promise.resolve(value);
  return {
    skill: (uid) => answer(skillOnly(tables().skills.find((row) => row.uid === uid))),
    skills: () => answer(tables().skills.flatMap((row) => skillOnly(row) ?? [])),
    source: (uid) => answer(sourceOnly(tables().sources.find((row) => row.uid === uid))),
    sources: () => answer(tables().sources.flatMap((row) => sourceOnly(row) ?? [])),
    bundledSource: () => answer(sourceOnly(tables().sources.find((row) => row.bundled))),
    bundledSkill: (identifier) =>
      answer(skillOnly(tables().skills.find((row) => row.bundledIdentifier === identifier))),
    attachments: (uid) =>
      answer(inOrder(tables().attachments.filter((row) => row.configurationUid === uid))),
    attachmentsOf: (uid) =>
      answer(inOrder(tables().attachments.filter((row) => row.skillUid === uid))),
    approvalOf: ({ skillUid, sourceUid, digest }) => {
      const approval = approvalsOf(skillUid).find(
        (row) => row.sourceUid === sourceUid && row.digest === digest,
      );
      if (approval === undefined) return answer(null);
      const revocation = revocationAfter(approval);
      return answer({
        approval,
        unrevoked: revocation === null,
        ...(revocation === null ? {} : { revokedBecause: revocation.reason }),
      });
    },
    latestUnrevokedApproval: (skillUid, sourceUid) =>
      answer(
        approvalsOf(skillUid).find(
          (row) => row.sourceUid === sourceUid && revocationAfter(row) === null,
        ) ?? null,
      ),
    approvals: (skillUid) => answer(approvalStates(skillUid)),
    approvalsBySkill: () => {
      const uids = new Set(tables().approvals.map(({ skillUid }) => skillUid));
      return answer(new Map([...uids].map((uid) => [uid, approvalStates(uid)] as const)));
    },
    history: (skillUid) =>
      answer(
        tables()
          .history.filter((row) => row.skillUid === skillUid)
          .toReversed(),
      ),
    audit: ({ skillUid, sourceUid, actorId, events, limit }) =>
      answer(
        tables()
          .audit.filter(
            (row) =>
              (skillUid === undefined || row.skillUid === skillUid) &&
              (sourceUid === undefined || row.sourceUid === sourceUid) &&
              (actorId === undefined || row.actorId === actorId) &&
              (events?.includes(row.event) ?? true),
          )
          .toReversed()
          .slice(0, limit),
      ),
    auditActors: () =>
      answer([...new Set(tables().audit.flatMap(({ actorId }) => actorId ?? []))].sort()),
    thresholds: () => answer(thresholds()),
  };
}
