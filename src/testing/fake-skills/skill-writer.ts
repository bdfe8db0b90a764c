import { AppError } from '../../base/index.ts';
import type {
  Attachment,
  NewSkill,
  NewSkillSource,
  SkillRecords,
  SkillWriter,
} from '../../skills/index.ts';
import {
  skillOnly,
  withoutBundled,
  withoutBundledIdentifier,
  type FakeSkillTables,
  type StoredSkill,
  type StoredSource,
} from './skill-tables.ts';

/** Changes a draft of the tables. */
export function writer(draft: { tables: FakeSkillTables }): Omit<SkillWriter, keyof SkillRecords> {
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
