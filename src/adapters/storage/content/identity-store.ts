import type { Kysely } from 'kysely';
import type { Transactions } from '../../../base/index.ts';
import type {
  ElementKind,
  IdentityStore,
  KnownElement,
  KnownReference,
  PageIdentity,
} from '../../../content/index.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import { chunks, replaceRows } from './identity-rows.ts';

/** Uids in the database (HST-04). */
export function createIdentityStore(database: Database, transactions: Transactions): IdentityStore {
  return {
    async ensurePages(paths) {
      const known = await uidsOf(database.reads, paths);
      const missing = paths.filter((path) => !known.has(path));
      if (missing.length === 0) return known;
      await transactions.transact(async (transaction) => {
        const db = inTransaction(transaction);
        for (const chunk of chunks(missing)) {
          await db
            .insertInto('content_identity')
            .values(
              chunk.map((path) => ({ record_table: 'pages' as const, path, ...NO_PAGE_VALUES })),
            )
            .onConflict((conflict) => conflict.column('path').doNothing())
            .execute();
        }
      });
      return uidsOf(database.reads, paths);
    },

    page: (pageUid, known) => readPage(database.reads, pageUid, known),

    replaceElements: (pageUid, replacement) =>
      transactions.transact(async (transaction) => {
        const db = inTransaction(transaction);
        const won = await db
          .updateTable('content_identity')
          .set({ version: replacement.version, revision: replacement.fromRevision + 1 })
          .where('uid', '=', pageUid)
          .where('record_table', '=', 'pages')
          .where('revision', '=', replacement.fromRevision)
          .executeTakeFirst();
        if (won.numUpdatedRows === 0n) return null;
        const elements = await replaceRows(db, pageUid, replacement.elements);
        const now = await readPageRow(db, pageUid);
        return now === null ? null : { ...now, page: pageUid, elements };
      }),

    movePage: (pageUid, { from, to }) =>
      transactions.transact(async (transaction) => {
        const db = inTransaction(transaction);
        const taken = await db
          .updateTable('content_identity')
          .set({ path: null })
          .where('uid', '=', pageUid)
          .where('path', '=', from)
          .executeTakeFirst();
        if (taken.numUpdatedRows === 0n) {
          return (await readPageRow(db, pageUid))?.path === to ? 'there' : 'lost';
        }
        await db
          .updateTable('content_identity')
          .set({ path: null })
          .where('path', '=', to)
          .execute();
        await db
          .updateTable('content_identity')
          .set({ path: to })
          .where('uid', '=', pageUid)
          .execute();
        return 'moved';
      }),

    async pageOf(table, uid) {
      const row = await database.reads
        .selectFrom('content_identity')
        .select('page_uid')
        .where('uid', '=', uid)
        .where('record_table', '=', table)
        .where('gone', '=', 0)
        .executeTakeFirst();
      return row?.page_uid ?? null;
    },
  };
}

const NO_PAGE_VALUES = { kind: '', hash: '', sample: '', revision: 0, position: 0, gone: 0 };

async function uidsOf(
  db: Kysely<Schema>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const uids = new Map<string, number>();
  for (const chunk of chunks(paths)) {
    const rows = await db
      .selectFrom('content_identity')
      .select(['uid', 'path'])
      .where('path', 'in', chunk)
      .execute();
    for (const { uid, path } of rows) if (path !== null) uids.set(path, uid);
  }
  return uids;
}

async function readPageRow(
  db: Kysely<Schema>,
  pageUid: number,
): Promise<Pick<PageIdentity, 'path' | 'version' | 'revision'> | null> {
  const page = await db
    .selectFrom('content_identity')
    .select(['path', 'version', 'revision'])
    .where('uid', '=', pageUid)
    .where('record_table', '=', 'pages')
    .executeTakeFirst();
  return page?.path == null ? null : { ...page, path: page.path };
}

async function readPage(
  db: Kysely<Schema>,
  pageUid: number,
  known?: PageIdentity,
): Promise<PageIdentity | null> {
  const page = await readPageRow(db, pageUid);
  if (page === null) return null;
  if (known?.page === pageUid && known.revision === page.revision && known.path === page.path) {
    return known;
  }
  const rows = await db
    .selectFrom('content_identity')
    .selectAll()
    .where('page_uid', '=', pageUid)
    .where('gone', '=', 0)
    .orderBy('position')
    .execute();
  const references = new Map<number | null, KnownReference[]>();
  for (const row of rows) {
    if (row.record_table !== 'references') continue;
    const own = references.get(row.element_uid) ?? [];
    references.set(row.element_uid, own);
    own.push({
      uid: row.uid,
      kind: row.kind as 'image' | 'link',
      target: row.hash,
      sample: row.sample,
    });
  }
  return {
    ...page,
    page: pageUid,
    elements: rows
      .filter((row) => row.record_table === 'content')
      .map((row): KnownElement => ({
        uid: row.uid,
        kind: row.kind as ElementKind,
        hash: row.hash,
        sample: row.sample,
        references: references.get(row.uid) ?? [],
      })),
  };
}
