import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { SnippetDataClass, SnippetFields } from '../../../contracts/index.ts';
import type {
  SnippetAuditEvent,
  SnippetAuditRow,
  SnippetHistoryRow,
  SnippetMarkRow,
  SnippetRecords,
  SnippetStore,
  SnippetWriter,
  StoredSnippet,
} from '../../../prompts/index.ts';
import { fromFlag, fromJson, orNull, toFlag, toJson } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, lockName } from '../transactions.ts';
import type {
  SnippetAuditTable,
  SnippetHistoryTable,
  SnippetMarkTable,
  SnippetTable,
} from './tables.ts';

const Tags = z.array(z.string());

/** Snippets in the database. */
export function createSnippetStore(database: Database): SnippetStore {
  return {
    ...records(database.reads),
    within: (transaction) => {
      const db = inTransaction(transaction);
      const reads = records(db);
      return {
        ...reads,
        lockSnippet: async (uid) => {
          await lockName(transaction, `snippet-${String(uid)}`);
          return reads.snippet(uid);
        },
        ...rowWriter(db),
        ...appender(db),
      };
    },
  };
}

function records(db: Kysely<Schema>): SnippetRecords {
  return {
    snippets: async () =>
      (
        await db
          .selectFrom('snippet')
          .selectAll()
          .orderBy('sorting')
          .orderBy('name')
          .orderBy('uid')
          .execute()
      ).map(snippetOf),
    snippet: async (uid) => {
      const row = await db
        .selectFrom('snippet')
        .selectAll()
        .where('uid', '=', uid)
        .executeTakeFirst();
      return orNull(row, snippetOf);
    },
    markOf: async (uid, digest) => {
      const row = await db
        .selectFrom('snippet_mark')
        .selectAll()
        .where('snippet_uid', '=', uid)
        .where('digest', '=', digest)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return orNull(row, markOf);
    },
    history: async (uid) =>
      (
        await db
          .selectFrom('snippet_history')
          .selectAll()
          .where('snippet_uid', '=', uid)
          .orderBy('id', 'desc')
          .execute()
      ).map(historyOf),
    audit: async ({ snippetUid, limit }) => {
      const all = db.selectFrom('snippet_audit').selectAll().orderBy('id', 'desc').limit(limit);
      const rows = snippetUid === undefined ? all : all.where('snippet_uid', '=', snippetUid);
      return (await rows.execute()).map(auditOf);
    },
  };
}

type RowWriter = Pick<SnippetWriter, 'insert' | 'update' | 'setHidden' | 'setMark' | 'remove'>;

function rowWriter(db: Kysely<Schema>): RowWriter {
  return {
    insert: async ({ identifier, fields }, atMs) => {
      const row = await db
        .insertInto('snippet')
        .values({
          identifier,
          ...columnsOf(fields),
          hidden: 0,
          caller_system_digest: null,
          revision: 1,
          created_at_ms: atMs,
          updated_at_ms: atMs,
        })
        .onConflict((conflict) => conflict.column('identifier').doNothing())
        .returning('uid')
        .executeTakeFirst();
      return row?.uid ?? null;
    },
    update: async (uid, fields, atMs) => {
      await db
        .updateTable('snippet')
        .set((eb) => ({
          ...columnsOf(fields),
          revision: eb('revision', '+', 1),
          updated_at_ms: atMs,
        }))
        .where('uid', '=', uid)
        .execute();
    },
    setHidden: async (uid, hidden, atMs) => {
      await db
        .updateTable('snippet')
        .set({ hidden: toFlag(hidden), updated_at_ms: atMs })
        .where('uid', '=', uid)
        .execute();
    },
    setMark: async (uid, mark) => {
      if (mark !== null) {
        await db
          .insertInto('snippet_mark')
          .values({
            snippet_uid: uid,
            digest: mark.digest,
            name: mark.name,
            text: mark.text,
            marked_by: mark.markedBy,
            at_ms: mark.atMs,
          })
          .execute();
      }
      await db
        .updateTable('snippet')
        .set({ caller_system_digest: mark?.digest ?? null })
        .where('uid', '=', uid)
        .execute();
    },
    remove: async (uid) => {
      await db.deleteFrom('snippet').where('uid', '=', uid).execute();
    },
  };
}

function appender(db: Kysely<Schema>): Pick<SnippetWriter, 'appendHistory' | 'appendAudit'> {
  return {
    appendHistory: async (row) => {
      await db
        .insertInto('snippet_history')
        .values({
          snippet_uid: row.snippetUid,
          at_ms: row.atMs,
          user_id: row.userId,
          before_fields: toJson(row.before),
          after_fields: JSON.stringify(row.after),
          digest: row.digest,
        })
        .execute();
    },
    appendAudit: async (row) => {
      await db
        .insertInto('snippet_audit')
        .values({
          at_ms: row.atMs,
          event: row.event,
          snippet_uid: row.snippetUid,
          subject: row.subject,
          digest: row.digest,
          actor_id: row.actorId,
          detail: row.detail,
        })
        .execute();
    },
  };
}

function columnsOf(fields: SnippetFields) {
  return {
    name: fields.name,
    description: fields.description,
    text: fields.text,
    tags: JSON.stringify(fields.tags),
    active: toFlag(fields.active),
    sorting: fields.sorting,
    data_class: fields.dataClass,
  };
}

function snippetOf(row: Selectable<SnippetTable>): StoredSnippet {
  return {
    uid: row.uid,
    identifier: row.identifier,
    name: row.name,
    description: row.description,
    text: row.text,
    tags: fromJson(row.tags, Tags),
    active: fromFlag(row.active),
    hidden: fromFlag(row.hidden),
    sorting: row.sorting,
    dataClass: SnippetDataClass.nullable().parse(row.data_class),
    callerSystemDigest: row.caller_system_digest,
    revision: row.revision,
  };
}

function markOf(row: Selectable<SnippetMarkTable>): SnippetMarkRow {
  return {
    id: row.id,
    snippetUid: row.snippet_uid,
    digest: row.digest,
    name: row.name,
    text: row.text,
    markedBy: row.marked_by,
    atMs: row.at_ms,
  };
}

function historyOf(row: Selectable<SnippetHistoryTable>): SnippetHistoryRow {
  return {
    id: row.id,
    snippetUid: row.snippet_uid,
    atMs: row.at_ms,
    userId: row.user_id,
    before: fromJson(row.before_fields, SnippetFields),
    after: fromJson(row.after_fields, SnippetFields),
    digest: row.digest,
  };
}

function auditOf(row: Selectable<SnippetAuditTable>): SnippetAuditRow {
  return {
    id: row.id,
    atMs: row.at_ms,
    event: row.event as SnippetAuditEvent,
    snippetUid: row.snippet_uid,
    subject: row.subject,
    digest: row.digest,
    actorId: row.actor_id,
    detail: row.detail,
  };
}
