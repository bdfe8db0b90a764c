import type { Actor } from '../actors/index.ts';
import type { Transaction } from '../base/index.ts';
import type {
  DenialReason,
  RecordRef,
  RunEvent,
  RunOutcome,
  RunStatus,
  RunTermination,
  RunView,
  WriteCompleteness,
} from '../contracts/index.ts';
import type { ModelMessage } from '../models/index.ts';

/** What a run is asked to do (facts §5, ADR-214 item 10). No caller can hand in a pin (PIN-09). */
export interface RunRequest {
  readonly configurationUid: number;
  /** Caller's system message first if it brings one, then history, newest user message last. */
  readonly messages: readonly ModelMessage[];
  readonly actor: Actor;
  readonly allowedToolNames?: readonly string[];
  readonly maxIterations?: number;
  readonly invocation?: { readonly skillUid: number; readonly subject?: RecordRef };
  /** Run uuid this one continues; pins, invocation and subject derive from it (CON-01). */
  readonly predecessor?: string;
  /** Drops the derived process pin: a person ended the process by button (decisions §60). */
  readonly endProcess?: boolean;
  /** Skills and snippets for this run beside those of its configuration. A snippet passes the rule of SNP-02 all the same. */
  readonly forced?: {
    readonly skillUids: readonly number[];
    readonly snippetUids: readonly number[];
  };
}

export type ApprovalDecision =
  | { readonly approved: true; readonly cardDigest: string }
  | { readonly approved: false; readonly cardDigest: string; readonly reason?: DenialReason };

/** One recorded step of a segment, in order. The first tool step of a resume is the decided call (WRT-07). */
export type RunStep =
  | { readonly kind: 'llm'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly callId: string;
      readonly isError: boolean;
      /** It failed and may have changed something all the same. Default `false`. */
      readonly effectUnknown?: true;
    }
  | {
      readonly kind: 'write';
      readonly target: RecordRef | null;
      readonly completeness: WriteCompleteness | null;
      readonly hookFailedAfterWrite: boolean;
      readonly historyId: string | null;
    };

/** How one segment of a run ended. A run never throws for an outcome. */
export interface RunResult {
  readonly uuid: string;
  readonly outcome: RunOutcome;
  readonly termination: RunTermination | null;
  /** The model's answer text, or the sentence that says why the run stopped. */
  readonly text: string;
  readonly steps: readonly RunStep[];
  /** The decision met a moved preview and the run waits anew with a fresh card. */
  readonly resuspended: boolean;
  /** A write was stamped as begun in this segment. */
  readonly effectStamped: boolean;
  /** The segment changed hands; its first step may not be the decided call (decisions §80). */
  readonly takenOver: boolean;
}

/** A nudge to look at a row; the row decides what there is to do. */
export interface WakeUpCall {
  readonly topic: 'run' | 'conversation';
  readonly id: string;
}

/** Wakes a worker. May be lost or doubled: workers also look by themselves at start. */
export interface WakeUp {
  wake(call: WakeUpCall): void;
}

export interface GuardedCancel {
  readonly won: boolean;
  readonly status: RunStatus | 'gone';
}

export interface RunListener {
  /** Text as it arrives; live only. */
  onTextDelta?(runUuid: string, text: string): void;
  /** Each event of the run's log, once it is stored; what a chat shows live (FOC-01). */
  onEvent?(event: RunEvent): void;
}

/**
 * The one public service of the runs folder (design §5).
 *
 * Refusals are `AppError`s whose codes `contracts/errors.ts` lists under "starting and continuing" and "deciding"; a
 * refusal leaves the run as it was. Outcomes (failed, stopped, waiting) are results, never exceptions.
 */
export interface AgentRuntime {
  /** Starts and runs a segment in this process. */
  run(request: RunRequest, listener?: RunListener): Promise<RunResult>;
  /**
   * Checks and stores a run, and wakes a worker once committed. `alongside` runs in the same transaction with the new
   * uuid; when it rejects, nothing is stored. `wake` names who picks the run up; default: the run worker.
   */
  enqueue(
    request: RunRequest,
    options?: {
      readonly alongside?: (transaction: Transaction, runUuid: string) => Promise<void>;
      readonly wake?: WakeUpCall;
    },
  ): Promise<string>;
  /** Claims and runs a queued run; `null` when somebody else has it, it is not queued, or this process stops. */
  runQueued(runUuid: string, listener?: RunListener): Promise<RunResult | null>;
  approve(
    runUuid: string,
    decision: ApprovalDecision,
    options: { readonly actor: Actor; readonly listener?: RunListener },
  ): Promise<RunResult>;
  submitInput(
    runUuid: string,
    answer: { readonly cardDigest: string; readonly input: Readonly<Record<string, unknown>> },
    options: { readonly actor: Actor; readonly listener?: RunListener },
  ): Promise<RunResult>;
  /** Ends a run in any non-terminal status; the operator's tool. Returns whether it won. */
  cancel(runUuid: string, actor: Actor): Promise<boolean>;
  /** Ends a run only while it waits; initiator or administrator (DUR-04). */
  cancelIfWaiting(runUuid: string, actor: Actor): Promise<GuardedCancel>;
  /** `null` when unknown or not readable by the actor. */
  status(runUuid: string, actor: Actor): Promise<RunView | null>;
  /** Events after a sequence (0 = from the start), oldest first; empty without access. */
  events(runUuid: string, afterSequence: number, actor: Actor): Promise<readonly RunEvent[]>;
}
