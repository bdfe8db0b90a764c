import type { ChatTables } from './chat/tables.ts';
import type { ContentTables } from './content/tables.ts';
import type { McpTables } from './mcp/tables.ts';
import type { ModelsTables } from './models/tables.ts';
import type { PeopleTables } from './people/tables.ts';
import type { PromptsTables } from './prompts/tables.ts';
import type { ReceiptsTables } from './receipts/tables.ts';
import type { RunsTables } from './runs/tables.ts';
import type { SkillsTables } from './skills/tables.ts';
import type { TasksTables } from './tasks/tables.ts';
import type { UsageTables } from './usage/tables.ts';
import type { WebhooksTables } from './webhooks/tables.ts';

/** Every table there is: the tables of each domain folder, one line a folder. */
export type Schema = ChatTables &
  ContentTables &
  McpTables &
  PeopleTables &
  PromptsTables &
  ReceiptsTables &
  RunsTables &
  SkillsTables &
  TasksTables &
  UsageTables &
  WebhooksTables &
  ModelsTables;
