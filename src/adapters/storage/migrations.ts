import { chatMigration } from './chat/migration.ts';
import { conversationCleaningMigration } from './chat/cleaning-migration.ts';
import { toursMigration } from './chat/tours-migration.ts';
import { conversationsMigration } from './chat/conversations-migration.ts';
import { imagesMigration } from './chat/images-migration.ts';
import { leftRunsMigration } from './chat/left-runs-migration.ts';
import { contentMigration } from './content/migration.ts';
import { contentFilesMigration } from './content/files-migration.ts';
import { contentSearchMigration } from './content/search-migration.ts';
import { unsettledWritesMigration } from './content/unsettled-migration.ts';
import { mcpMigration } from './mcp/migration.ts';
import type { Migration } from './migrate.ts';
import { modelsMigration } from './models/migration.ts';
import { modelImagesMigration } from './models/images-migration.ts';
import { providersMigration } from './models/providers-migration.ts';
import { peopleAdministrationMigration } from './people/administration-migration.ts';
import { checkedEmailsMigration } from './people/checked-emails-migration.ts';
import { erasureMigration } from './people/erasure-migration.ts';
import { peopleMigration } from './people/migration.ts';
import { signInProvidersMigration } from './people/sign-in-providers-migration.ts';
import { twoFactorMigration } from './people/two-factor-migration.ts';
import { privacyMigration } from './privacy/migration.ts';
import { snippetsMigration } from './prompts/migration.ts';
import { receiptsMigration } from './receipts/migration.ts';
import { runIndexesMigration } from './runs/indexes-migration.ts';
import { runsMigration } from './runs/migration.ts';
import { runOrderMigration } from './runs/order-migration.ts';
import { skillsMigration } from './skills/migration.ts';
import { skillSourcesMigration } from './skills/sources-migration.ts';
import { budgetMetMigration } from './usage/budget-met-migration.ts';
import { limitsMetMigration } from './usage/limits-met-migration.ts';
import { usageMigration } from './usage/migration.ts';
import { tasksMigration } from './tasks/migration.ts';
import { webhooksMigration } from './webhooks/migration.ts';

/** Every migration, one line a domain folder; they run in the order of their names. */
export const MIGRATIONS: readonly Migration[] = [
  peopleMigration,
  skillsMigration,
  contentMigration,
  runsMigration,
  chatMigration,
  modelsMigration,
  skillSourcesMigration,
  snippetsMigration,
  providersMigration,
  tasksMigration,
  toursMigration,
  conversationsMigration,
  privacyMigration,
  runIndexesMigration,
  mcpMigration,
  receiptsMigration,
  peopleAdministrationMigration,
  twoFactorMigration,
  usageMigration,
  contentSearchMigration,
  contentFilesMigration,
  runOrderMigration,
  signInProvidersMigration,
  erasureMigration,
  webhooksMigration,
  imagesMigration,
  modelImagesMigration,
  checkedEmailsMigration,
  budgetMetMigration,
  leftRunsMigration,
  limitsMetMigration,
  unsettledWritesMigration,
  conversationCleaningMigration,
];
