import { isAdministrator, isInitiatorOf, mayActOnRun, type Actor } from '../actors/index.ts';
import { leaseOf } from './claims.ts';
import { approveRun, submitAnswer } from './decide.ts';
import {
  withDefaults,
  type RuntimeContext,
  type RuntimeDeps,
  type RuntimeSettings,
} from './deps.ts';
import { explainTool, type RunToolExplanation } from './explain-tool.ts';
import { createRunInbox, type RunInbox } from './inbox.ts';
import { inspectRun } from './inspect-run.ts';
import { createKnownRuns } from './known-runs.ts';
import { pickUp } from './pickup.ts';
import { recoverInterrupted, type Recovered } from './recovery.ts';
import { refusal } from './refusals.ts';
import { rehearseRun } from './rehearse.ts';
import { createRunCodec } from './run-codec.ts';
import type { HoldingRun, NewRun, NewRunEvent } from './run-store.ts';
import type { AgentRuntime, GuardedCancel, RunRequest, WakeUpCall } from './runtime.ts';
import { countStale, staleRuns } from './stale-runs.ts';
import type { PreparedRun } from './assemble-run.ts';
import { prepareRun } from './start.ts';
import { stepEvent } from './step-event.ts';
import { claim, finish, statusEvent, type Transition } from './transitions.ts';
import { listRuns, readEvents, viewRun, type ListedRuns } from './views.ts';
import { waitingRuns, type WaitingRun } from './waiting-runs.ts';
import {
  isWaiting,
  OPEN_STATUSES,
  WAITING_STATUSES,
  type Rehearsal,
  type RunInspection,
  type RunStatus,
  type RunView,
  type StaleRun,
  type StaleRunKind,
} from '../contracts/index.ts';

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

/** Creates the one service of this folder. */
export function createAgentRuntime(
  deps: RuntimeDeps,
  settings: RuntimeSettings = {},
): HostedRuntime {
  const context: RuntimeContext = {
    ...deps,
    settings: withDefaults(settings),
    at: (point) => deps.reach?.(point) ?? Promise.resolve(),
    running: new Map(),
    known: createKnownRuns(),
    stopping: { handsOver: false, givesUp: new AbortController() },
  };
  const cancelBy = (uuid: string, statuses: readonly RunStatus[]) =>
    cancelRun(context, uuid, { statuses });
  const decisions: RunInbox = {
    approve: (uuid, decision, { actor, listener = {} }) =>
      approveRun(context, { uuid, decision }, { actor, listener }),

    submitInput: (uuid, answer, { actor, listener = {} }) =>
      submitAnswer(context, { uuid, answer }, { actor, listener }),
  };
  return {
    ...decisions,
    inbox: createRunInbox(context.store, decisions, context.wakeUp),

    run: async (request, listener = {}) => {
      const prepared = await prepareRun(context, request);
      const lease = leaseOf(context);
      const uuid = context.ids.uuid();
      const row: NewRun = {
        ...newRow(context, prepared, { uuid, request, wake: { topic: 'run', id: uuid } }),
        status: 'running',
        leaseOwner: lease.owner,
        leaseExpiresAtMs: lease.nowMs + lease.leaseMs,
      };
      await context.transactions.transact((transaction) =>
        context.store
          .within(transaction)
          .insert(row, firstEvents(context, prepared, { uuid, status: 'running' })),
      );
      for (const event of await context.store.events(uuid, 0)) listener.onEvent?.(event);
      const run = await context.store.run(uuid);
      if (run === null) throw refusal('access_denied');
      await context.at('run.claimed');
      return pickUp(context, { run, owner: lease.owner, listener }, { requeues: false });
    },

    enqueue: async (request, options = {}) => {
      const prepared = await prepareRun(context, request);
      const uuid = context.ids.uuid();
      const wake = options.wake ?? { topic: 'run', id: uuid };
      await context.transactions.transact(async (transaction) => {
        await context.store
          .within(transaction)
          .insert(
            newRow(context, prepared, { uuid, request, wake }),
            firstEvents(context, prepared, { uuid, status: 'queued' }),
          );
        await options.alongside?.(transaction, uuid);
        transaction.onCommit(() => {
          context.wakeUp.wake(wake);
        });
      });
      return uuid;
    },

    runQueued: async (uuid, listener = {}) => {
      if (context.stopping.handsOver) return null;
      const lease = leaseOf(context);
      const events = await change(context, uuid, claim(lease));
      if (events === null) return null;
      for (const event of events) listener.onEvent?.(event);
      const run = await context.store.run(uuid);
      if (run === null) return null;
      await context.at('run.claimed');
      return pickUp(context, { run, owner: lease.owner, listener }, { requeues: true });
    },

    cancel: async (uuid, actor) => {
      const run = await context.store.run(uuid);
      if (run === null || !mayActOnRun(actor, run, 'agent:cancel')) throw refusal('access_denied');
      const won = await cancelBy(uuid, OPEN_STATUSES);
      // Nobody else tells a conversation that waits for this run.
      if (won && run.wake.topic === 'conversation') context.wakeUp.wake(run.wake);
      return won;
    },

    cancelIfWaiting: async (uuid, actor): Promise<GuardedCancel> => {
      const run = await context.store.run(uuid);
      if (run === null) return { won: false, status: 'gone' };
      if (!isInitiatorOf(actor, run) && !isAdministrator(actor)) throw refusal('access_denied');
      const won = isWaiting(run.status) && (await cancelBy(uuid, WAITING_STATUSES));
      const after = await context.store.run(uuid);
      return { won, status: after?.status ?? 'gone' };
    },

    status: (uuid, actor) => viewRun(context, uuid, actor),
    events: (uuid, afterSequence, actor) => readEvents(context, { uuid, afterSequence }, actor),
    stale: (actor) => staleRuns(context, actor),
    countStale: () => countStale(context),
    waiting: (actor) => waitingRuns(context, actor),
    rehearse: (request) => rehearseRun(context, request),
    explainTool: (request, tool) => explainTool(context, request, tool),
    inspect: (uuid, actor) => inspectRun(context, uuid, actor),
    list: (actor, options = {}) => listRuns(context, actor, options),
    countOpenOf: async (userId) => (await context.store.open(userId)).length,
    stopAllOf: async (userId) => {
      let stopped = 0;
      for (const { uuid } of await context.store.open(userId)) {
        const why = { statuses: OPEN_STATUSES, termination: 'person_deleted' } as const;
        if (await cancelRun(context, uuid, why)) stopped += 1;
      }
      return stopped;
    },
    holding: async ({ skillUid, digest }) =>
      (await context.store.open(null)).filter(({ pins }) =>
        pins.some((pin) => pin.skillUid === skillUid && pin.digest === digest),
      ),
    handOver: ({ giveUp = false } = {}) => {
      context.stopping.handsOver = true;
      if (giveUp) context.stopping.givesUp.abort(new Error('This process stops.'));
    },
    recoverInterrupted: ({ ignoreLeases = false } = {}) =>
      recoverInterrupted(context, { ignoreLeases }),
  };
}

