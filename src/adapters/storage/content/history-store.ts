import { sql } from 'kysely';
import type { HistoryRow, HistoryStore, RecordedEdit } from '../../../content/index.ts';
import type { FieldChange } from '../../../contracts/index.ts';
import type { Database } from '../database.ts';

/** Writes in the database (HST-03). */
export function createHistoryStore(database: Database): HistoryStore {
  const { reads, writes } = database;
  const selectRows = () =>
    reads.selectFrom('record_history').select([
      'sequence',
      'id',
      'page_uid',
      'path',
      'record_table',
      'record_uid',
      'fields',
      'edits',
      'user_id',
      'run_uuid',
      'at_ms',
      'undoes',
      'base_version',
      'new_version',
      'state',
      sql<number>`case when exists (select 1 from record_history as later
        where later.undoes = record_history.id and later.state = 'done') then 1 else 0 end`.as(
        'undone',
      ),
    ]);
  return {
    async begin(row, beforeImage) {
      await writes
        .insertInto('record_history')
        .values({
          id: row.id,
          page_uid: row.page,
          path: row.path,
          record_table: row.target.table,
          record_uid: row.target.uid,
          fields: JSON.stringify(row.fields),
          edits: JSON.stringify(row.edits),
          user_id: row.userId,
          run_uuid: row.runUuid,
          at_ms: row.atMs,
          undoes: row.undoes,
          base_version: row.baseVersion,
          new_version: row.newVersion,
          state: 'planned',
          before_image: Buffer.from(beforeImage).toString('base64'),
          overwritten: null,
        })
        .execute();
    },
    async settle(id, state) {
      const won = await writes
        .updateTable('record_history')
        .set({ state })
        .where('id', '=', id)
        .where('state', '=', 'planned')
        .executeTakeFirst();
      return won.numUpdatedRows > 0n;
    },
    async keepOverwritten(id, bytes) {
      await writes
        .updateTable('record_history')
        .set({ overwritten: Buffer.from(bytes).toString('base64') })
        .where('id', '=', id)
        .where('overwritten', 'is', null)
        .execute();
    },
    async overwritten(id) {
      const row = await reads
        .selectFrom('record_history')
        .select('overwritten')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.overwritten == null ? null : Buffer.from(row.overwritten, 'base64');
    },
    async find(id) {
      const row = await selectRows().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : historyRow(row);
    },
    async beforeImage(id) {
      const row = await reads
        .selectFrom('record_history')
        .select('before_image')
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : Buffer.from(row.before_image, 'base64');
    },
    async ofPage(pageUid, limit) {
      const rows = await selectRows()
        .where('page_uid', '=', pageUid)
        .where('state', '=', 'done')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return rows.map(historyRow);
    },
    async wrote(pageUid, baseVersion, newVersion) {
      const row = await reads
        .selectFrom('record_history')
        .select('id')
        .where('page_uid', '=', pageUid)
        .where('base_version', '=', baseVersion)
        .where('new_version', '=', newVersion)
        .where('state', '!=', 'failed')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async ofRun(runUuid) {
      const rows = await selectRows()
        .where('run_uuid', '=', runUuid)
        .where('state', '=', 'done')
        .orderBy('sequence')
        .execute();
      return rows.map(historyRow);
    },
    async runsSince(sinceMs) {
      const rows = await reads
        .selectFrom('record_history')
        .select('run_uuid')
        .distinct()
        .where('run_uuid', 'is not', null)
        .where('at_ms', '>=', sinceMs)
        .execute();
      return rows.flatMap(({ run_uuid: uuid }) => uuid ?? []);
    },
    async unsettled() {
      const rows = await selectRows().where('state', '=', 'planned').orderBy('sequence').execute();
      return rows.map(historyRow);
    },
  };
}

interface StoredRow {
  readonly id: string;
  readonly page_uid: number;
  readonly path: string;
  readonly record_table: string;
  readonly record_uid: number;
  readonly fields: string;
  readonly edits: string;
  readonly user_id: string;
  readonly run_uuid: string | null;
  readonly at_ms: number;
  readonly undoes: string | null;
  readonly base_version: string;
  readonly new_version: string;
  readonly state: 'planned' | 'done' | 'failed';
  readonly undone: number;
}

function historyRow(row: StoredRow): HistoryRow {
  return {
    id: row.id,
    page: row.page_uid,
    path: row.path,
    target: { table: row.record_table, uid: row.record_uid },
    fields: JSON.parse(row.fields) as FieldChange[],
    edits: JSON.parse(row.edits) as RecordedEdit[],
    userId: row.user_id,
    runUuid: row.run_uuid,
    atMs: row.at_ms,
    undoes: row.undoes,
    baseVersion: row.base_version,
    newVersion: row.new_version,
    state: row.state,
    undone: row.undone !== 0,
  };
}
