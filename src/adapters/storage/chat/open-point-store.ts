import type { Selectable } from 'kysely';
import type { OpenPoint, OpenPointStore } from '../../../chat/index.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';
import type { OpenPointTable } from './tables.ts';

/** Open points in the database. The table holds what is open; closing deletes. */
export function createOpenPointStore(database: Database): OpenPointStore {
  return {
    points: async ({ subject, skillUid }, { limit, offset }) => {
      let query = database.reads.selectFrom('open_point').selectAll();
      if (subject !== undefined) {
        query = query
          .where('subject_table', '=', subject.table)
          .where('subject_uid', '=', subject.uid);
      }
      if (skillUid !== undefined) query = query.where('skill_uid', '=', skillUid);
      const rows = await query
        .orderBy('at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toPoint);
    },
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return {
        record: async (points) => {
          if (points.length === 0) return;
          await tx
            .insertInto('open_point')
            .values(
              points.map((point) => ({
                id: point.id,
                skill_uid: point.skillUid,
                subject_table: point.subject.table,
                subject_uid: point.subject.uid,
                target_table: point.target.table,
                target_uid: point.target.uid,
                field: point.field,
                recorded_by: point.recordedBy,
                at_ms: point.atMs,
              })),
            )
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        },
        close: async (target, fields) => {
          if (fields.length === 0) return 0;
          const { numDeletedRows } = await tx
            .deleteFrom('open_point')
            .where('target_table', '=', target.table)
            .where('target_uid', '=', target.uid)
            .where('field', 'in', [...fields])
            .executeTakeFirstOrThrow();
          return Number(numDeletedRows);
        },
      };
    },
  };
}

function toPoint(row: Selectable<OpenPointTable>): OpenPoint {
  return {
    id: row.id,
    skillUid: row.skill_uid,
    subject: { table: row.subject_table, uid: row.subject_uid },
    target: { table: row.target_table, uid: row.target_uid },
    field: row.field,
    recordedBy: row.recorded_by,
    atMs: row.at_ms,
  };
}
