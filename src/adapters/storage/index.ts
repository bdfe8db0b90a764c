export { openDatabase } from './open-database.ts';
export type {
  Database,
  DatabaseConfig,
  DialectName,
  PostgresConfig,
  SqliteConfig,
} from './database.ts';
export { openPostgresBroadcast, type PostgresBroadcast } from './postgres-broadcast.ts';
export { createTransactions } from './transactions.ts';
export { migrate, missingMigrations, type Migration } from './migrate.ts';
export { MIGRATIONS } from './migrations.ts';
export { createSnippetStore } from './prompts/snippet-store.ts';
export { createPeopleStore } from './people/people-store.ts';
export {
  createPasswordLinkStore,
  createPeopleAuditStore,
  createSessionStore,
} from './people/administration-stores.ts';
export { createPersonalDataStore } from './people/personal-data-store.ts';
export { createSignInProviderStore } from './people/sign-in-provider-store.ts';
export { createServiceAccountStore } from './people/service-account-store.ts';
export { createProviderStore } from './models/provider-store.ts';
export { createConfigurationStore } from './models/configuration-store.ts';
export { createSkillStore, type SkillStoreOptions } from './skills/skill-store.ts';
export { createSkillSourceStore } from './skills/source-store.ts';
export { createConversationStore } from './chat/conversation-store.ts';
export { createOpenPointStore } from './chat/open-point-store.ts';
export { createTourSeriesStore } from './chat/tour-series-store.ts';
export { createContentStores } from './content/content-stores.ts';
export { knownPagePaths } from './content/known-pages.ts';
export { createUsageStore } from './usage/usage-store.ts';
export { createReceiptStore } from './receipts/receipt-store.ts';
export { createTaskStore } from './tasks/task-store.ts';
export { createWebhookStore } from './webhooks/webhook-store.ts';
export { createRemoteServerStore } from './mcp/remote-server-store.ts';
export { createRunStore } from './runs/run-store.ts';
export { createToolStateStore } from './runs/tool-state-store.ts';
export { pingDatabase } from './ping.ts';
export {
  createSealedValues,
  type SealedCount,
  type SealedValue,
  type SealedValues,
} from './sealed/sealed-values.ts';
export {
  BACKUP_FORMAT,
  copySqlite,
  isFull,
  readBackup,
  removeDraft,
  unpackBackup,
  type CopyProgress,
} from './backup/sqlite-backup.ts';
export {
  appliedMigrations,
  databaseTime,
  inspectDatabase,
  tryTransaction,
  type DatabaseFindings,
  type SourceToken,
} from './inspect/inspect-database.ts';
export { createEndedRuns } from './retention/ended-runs.ts';
export { keptContentStore } from './retention/kept-content.ts';
