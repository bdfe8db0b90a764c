import type { ActorDirectory } from '../actors/index.ts';
import type { Clock, Ids, Sealer, Transaction, Transactions } from '../base/index.ts';
import type { ContentHost } from '../content/index.ts';
import type { PrivacyLevel } from '../contracts/index.ts';
import type { ChatModels, Configuration, ConfigurationReader } from '../models/index.ts';
import { DEFAULT_MAX_BYTES, type SnippetReader } from '../prompts/index.ts';
import type { SkillReader } from '../skills/index.ts';
import {
  HIGHEST_DATA_CLASS,
  type DataClass,
  type ToolRegistry,
  type ToolSwitchStates,
} from '../tools/index.ts';
import type { KnownRuns } from './known-runs.ts';
import type { ImageReader } from './request-images.ts';
import type { RunRow, RunStore } from './run-store.ts';
import type { WakeUp } from './runtime.ts';

/** Everything a run reaches outside itself. */
export interface RuntimeDeps {
  readonly store: RunStore;
  readonly transactions: Transactions;
  readonly skills: SkillReader;
  readonly snippets: SnippetReader;
  readonly configurations: ConfigurationReader;
  readonly models: ChatModels;
  /** With the built-ins in it. */
  readonly tools: ToolRegistry;
  /** Default: every tool as it declares itself. */
  readonly toolStates?: ToolStates;
  readonly actors: ActorDirectory;
  /** Reads for subjects and highlight targets; `null` = an installation without content. */
  readonly content: Pick<ContentHost, 'pageOf' | 'readPage'> | null;
  /** What images of messages show. Default: none are kept. */
  readonly images?: ImageReader;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly wakeUp: WakeUp;
  readonly log: RunLog;
  /** Told in the transaction that lets a run wait for a person; what it writes stands or falls with it. Default: nobody is. */
  readonly onWaiting?: (transaction: Transaction, run: WaitingNotice) => Promise<void>;
  /** Called at named points so that a test can stop the process there. Default: nothing. */
  readonly reach?: (point: FaultPoint) => Promise<void>;
}

/** A run that begins to wait; no content. */
export interface WaitingNotice extends Pick<
  RunRow,
  'uuid' | 'configurationUid' | 'processSkillUid' | 'subject' | 'wake' | 'pauseOrdinal'
> {
  readonly kind: 'approval' | 'input';
}

/** The global switches of tools and groups (facts §4). */
export interface ToolStates {
  states(): Promise<ToolSwitchStates>;
}

/** What a run tells the operator. A pino logger fits. */
export interface RunLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Points a crash test stops at, in the order a run meets them. */
export type FaultPoint =
  | 'run.claimed'
  | 'model.before'
  | 'model.answered'
  | 'answer.recorded'
  | 'decision.claimed'
  | 'decision.recorded'
  | 'effect.before'
  | 'effect.stamped'
  | 'effect.executed'
  | 'result.recorded'
  | 'suspend.before'
  | 'suspended'
  | 'finish.before';

export interface RuntimeSettings {
  /** Names this process in leases, at most 20 characters. Default `worker`. */
  readonly owner?: string;
  /** How long a segment may go without recording a step before another process may take it. Default 900,000. */
  readonly leaseMs?: number;
  /** How often a run may be queued again. Default 3 (facts §5). */
  readonly maxRequeues?: number;
  /** First wait after a provider's failure that may pass; doubles, at most 600,000. Default 30,000. */
  readonly backoffMs?: number;
  /** `skills.maxBytes` of the fenced block. Default 24,000. */
  readonly fencedMaxBytes?: number;
  /** The most model rounds a request or a configuration may ask for. Default 20 (facts §5). */
  readonly maxRounds?: number;
  /** How much of what is said in steps is kept (SEC-05). Default `metadata`. */
  readonly privacyLevel?: PrivacyLevel;
  /** The highest data class a configuration's model may see. Default: every one, as for a model on this machine. */
  readonly ceilingOf?: (configuration: Configuration) => DataClass | Promise<DataClass>;
}

export function withDefaults(settings: RuntimeSettings): Required<RuntimeSettings> {
  return {
    owner: 'worker',
    leaseMs: 900_000,
    maxRequeues: 3,
    backoffMs: 30_000,
    fencedMaxBytes: DEFAULT_MAX_BYTES,
    maxRounds: 20,
    privacyLevel: 'metadata',
    ceilingOf: () => HIGHEST_DATA_CLASS,
    ...settings,
  };
}

/** Whether this process stops, and with it what its segments do. */
export interface Stopping {
  /** Segments go back to the queue before their next model call. */
  handsOver: boolean;
  /** Aborted when the model calls under way are given up too: they are made again elsewhere. */
  readonly givesUp: AbortController;
}

/** What every part of the folder is handed. */
export interface RuntimeContext extends RuntimeDeps {
  readonly settings: Required<RuntimeSettings>;
  readonly at: (point: FaultPoint) => Promise<void>;
  /** Segments running in this process, so that a cancel reaches them at once. */
  readonly running: Map<string, AbortController>;
  readonly known: KnownRuns;
  readonly stopping: Stopping;
}
