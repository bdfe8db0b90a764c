import type { Clock } from '../../base/index.ts';
import type { Database, DatabaseConfig } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** Opens a database. Throws `database_unavailable` with what to do when it cannot. */
export async function openDatabase(config: DatabaseConfig, clock: Clock): Promise<Database> {
  if (config.dialect === 'sqlite') return openSqlite(config, clock);
  // Its driver is loaded by those who use it.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(config);
}
