import {
  migrate,
  MIGRATIONS,
  openDatabase,
  type DatabaseConfig,
} from '../../src/adapters/storage/index.ts';
import { systemClock } from '../../src/base/index.ts';

/** Brings an empty database to the newest schema. */
export async function migrateAt(config: DatabaseConfig): Promise<void> {
  const database = await openDatabase(config, systemClock);
  try {
    await migrate(database, MIGRATIONS, systemClock);
  } finally {
    await database.close();
  }
}
