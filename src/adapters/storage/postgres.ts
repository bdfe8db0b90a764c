import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AppError } from '../../base/index.ts';
import type { Database, PostgresConfig } from './database.ts';
import type { Schema } from './schema.ts';

const INT8 = 20;
const DEFAULT_CONNECTIONS = 5;
const CONNECTION_TIMEOUT_MS = 10_000;

/** Opens a PostgreSQL database: one pool for transactions and one for reads, so that neither waits for the other. */
export async function openPostgres(config: PostgresConfig): Promise<Database> {
  const reads = kyselyOn(config);
  const writes = kyselyOn(config);
  const close = async () => {
    await Promise.all([reads.destroy(), writes.destroy()]);
  };
  try {
    await reads.executeQuery(CompiledQuery.raw('select 1'));
  } catch (error) {
    await close();
    throw new AppError(
      'database_unavailable',
      `PostgreSQL cannot be reached: ${error instanceof Error ? error.message : String(error)}. Check database.url and that the server runs.`,
      { cause: error },
    );
  }
  return {
    dialect: 'postgres',
    reads,
    writes,
    transact: (work) => writes.transaction().execute(work),
    close,
  };
}

function kyselyOn(config: PostgresConfig): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: config.url,
    max: config.connections ?? DEFAULT_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: {
      // Times and counted ids stay below 2^53, so they are read as numbers as they are on SQLite.
      getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
        oid === INT8 ? Number : parserOf(oid, format),
    },
  });
  // An idle connection the server closed is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

const parserOf = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown;
