import type { Clock, Transactions } from '../base/index.ts';
import type { ContentHost } from '../content/index.ts';
import type { ConfigurationReader } from '../models/index.ts';
import type { AgentRuntime } from '../runs/index.ts';
import type { SkillReader } from '../skills/index.ts';
import type { TaskStore } from './task-store.ts';

/** What tasks stand on. */
export interface TaskDeps {
  readonly store: TaskStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly runtime: Pick<AgentRuntime, 'enqueue' | 'status' | 'events'>;
  readonly configurations: ConfigurationReader;
  readonly skills: SkillReader;
  /** `null` = an installation without content: no field can ask for a page. */
  readonly host: Pick<ContentHost, 'readPage'> | null;
}
