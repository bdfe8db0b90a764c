export {
  openDatabase,
  type Database,
  type DatabaseConfig,
  type DialectName,
  type PostgresConfig,
  type SqliteConfig,
} from './database.ts';
export { createTransactions } from './transactions.ts';
export { migrate, type Migration } from './migrate.ts';
export { MIGRATIONS } from './migrations.ts';