async function cancelRun(
  context: RuntimeContext,
  uuid: string,
  {
    statuses,
    termination = 'cancelled',
  }: {
    readonly statuses: readonly RunStatus[];
    readonly termination?: 'cancelled' | 'person_deleted';
  },
): Promise<boolean> {
  const text = 'The run was cancelled.';
  const transition = finish(
    {
      status: 'cancelled',
      outcome: 'cancelled',
      termination,
      text: createRunCodec(context.sealer).sealText(uuid, text),
      atMs: context.clock.now(),
    },
    { statuses },
  );
  const won = (await change(context, uuid, transition)) !== null;
  // A segment of this process stops at once; one elsewhere finds out at its next step.
  if (won) context.running.get(uuid)?.abort();
  if (won) context.known.forget(uuid);
  return won;
}

async function change(context: RuntimeContext, uuid: string, transition: Transition) {
  const changed = await context.transactions.transact((transaction) =>
    context.store.within(transaction).change(uuid, transition.guard, transition.change),
  );
  return changed?.events ?? null;
}

function newRow(
  context: RuntimeContext,
  prepared: PreparedRun,
  made: { readonly uuid: string; readonly request: RunRequest; readonly wake: WakeUpCall },
): NewRun {
  const nowMs = context.clock.now();
  const { actor } = prepared.request;
  return {
    uuid: made.uuid,
    status: 'queued',
    outcome: null,
    termination: null,
    configurationUid: prepared.configuration.uid,
    initiatorUserId: actor.kind === 'user' ? actor.userId : null,
    pins: prepared.pins,
    processSkillUid: prepared.pins.find((pin) => pin.process)?.skillUid ?? null,
    invocation: prepared.invocation,
    subject: prepared.subject,
    forcedSkillUids: prepared.forcedSkillUids,
    forcedSnippetUids: made.request.forced?.snippetUids ?? [],
    allowList: prepared.allowList,
    predecessor: made.request.predecessor ?? null,
    wake: made.wake,
    request: createRunCodec(context.sealer).sealRequest(made.uuid, prepared.request),
    suspended: null,
    text: null,
    pauseOrdinal: 0,
    leaseOwner: null,
    leaseExpiresAtMs: null,
    pendingEffect: null,
    requeueCount: 0,
    notBeforeMs: nowMs,
    createdAtMs: nowMs,
    finishedAtMs: null,
  };
}

function firstEvents(
  context: RuntimeContext,
  prepared: PreparedRun,
  made: { readonly uuid: string; readonly status: 'queued' | 'running' },
): readonly NewRunEvent[] {
  const { prompt, snippets, messages } = prepared.request.head;
  return [
    stepEvent(context, made.uuid, {
      kind: 'request',
      payload: { configuration: prepared.configuration.uid, messages: messages.length },
      content: {
        prompt,
        snippets,
        messagesSent: messages.map(({ role, content }) => ({ role, content })),
      },
    }),
    ...prepared.events,
    statusEvent(made.status, context.clock.now()),
  ];
}
