import { AppError, type Transaction } from '../base/index.ts';
import type {
  ApprovalRow,
  Attachment,
  NewSkill,
  NewSkillSource,
  RevocationRow,
  Skill,
  SkillAuditRow,
  SkillHistoryRow,
  SkillRecords,
  SkillSource,
  SkillStore,
  SkillWriter,
  TrustThresholds,
} from '../skills/index.ts';

interface StoredSource extends SkillSource {
  readonly bundled: boolean;
}

interface StoredSkill extends Skill {
  readonly bundledIdentifier: string | null;
}

/** What the store holds; every list is replaced as a whole, so a draft is a shallow copy. */
export interface FakeSkillTables {
  readonly sources: readonly StoredSource[];
  readonly skills: readonly StoredSkill[];
  readonly attachments: readonly Attachment[];
  readonly approvals: readonly ApprovalRow[];
  readonly revocations: readonly RevocationRow[];
  readonly history: readonly SkillHistoryRow[];
  readonly audit: readonly SkillAuditRow[];
  readonly lastId: number;
}

const EMPTY: FakeSkillTables = {
  sources: [],
  skills: [],
  attachments: [],
  approvals: [],
  revocations: [],
  history: [],
  audit: [],
  lastId: 0,
};

export interface FakeSkillStoreOptions {
  /** Read at every question. Default: minimum untrusted, instruction verified. */
  readonly thresholds?: () => TrustThresholds;
}

/** Skills in memory that can be kept and put back as a whole. */
export interface FakeSkillStore extends SkillStore {
  snapshot(): FakeSkillTables;
  restore(snapshot: FakeSkillTables): void;
}

/** Skills in memory, for tests of what reads them. Needs `createFakeTransactions`. */
export function createFakeSkillStore(options: FakeSkillStoreOptions = {}): FakeSkillStore {
  const thresholds =
    options.thresholds ??
    (() => ({ minTrust: 'untrusted', instructionTrust: 'verified' }) as const);
  let committed = EMPTY;
  const drafts = new WeakMap<Transaction, { tables: FakeSkillTables }>();
  const draftOf = (transaction: Transaction) => {
    const known = drafts.get(transaction);
    if (known !== undefined) return known;
    const draft = { tables: committed };
    drafts.set(transaction, draft);
    transaction.onCommit(() => {
      committed = draft.tables;
    });
    return draft;
  };
  return {
    ...records(() => committed, thresholds),
    snapshot: () => committed,
    restore: (snapshot) => {
      committed = snapshot;
    },
    within: (transaction) => {
      const draft = draftOf(transaction);
      return { ...records(() => draft.tables, thresholds), ...writer(draft) };
    },
  };
}

