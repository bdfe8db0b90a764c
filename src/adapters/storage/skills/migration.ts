import { sql, type Kysely } from 'kysely';
import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { DialectName } from '../database.ts';
import type { AnySchema, Migration } from '../migrate.ts';

type Db = Kysely<AnySchema>;

/** Tables whose rows are written once: the database itself refuses to change or delete one (APR-01, APR-06). */
const APPEND_ONLY = [
  'skill_decision',
  'skill_approval',
  'skill_revocation',
  'skill_history',
  'skill_audit',
] as const;

/** Sources, skills, attachments, and what was decided about versions. */
export const skillsMigration: Migration = {
  name: '0002-skills',
  up: async (db, dialect) => {
    await createSkills(db, dialect);
    await createDecisions(db, dialect);
    await createTrail(db, dialect);
    await refuseChanges(db, dialect);
  },
};

async function createSkills(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('skill_source')
    .addColumn('uid', ...countedId(dialect))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('trust_level', 'text', (column) => column.notNull())
    .addColumn('enabled', FLAG, (column) => column.notNull())
    .addColumn('bundled', FLAG, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('skill')
    .addColumn('uid', ...countedId(dialect))
    .addColumn('source_uid', 'bigint', (column) => column.notNull().references('skill_source.uid'))
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('support_status', 'text', (column) => column.notNull())
    .addColumn('allowed_tools', 'text')
    .addColumn('process', FLAG, (column) => column.notNull())
    .addColumn('body_checksum', 'text', (column) => column.notNull())
    .addColumn('stored_digest', 'text')
    .addColumn('raw_front_matter', 'text')
    .addColumn('copied_trust_level', 'text', (column) => column.notNull())
    .addColumn('enabled', FLAG, (column) => column.notNull())
    .addColumn('orphaned', FLAG, (column) => column.notNull())
    .addColumn('bundled_identifier', 'text', (column) => column.unique())
    .addUniqueConstraint('skill_identifier_in_source', ['source_uid', 'identifier'])
    .execute();
  await db.schema
    .createTable('attachment')
    .addColumn('configuration_uid', 'bigint', (column) => column.notNull())
    .addColumn('skill_uid', 'bigint', (column) => column.notNull().references('skill.uid'))
    .addColumn('load_mode', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('attachment_key', ['configuration_uid', 'skill_uid'])
    .execute();
}

async function createDecisions(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('skill_decision')
    .addColumn('id', ...countedId(dialect))
    .addColumn('skill_uid', 'bigint', (column) => column.notNull().references('skill.uid'))
    .execute();
  await db.schema
    .createTable('skill_approval')
    .addColumn('id', 'bigint', (column) => column.primaryKey().references('skill_decision.id'))
    .addColumn('skill_uid', 'bigint', (column) => column.notNull().references('skill.uid'))
    .addColumn('source_uid', 'bigint', (column) => column.notNull().references('skill_source.uid'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('trust_level', 'text', (column) => column.notNull())
    .addColumn('approved_by', 'text', (column) => column.notNull())
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('skill_revocation')
    .addColumn('id', 'bigint', (column) => column.primaryKey().references('skill_decision.id'))
    .addColumn('skill_uid', 'bigint', (column) => column.notNull().references('skill.uid'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('revoked_by', 'text', (column) => column.notNull())
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .execute();
  for (const table of ['skill_approval', 'skill_revocation']) {
    await db.schema
      .createIndex(`${table}_by_digest`)
      .on(table)
      .columns(['skill_uid', 'digest', 'id'])
      .execute();
  }
}

async function createTrail(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('skill_history')
    .addColumn('id', ...countedId(dialect))
    .addColumn('skill_uid', 'bigint', (column) => column.notNull().references('skill.uid'))
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('before_version', 'text')
    .addColumn('after_version', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('skill_audit')
    .addColumn('id', ...countedId(dialect))
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('skill_uid', 'bigint')
    .addColumn('source_uid', 'bigint')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('digest', 'text')
    .addColumn('trust_level', 'text')
    .addColumn('actor_id', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  for (const table of ['skill_history', 'skill_audit']) {
    await db.schema
      .createIndex(`${table}_by_skill`)
      .on(table)
      .columns(['skill_uid', 'id'])
      .execute();
  }
}

async function refuseChanges(db: Db, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres') {
    await sql`
      create function vouch_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'append_only: rows of % are never changed or deleted', tg_table_name; end $$
    `.execute(db);
  }
  for (const table of APPEND_ONLY) {
    for (const event of dialect === 'postgres'
      ? ['update', 'delete', 'truncate']
      : ['update', 'delete']) {
      await refuseOne(db, dialect, { table, event });
    }
  }
}

async function refuseOne(
  db: Db,
  dialect: DialectName,
  { table, event }: { readonly table: string; readonly event: string },
): Promise<void> {
  const trigger = sql.id(`${table}_no_${event}`);
  const before = sql`create trigger ${trigger} before ${sql.raw(event)} on ${sql.table(table)}`;
  await (
    dialect === 'postgres'
      ? sql`${before} for each statement execute function vouch_append_only()`
      : sql`${before} begin select raise(abort, 'append_only: rows are never changed or deleted'); end`
  ).execute(db);
}
