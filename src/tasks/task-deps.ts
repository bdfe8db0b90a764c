import type { Clock, Ids, Sealer, Transactions } from '../base/index.ts';
import type { ContentHost } from '../content/index.ts';
import type { PrivacyLevel } from '../contracts/index.ts';
import type { ConfigurationReader } from '../models/index.ts';
import type { Completions } from '../runs/index.ts';
import type { SkillReader } from '../skills/index.ts';
import type { TaskStore } from './task-store.ts';

/** What tasks stand on. */
export interface TaskDeps {
  readonly store: TaskStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sealer: Sealer;
  readonly completions: Completions;
  /** How much of the answers is kept (SEC-05). Default `metadata`. */
  readonly privacyLevel?: PrivacyLevel;
  /** Aborted when the server stops: an answer under way is given up. */
  readonly stopping?: AbortSignal;
  readonly configurations: ConfigurationReader;
  readonly skills: SkillReader;
  /** `null` = an installation without content: no field can ask for a page. */
  readonly host: Pick<ContentHost, 'readPage'> | null;
}