function records(tables: () => FakeSkillTables, thresholds: () => TrustThresholds): SkillRecords {
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
      return answer(
        approval === undefined ? null : { approval, unrevoked: revocationAfter(approval) === null },
      );
    },
    latestUnrevokedApproval: (skillUid, sourceUid) =>
      answer(
        approvalsOf(skillUid).find(
          (row) => row.sourceUid === sourceUid && revocationAfter(row) === null,
        ) ?? null,
      ),
    approvals: (skillUid) =>
      answer(
        approvalsOf(skillUid).map((approval) => ({
          approval,
          revocation: revocationAfter(approval),
        })),
      ),
    approvalsBySkill: () => {
      const uids = new Set(tables().approvals.map(({ skillUid }) => skillUid));
      const states = [...uids].map(
        (uid) =>
          [
            uid,
            approvalsOf(uid).map((approval) => ({
              approval,
              revocation: revocationAfter(approval),
            })),
          ] as const,
      );
      return answer(new Map(states));
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

function writer(draft: { tables: FakeSkillTables }): Omit<SkillWriter, keyof SkillRecords> {
  const put = (tables: Partial<FakeSkillTables>) => {
    draft.tables = { ...draft.tables, ...tables };
  };
  const nextId = () => {
    put({ lastId: draft.tables.lastId + 1 });
    return draft.tables.lastId;
  };
  const refuseTwin = (sourceUid: number, identifier: string, uid: number | null) => {
    const isTaken = draft.tables.skills.some(
      (row) => row.uid !== uid && row.sourceUid === sourceUid && row.identifier === identifier,
    );
    if (isTaken) throw new AppError('skill_invalid', 'The source already has that identifier.');
  };
  return {
    lockSkill: (uid) =>
      Promise.resolve(skillOnly(draft.tables.skills.find((row) => row.uid === uid))),
    lockBundled: () => Promise.resolve(),
    insertSource: (source: NewSkillSource) => {
      const row = { ...source, uid: nextId() };
      put({ sources: [...draft.tables.sources, row] });
      return Promise.resolve(withoutBundled(row));
    },
    updateSource: (uid, changes) => {
      const update = (row: StoredSource) => (row.uid === uid ? { ...row, ...changes } : row);
      put({ sources: draft.tables.sources.map(update) });
      return Promise.resolve();
    },
    insertSkill: async (skill: NewSkill) => {
      refuseTwin(skill.sourceUid, skill.identifier, null);
      const row: StoredSkill = { ...skill, uid: nextId() };
      put({ skills: [...draft.tables.skills, row] });
      return Promise.resolve(withoutBundledIdentifier(row));
    },
    updateSkill: async (uid, changes) => {
      const known = draft.tables.skills.find((row) => row.uid === uid);
      if (known === undefined) return Promise.resolve();
      refuseTwin(changes.sourceUid ?? known.sourceUid, known.identifier, uid);
      const update = (row: StoredSkill) => (row.uid === uid ? { ...row, ...changes } : row);
      put({ skills: draft.tables.skills.map(update) });
    },
    setAttachment: ({ configurationUid, skillUid, loadMode }) => {
      const { attachments } = draft.tables;
      const isIt = (row: Attachment) =>
        row.configurationUid === configurationUid && row.skillUid === skillUid;
      const last = Math.max(
        0,
        ...attachments
          .filter((row) => row.configurationUid === configurationUid)
          .map(({ position }) => position),
      );
      put({
        attachments: attachments.some(isIt)
          ? attachments.map((row) => (isIt(row) ? { ...row, loadMode } : row))
          : [...attachments, { configurationUid, skillUid, loadMode, position: last + 1 }],
      });
      return Promise.resolve();
    },
    orderAttachments: (configurationUid, skillUids) => {
      const known = draft.tables.attachments
        .filter((row) => row.configurationUid === configurationUid)
        .map(({ skillUid }) => skillUid);
      const asked = new Set(skillUids);
      const isSame = asked.size === skillUids.length && asked.size === known.length;
      if (!isSame || known.some((uid) => !asked.has(uid))) return Promise.resolve(false);
      put({
        attachments: draft.tables.attachments.map((row) =>
          row.configurationUid === configurationUid
            ? { ...row, position: skillUids.indexOf(row.skillUid) + 1 }
            : row,
        ),
      });
      return Promise.resolve(true);
    },
    removeAttachment: (configurationUid, skillUid) => {
      put({
        attachments: draft.tables.attachments.filter(
          (row) => row.configurationUid !== configurationUid || row.skillUid !== skillUid,
        ),
      });
      return Promise.resolve();
    },
    appendApproval: (row) => {
      const approval = { ...row, id: nextId() };
      put({ approvals: [...draft.tables.approvals, approval] });
      return Promise.resolve(approval);
    },
    appendRevocation: (row) => {
      const revocation = { ...row, id: nextId() };
      put({ revocations: [...draft.tables.revocations, revocation] });
      return Promise.resolve(revocation);
    },
    appendHistory: (row) => {
      const entry = { ...row, id: nextId() };
      put({ history: [...draft.tables.history, entry] });
      return Promise.resolve(entry);
    },
    appendAudit: (row) => {
      put({ audit: [...draft.tables.audit, { ...row, id: nextId() }] });
      return Promise.resolve();
    },
  };
}

function skillOnly(row: StoredSkill | undefined): Skill | null {
  return row === undefined ? null : withoutBundledIdentifier(row);
}

function sourceOnly(row: StoredSource | undefined): SkillSource | null {
  return row === undefined ? null : withoutBundled(row);
}

function withoutBundledIdentifier({
  uid,
  sourceUid,
  identifier,
  version,
  bodyChecksum,
  storedDigest,
  copiedTrustLevel,
  enabled,
  orphaned,
  dataClass = null,
}: StoredSkill): Skill {
  return {
    uid,
    sourceUid,
    identifier,
    version,
    bodyChecksum,
    storedDigest,
    copiedTrustLevel,
    enabled,
    orphaned,
    dataClass,
  };
}

function withoutBundled({ uid, type, title, trustLevel, enabled }: StoredSource): SkillSource {
  return { uid, type, title, trustLevel, enabled };
}
