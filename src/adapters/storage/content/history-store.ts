import { sql } from 'kysely';
import type {
  HistoryFile,
  HistoryRow,
  HistoryStore,
  RecordedEdit,
} from '../../../content/index.ts';
import type { FieldChange } from '../../../contracts/index.ts';
import type { Database } from '../database.ts';
import { UNSETTLED } from './unsettled-migration.ts';

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
  const withFiles = async (rows: readonly StoredRow[]): Promise<readonly HistoryRow[]> => {
    const files = await filesOf(
      reads,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => historyRow(row, files.get(row.id)));
  };
  return {
    async begin(row, beforeImage, fileImages) {
      // Files first: a row that is there has all of them.
      for (const file of row.files ?? []) {
        const image = fileImages?.get(file.path);
        await writes
          .insertInto('record_history_file')
          .values({
            history_id: row.id,
            page_uid: file.page,
            path: file.path,
            base_version: file.baseVersion,
            new_version: file.newVersion,
            edits: JSON.stringify(file.edits),
            before_image: image === undefined ? null : Buffer.from(image).toString('base64'),
          })
          .execute();
      }
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
      return won.numUpdatedRows > 0n ? 'settled' : 'lost';
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
      const [row] = await withFiles(await selectRows().where('id', '=', id).execute());
      return row ?? null;
    },
    async beforeImage(id) {
      const row = await reads
        .selectFrom('record_history')
        .select('before_image')
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : Buffer.from(row.before_image, 'base64');
    },
    async fileImage(id, path) {
      const row = await reads
        .selectFrom('record_history_file')
        .select('before_image')
        .where('history_id', '=', id)
        .where('path', '=', path)
        .executeTakeFirst();
      return row?.before_image == null ? null : Buffer.from(row.before_image, 'base64');
    },
    async ofPage(pageUid, limit) {
      const rows = await selectRows()
        .where((where) =>
          where.or([
            where('page_uid', '=', pageUid),
            where(
              'id',
              'in',
              where
                .selectFrom('record_history_file')
                .select('history_id')
                .where('record_history_file.page_uid', '=', pageUid),
            ),
          ]),
        )
        .where('state', '=', 'done')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return withFiles(rows);
    },
    async wrote(pageUid, baseVersion, newVersion) {
      const row = await reads
        .selectFrom('record_history')
        .select('edits')
        .where('page_uid', '=', pageUid)
        .where('base_version', '=', baseVersion)
        .where('new_version', '=', newVersion)
        .where('state', '!=', 'failed')
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      const found =
        row ??
        (await reads
          .selectFrom('record_history_file')
          .innerJoin('record_history', 'record_history.id', 'record_history_file.history_id')
          .select('record_history_file.edits')
          .where('record_history_file.page_uid', '=', pageUid)
          .where('record_history_file.base_version', '=', baseVersion)
          .where('record_history_file.new_version', '=', newVersion)
          .where('record_history.state', '!=', 'failed')
          .orderBy('record_history_file.sequence', 'desc')
          .limit(1)
          .executeTakeFirst());
      return found === undefined ? null : (JSON.parse(found.edits) as RecordedEdit[]);
    },
    async ofRun(runUuid) {
      const rows = await selectRows()
        .where('run_uuid', '=', runUuid)
        .where('state', '=', 'done')
        .orderBy('sequence')
        .execute();
      return withFiles(rows);
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
      const rows = await selectRows().where(UNSETTLED).orderBy('sequence').execute();
      return withFiles(rows);
    },
  };
}

/** Files by the write they belong to, in the order they are written. */
async function filesOf(
  reads: Database['reads'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly HistoryFile[]>> {
  const files = new Map<string, HistoryFile[]>();
  if (ids.length === 0) return files;
  const rows = await reads
    .selectFrom('record_history_file')
    .select(['history_id', 'page_uid', 'path', 'base_version', 'new_version', 'edits'])
    .where('history_id', 'in', ids)
    .orderBy('sequence')
    .execute();
  for (const row of rows) {
    const file = {
      page: row.page_uid,
      path: row.path,
      baseVersion: row.base_version,
      newVersion: row.new_version,
      edits: JSON.parse(row.edits) as RecordedEdit[],
    };
    files.set(row.history_id, [...(files.get(row.history_id) ?? []), file]);
  }
  return files;
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

function historyRow(row: StoredRow, files: readonly HistoryFile[] | undefined): HistoryRow {
  return {
    ...(files === undefined ? {} : { files }),
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
