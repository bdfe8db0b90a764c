import type { Kysely } from 'kysely';
import type {
  ApprovalRow,
  ApprovalState,
  RevocationRow,
  SkillRecords,
  TrustThresholds,
} from '../../../skills/index.ts';
import { orNull } from '../columns.ts';
import type { Schema } from '../schema.ts';
import {
  approvalOf,
  attachmentOf,
  auditOf,
  historyOf,
  revocationOf,
  skillOf,
  sourceOf,
} from './rows.ts';

/** What is read of skills, on a connection or in a transaction. */
export function skillRecords(
  db: Kysely<Schema>,
  thresholds: () => Promise<TrustThresholds>,
): SkillRecords {
  return { ...rowReads(db), ...decisionReads(db), ...trailReads(db), thresholds };
}

function rowReads(
  db: Kysely<Schema>,
): Pick<
  SkillRecords,
  | 'skill'
  | 'skills'
  | 'source'
  | 'sources'
  | 'bundledSource'
  | 'bundledSkill'
  | 'attachments'
  | 'attachmentsOf'
> {
  const skills = () => db.selectFrom('skill').selectAll().orderBy('uid');
  const sources = () => db.selectFrom('skill_source').selectAll().orderBy('uid');
  const attachments = () =>
    db
      .selectFrom('attachment')
      .selectAll()
      .orderBy('configuration_uid')
      .orderBy('position')
      .orderBy('skill_uid');
  return {
    skill: async (uid) => orNull(await skills().where('uid', '=', uid).executeTakeFirst(), skillOf),
    skills: async () => (await skills().execute()).map(skillOf),
    source: async (uid) =>
      orNull(await sources().where('uid', '=', uid).executeTakeFirst(), sourceOf),
    sources: async () => (await sources().execute()).map(sourceOf),
    bundledSource: async () =>
      orNull(await sources().where('bundled', '=', 1).executeTakeFirst(), sourceOf),
    bundledSkill: async (identifier) =>
      orNull(
        await skills().where('bundled_identifier', '=', identifier).executeTakeFirst(),
        skillOf,
      ),
    attachments: async (uid) =>
      (await attachments().where('configuration_uid', '=', uid).execute()).map(attachmentOf),
    attachmentsOf: async (uid) =>
      (await attachments().where('skill_uid', '=', uid).execute()).map(attachmentOf),
  };
}

function decisionReads(
  db: Kysely<Schema>,
): Pick<SkillRecords, 'approvalOf' | 'latestUnrevokedApproval' | 'approvals' | 'approvalsBySkill'> {
  const approvals = (skillUid: number) =>
    db
      .selectFrom('skill_approval as a')
      .selectAll('a')
      .where('a.skill_uid', '=', skillUid)
      .orderBy('a.id', 'desc');
  const laterRevocations = (approval: { skill_uid: number; digest: string; id: number }) =>
    db
      .selectFrom('skill_revocation')
      .selectAll()
      .where('skill_uid', '=', approval.skill_uid)
      .where('digest', '=', approval.digest)
      .where('id', '>', approval.id)
      .orderBy('id')
      .limit(1);
  return {
    approvalOf: async ({ skillUid, sourceUid, digest }) => {
      const row = await approvals(skillUid)
        .where('a.source_uid', '=', sourceUid)
        .where('a.digest', '=', digest)
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return null;
      const revocation = await laterRevocations(row).executeTakeFirst();
      return {
        approval: approvalOf(row),
        unrevoked: revocation === undefined,
        ...(revocation === undefined ? {} : { revokedBecause: revocation.reason }),
      };
    },
    latestUnrevokedApproval: async (skillUid, sourceUid) => {
      const row = await approvals(skillUid)
        .where('a.source_uid', '=', sourceUid)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('skill_revocation as r')
                .select('r.id')
                .whereRef('r.skill_uid', '=', 'a.skill_uid')
                .whereRef('r.digest', '=', 'a.digest')
                .whereRef('r.id', '>', 'a.id'),
            ),
          ),
        )
        .limit(1)
        .executeTakeFirst();
      return orNull(row, approvalOf);
    },
    approvals: async (skillUid) => {
      const rows = (await approvals(skillUid).execute()).map(approvalOf);
      const revocations = (
        await db
          .selectFrom('skill_revocation')
          .selectAll()
          .where('skill_uid', '=', skillUid)
          .orderBy('id')
          .execute()
      ).map(revocationOf);
      return approvalStates(rows, revocations);
    },
    approvalsBySkill: async () => {
      const [rows, revocations] = await Promise.all([
        db.selectFrom('skill_approval').selectAll().orderBy('id', 'desc').execute(),
        db.selectFrom('skill_revocation').selectAll().orderBy('id').execute(),
      ]);
      const revoked = bySkill(revocations.map(revocationOf));
      const approved = bySkill(rows.map(approvalOf));
      return new Map(
        [...approved].map(([uid, list]) => [uid, approvalStates(list, revoked.get(uid) ?? [])]),
      );
    },
  };
}

/** Each approval with the first revocation after it that names its digest; revocations in their order. */
function approvalStates(
  approvals: readonly ApprovalRow[],
  revocations: readonly RevocationRow[],
): readonly ApprovalState[] {
  return approvals.map((approval) => ({
    approval,
    revocation:
      revocations.find(({ id, digest }) => digest === approval.digest && id > approval.id) ?? null,
  }));
}

function bySkill<Row extends { readonly skillUid: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.skillUid);
    if (group === undefined) groups.set(row.skillUid, [row]);
    else group.push(row);
  }
  return groups;
}

function trailReads(db: Kysely<Schema>): Pick<SkillRecords, 'history' | 'audit' | 'auditActors'> {
  return {
    history: async (skillUid) =>
      (
        await db
          .selectFrom('skill_history')
          .selectAll()
          .where('skill_uid', '=', skillUid)
          .orderBy('id', 'desc')
          .execute()
      ).map(historyOf),
    audit: async ({ skillUid, sourceUid, actorId, events, limit }) => {
      let rows = db.selectFrom('skill_audit').selectAll().orderBy('id', 'desc').limit(limit);
      if (skillUid !== undefined) rows = rows.where('skill_uid', '=', skillUid);
      if (sourceUid !== undefined) rows = rows.where('source_uid', '=', sourceUid);
      if (actorId === null) rows = rows.where('actor_id', 'is', null);
      else if (actorId !== undefined) rows = rows.where('actor_id', '=', actorId);
      if (events !== undefined) rows = rows.where('event', 'in', [...events]);
      return (await rows.execute()).map(auditOf);
    },
    auditActors: async () =>
      (
        await db
          .selectFrom('skill_audit')
          .select('actor_id')
          .distinct()
          .where('actor_id', 'is not', null)
          .orderBy('actor_id')
          .execute()
      ).flatMap(({ actor_id }) => actor_id ?? []),
  };
}
