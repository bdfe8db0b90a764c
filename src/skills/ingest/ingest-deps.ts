import type { Clock, Ids, Sealer, Transactions } from '../../base/index.ts';
import type { SkillStore } from '../skill-store.ts';
import type { SkillRepositoryReader } from './repository-reader.ts';
import type { SkillSourceStore } from './skill-source-store.ts';

export interface SkillIngestDeps {
  readonly store: SkillStore;
  readonly sourceStore: SkillSourceStore;
  readonly transactions: Transactions;
  readonly reader: SkillRepositoryReader;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: Ids;
  /** For what went wrong unexpectedly. Never a token. */
  readonly log: (message: string, data: Readonly<Record<string, unknown>>) => void;
}

export interface SkillIngestOptions {
  /** Files of one sync. Default 500. */
  readonly maxFiles?: number;
  /** Of one sync, in milliseconds. Default 120,000. */
  readonly maxDurationMs?: number;
}
