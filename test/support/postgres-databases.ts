import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseConfig } from '../../src/adapters/storage/index.ts';
import { migrateAt } from './migrate-at.ts';

/** A database on the run's server, and what to do with it after the test. */
export interface PostgresForTest {
  readonly config: DatabaseConfig;
  readonly remove: () => Promise<void>;
}

/** Databases of this worker that were used and emptied: emptying one costs a tenth of making one. */
const emptied: string[] = [];

export async function createPostgresConfig(migrated: boolean): Promise<PostgresForTest> {
  const serverUrl = await startedServerUrl();
  const name = (migrated ? emptied.pop() : undefined) ?? (await created(serverUrl, migrated));
  const config = postgresConfig(serverUrl, name);
  return {
    config,
    remove: async () => {
      if (migrated && (await isEmptied(config.url))) emptied.push(name);
      else await onServer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function created(serverUrl: string, migrated: boolean): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = migrated ? await (migratedTemplate ??= templateOn(serverUrl)) : 'template0';
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  return name;
}

function postgresConfig(serverUrl: string, name: string) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  // Two, so that what needs a second one finds it: each costs more than most tests ask of it.
  return { dialect: 'postgres', url: url.href, connections: 2 } as const;
}

/** What a test may leave as it found it: nobody else at work on the database, and no tables but ours. */
const REUSABLE = `select
  (select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()) = 0
  and (select count(*) from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')) = 0 as reusable`;

/** Rows of all tables but the migrator's own, whichever refers to which; and what numbers them starts anew. */
const EMPTY = `do $$ declare each record; begin
  set local session_replication_role = replica;
  for each in select tablename from pg_tables
    where schemaname = 'public' and tablename !~ '^kysely_' loop
    execute format('delete from %I', each.tablename);
  end loop;
  for each in select sequencename, start_value from pg_sequences where last_value is not null loop
    perform setval(quote_ident(each.sequencename)::regclass, each.start_value, false);
  end loop;
end $$`;

async function isEmptied(url: string): Promise<boolean> {
  return withServer(url, async (client) => {
    const { rows } = await client.query<{ reusable: boolean }>(REUSABLE);
    if (rows[0]?.reusable !== true) return false;
    await client.query(EMPTY);
    return true;
  });
}

const TEMPLATE = 'migrated_template';
let migratedTemplate: Promise<string> | undefined;

/** Migrates the server's template once for all workers: it gets its name only when it is whole. */
async function templateOn(serverUrl: string): Promise<string> {
  await withServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const found = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount !== 0) return;
    await client.query(`drop database if exists ${TEMPLATE}_draft with (force)`);
    await client.query(`create database ${TEMPLATE}_draft template template0`);
    await migrateAt(postgresConfig(serverUrl, `${TEMPLATE}_draft`));
    await client.query(`alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
  });
  return TEMPLATE;
}

async function startedServerUrl(): Promise<string> {
  const response = await fetch(inject('postgresStarterUrl'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  await withServer(serverUrl, (client) => client.query(statement));
}

async function withServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
