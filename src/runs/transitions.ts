import {
  isTerminal,
  type BudgetStop,
  type RunOutcome,
  type RunStatus,
  type RunTermination,
  type TerminalStatus,
  type WaitingStatus,
} from '../contracts/index.ts';
import type { NewRunEvent, RunChange, RunGuard, RunRow } from './run-store.ts';

/**
 * The states of a run and the ways between them. Each is one compare-and-set on the row; losing one changes nothing.
 *
 *   queued ──claim──▶ running ──suspend──▶ waiting_for_approval | waiting_for_input
 *     ▲                 │  ▲                     │
 *     └────requeue──────┘  └────resumeClaim──────┤ (release puts it back as it was)
 *                       │                        │
 *                       └──finish──▶ completed | failed | cancelled ◀──finishWaiting, cancel──┘
 *
 * A change of state is always a `status` event too.
 */

export interface Transition {
  readonly guard: RunGuard;
  readonly change: RunChange;
}

interface Leased {
  readonly owner: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

const NO_LEASE = { leaseOwner: null, leaseExpiresAtMs: null } as const;

export function claim(lease: Leased): Transition {
  return {
    guard: { statuses: ['queued'], dueAtMs: lease.nowMs },
    change: {
      set: { status: 'running', ...heldBy(lease) },
      events: [statusEvent('running', lease.nowMs)],
      journal: [],
    },
  };
}

/** Takes a waiting run to carry out a decision. What it waits with stays until the first step is recorded. */
export function resumeClaim(from: WaitingStatus, lease: Leased): Transition {
  return {
    guard: { statuses: [from] },
    change: {
      set: { status: 'running', ...heldBy(lease) },
      events: [statusEvent('running', lease.nowMs)],
      journal: [],
    },
  };
}

/** Puts a claimed run back as it was: the decision was refused, or its worker is gone before anything ran. */
export function release(
  to: WaitingStatus,
  guard: { readonly owner: string } | { readonly expiredAtMs: number },
  atMs: number,
): Transition {
  return {
    guard: runningGuard(guard),
    change: {
      set: { status: to, ...NO_LEASE },
      events: [statusEvent(to, atMs)],
      journal: [],
    },
  };
}

export function suspend(
  to: WaitingStatus,
  pause: {
    readonly owner: string;
    readonly suspended: string;
    readonly pauseOrdinal: number;
    readonly atMs: number;
  },
): Transition {
  return {
    guard: { statuses: ['running'], leaseOwner: pause.owner },
    change: {
      set: {
        status: to,
        suspended: pause.suspended,
        pauseOrdinal: pause.pauseOrdinal,
        pendingEffect: null,
        ...NO_LEASE,
      },
      events: [statusEvent(to, pause.atMs)],
      journal: [],
    },
  };
}

export interface Ending {
  readonly status: TerminalStatus;
  readonly outcome: RunOutcome;
  readonly termination: RunTermination;
  /** Sealed. */
  readonly text: string | null;
  readonly atMs: number;
  /** Which limit refused the call it ended at. */
  readonly budget?: BudgetStop | undefined;
  /** Recorded before the end. */
  readonly events?: readonly NewRunEvent[];
  /** What the run still holds, when that changed with its end (PIN-05). */
  readonly held?: Partial<Pick<RunRow, 'pins' | 'processSkillUid' | 'invocation' | 'subject'>>;
}

/** Ends a run. What it was asked and waited with is wiped; nothing of a proposal remains (DUR-08). */
export function finish(ending: Ending, guard: RunGuard): Transition {
  return {
    guard: { ...guard, statuses: guard.statuses.filter((status) => !isTerminal(status)) },
    change: {
      set: {
        status: ending.status,
        outcome: ending.outcome,
        termination: ending.termination,
        text: ending.text,
        request: null,
        suspended: null,
        pendingEffect: null,
        finishedAtMs: ending.atMs,
        ...NO_LEASE,
        ...ending.held,
      },
      events: [
        ...(ending.events ?? []),
        statusEvent(ending.status, ending.atMs, {
          termination: ending.termination,
          ...(ending.budget === undefined ? {} : { budget: ending.budget }),
        }),
      ],
      journal: [],
      forgetJournal: true,
    },
  };
}

/** Back to the queue, to be taken up where the journal ends. */
export function requeue(
  guard: { readonly owner: string } | { readonly expiredAtMs: number },
  again: { readonly requeueCount: number; readonly notBeforeMs: number; readonly atMs: number },
): Transition {
  return {
    guard: runningGuard(guard),
    change: {
      set: {
        status: 'queued',
        suspended: null,
        requeueCount: again.requeueCount,
        notBeforeMs: again.notBeforeMs,
        ...NO_LEASE,
      },
      events: [statusEvent('queued', again.atMs, { requeued: again.requeueCount })],
      journal: [],
    },
  };
}

export function statusEvent(
  status: RunStatus,
  atMs: number,
  more: Readonly<Record<string, unknown>> = {},
): NewRunEvent {
  return { kind: 'status', payload: { status, ...more }, atMs };
}

function heldBy(lease: Leased) {
  return { leaseOwner: lease.owner, leaseExpiresAtMs: lease.nowMs + lease.leaseMs };
}

function runningGuard(
  guard: { readonly owner: string } | { readonly expiredAtMs: number },
): RunGuard {
  return 'owner' in guard
    ? { statuses: ['running'], leaseOwner: guard.owner }
    : { statuses: ['running'], leaseExpiredAtMs: guard.expiredAtMs };
}
