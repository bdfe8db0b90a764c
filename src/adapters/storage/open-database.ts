import type { Clock } from '../../base/index.ts';
import type { Database, DatabaseConfig } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens a database. Throws `database_unavailable` with what to do when it cannot. */
export async function openDatabase(config: DatabaseConfig, clock: Clock): Promise<Database> {
  return config.dialect === 'sqlite' ? openSqlite(config, clock) : openPostgres(config);
}
