import { sql, type Kysely } from 'kysely';
import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { DialectName } from '../database.ts';
import type { AnySchema, Migration } from '../migrate.ts';

type Db = Kysely<AnySchema>;

/** Snippets, the marks set on them, and what was done to them. Marks and trail outlive a deleted snippet. */
export const snippetsMigration: Migration = {
  name: '0009-snippets',
  up: async (db, dialect) => {
    await createSnippet(db, dialect);
    await createTrail(db, dialect);
    for (const table of ['snippet_mark', 'snippet_history', 'snippet_audit']) {
      await db.schema
        .createIndex(`${table}_by_snippet`)
        .on(table)
        .columns(['snippet_uid', 'id'])
        .execute();
      await refuseChanges(db, dialect, table);
    }
  },
};

async function createSnippet(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('snippet')
    .addColumn('uid', ...countedId(dialect))
    .addColumn('identifier', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('active', FLAG, (column) => column.notNull())
    .addColumn('hidden', FLAG, (column) => column.notNull())
    .addColumn('sorting', 'integer', (column) => column.notNull())
    .addColumn('data_class', 'text')
    .addColumn('caller_system_digest', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
    .execute();
}

async function createTrail(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('snippet_mark')
    .addColumn('id', ...countedId(dialect))
    .addColumn('snippet_uid', 'bigint', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('marked_by', 'text', (column) => column.notNull())
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('snippet_history')
    .addColumn('id', ...countedId(dialect))
    .addColumn('snippet_uid', 'bigint', (column) => column.notNull())
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('before_fields', 'text')
    .addColumn('after_fields', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('snippet_audit')
    .addColumn('id', ...countedId(dialect))
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('snippet_uid', 'bigint')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('digest', 'text')
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
}

/** Rows are written once: the database itself refuses to change or delete one. */
async function refuseChanges(db: Db, dialect: DialectName, table: string): Promise<void> {
  const events = dialect === 'postgres' ? ['update', 'delete', 'truncate'] : ['update', 'delete'];
  for (const event of events) {
    const trigger = sql.id(`${table}_no_${event}`);
    const before = sql`create trigger ${trigger} before ${sql.raw(event)} on ${sql.table(table)}`;
    await (
      dialect === 'postgres'
        ? // The function is the one of migration 0002.
          sql`${before} for each statement execute function vouch_append_only()`
        : sql`${before} begin select raise(abort, 'append_only: rows are never changed or deleted'); end`
    ).execute(db);
  }
}
