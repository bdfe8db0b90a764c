import { sql, type Kysely } from 'kysely';
import { knownPagePaths } from '../content/known-pages.ts';
import type { Database } from '../database.ts';
import type { AnySchema } from '../migrate.ts';
import { createSealedValues, type SealedCount } from '../sealed/sealed-values.ts';

/** A folder that holds none of so many pages is not theirs. */
const PATHS_LOOKED_AT = 100;

/** A source whose token is stored, sealed. */
export interface SourceToken {
  readonly uid: number;
  readonly title: string;
  readonly url: string;
  readonly ref: string | null;
  readonly sealedToken: string;
}

/** What a look at a database finds that is up to date; nothing is written. */
export interface DatabaseFindings {
  readonly sealed: readonly SealedCount[];
  /** Latest time anything was recorded at; `null`: nothing is recorded. */
  readonly latestAtMs: number | null;
  /** Pages known by their path, at most 100 of them. */
  readonly pagePaths: readonly string[];
  /** Of sources that are switched on. */
  readonly tokens: readonly SourceToken[];
}

/** Names of the migrations a database holds; none where it is new. */
export async function appliedMigrations({ reads }: Database): Promise<readonly string[]> {
  const tables = await reads.introspection.getTables();
  if (!tables.some(({ name }) => name === 'vouch_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from vouch_migration`.execute(reads);
  return rows.map(({ name }) => name);
}

/** Whether a transaction can be had within the database's own patience. Throws when it cannot. */
export async function tryTransaction(database: Database): Promise<void> {
  await database.transact(async (tx) => {
    await sql`select 1`.execute(tx);
  });
}

/** The time the database's machine has; `null` for a file on this machine. */
export async function databaseTime({ reads, dialect }: Database): Promise<number | null> {
  if (dialect === 'sqlite') return null;
  const { rows } = await sql<{ ms: string | number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(reads);
  return Number(rows[0]?.ms ?? 0);
}

export async function inspectDatabase(database: Database): Promise<DatabaseFindings> {
  const reads = database.reads as unknown as Kysely<AnySchema>;
  const { rows: times } = await sql<{ latest: number | null }>`
    select max(at_ms) as latest from (
      select max(at_ms) as at_ms from run_event
      union all select max(at_ms) from skill_audit
      union all select max(updated_at_ms) from conversation) as times`.execute(reads);
  const tokens = await reads
    .selectFrom('skill_remote')
    .innerJoin('skill_source', 'skill_source.uid', 'skill_remote.source_uid')
    .select(['source_uid', 'title', 'url', 'ref', 'sealed_token'])
    .where('sealed_token', 'is not', null)
    .where('enabled', '=', 1)
    .execute();
  return {
    sealed: await createSealedValues(database).counts(),
    latestAtMs: times[0]?.latest ?? null,
    pagePaths: await knownPagePaths(database, PATHS_LOOKED_AT),
    tokens: tokens.map(({ source_uid: uid, title, url, ref, sealed_token: sealedToken }) => ({
      uid: Number(uid),
      title: String(title),
      url: String(url),
      ref: ref === null ? null : String(ref),
      sealedToken: String(sealedToken),
    })),
  };
}
