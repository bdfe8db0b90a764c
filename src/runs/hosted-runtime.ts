import type { Actor } from '../actors/index.ts';
import type {
  Rehearsal,
  RunInspection,
  RunView,
  StaleRun,
  StaleRunKind,
} from '../contracts/index.ts';
import type { RunToolExplanation } from './explain-tool.ts';
import type { RunInbox } from './inbox.ts';
import type { Recovered } from './recovery.ts';
import type { HoldingRun } from './run-store.ts';
import type { AgentRuntime, RunRequest } from './runtime.ts';
import type { ListedRuns } from './views.ts';
import type { WaitingRun } from './waiting-runs.ts';

/** The runtime with what only the server that hosts it needs. */
export interface HostedRuntime extends AgentRuntime {
  /** Where runs are decided outside their conversation; refuses processes. */
  readonly inbox: RunInbox;
  /**
   * Call it at start and every minute: takes care of runs whose process is gone and wakes workers for queued ones.
   * `ignoreLeases` (default `false`): at start, in a server that shares its database with no other.
   */
  recoverInterrupted(options?: { readonly ignoreLeases?: boolean }): Promise<Recovered>;
  /**
   * For a process that stops: a segment goes back to the queue before its next model call, and another worker is woken to
   * go on where its journal ends. Tools that run are always waited for. `giveUp` (default `false`): model calls under way
   * are dropped too, to be made again.
   */
  handOver(options?: { readonly giveUp?: boolean }): void;
  /** Newest first: everybody's for an administrator, the actor's own otherwise. */
  list(actor: Actor, options?: ListedRuns): Promise<readonly RunView[]>;
  /** Runs that ask for an operator: everybody's for an administrator, the actor's own otherwise. */
  stale(actor: Actor): Promise<readonly StaleRun[]>;
  /** How many of them there are, of each kind. */
  countStale(): Promise<Readonly<Record<StaleRunKind, number>>>;
  /** What waits for a decision: everybody's for those who may approve any run, the actor's own otherwise; newest first. */
  waiting(actor: Actor): Promise<readonly WaitingRun[]>;
  /** What the first request of a run would be, word for word; no run and no call. Throws what a start refuses. */
  rehearse(request: RunRequest): Promise<Rehearsal>;
  /** Whether a run that is asked for like this may call a tool, and which rule says no. Stores nothing, calls nothing. */
  explainTool(request: RunRequest, tool: string): Promise<RunToolExplanation>;
  /** Everything one may know of a run; `null` when it is unknown or not theirs to read. */
  inspect(runUuid: string, actor: Actor): Promise<RunInspection | null>;
  /** How many runs of a person have not ended. */
  countOpenOf(userId: string): Promise<number>;
  /** Ends every run of a person who is being deleted, each with that reason; tells how many. */
  stopAllOf(userId: string): Promise<number>;
  /** Runs that have not ended and hold exactly this version; for the reach of a revocation (WEB-05). */
  holding(version: {
    readonly skillUid: number;
    readonly digest: string;
  }): Promise<readonly HoldingRun[]>;
}
