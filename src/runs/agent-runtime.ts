import { isAdministrator, isInitiatorOf, mayActOnRun } from '../actors/index.ts';
import { leaseOf } from './claims.ts';
import { approveRun, submitAnswer } from './decide.ts';
import {
  withDefaults,
  type RuntimeContext,
  type RuntimeDeps,
  type RuntimeSettings,
} from './deps.ts';
import { explainTool } from './explain-tool.ts';
import type { HostedRuntime } from './hosted-runtime.ts';
import { createRunInbox, type RunInbox } from './inbox.ts';
import { inspectRun } from './inspect-run.ts';
import { createKnownRuns } from './known-runs.ts';
import { pickUp } from './pickup.ts';
import { recoverInterrupted } from './recovery.ts';
import { refusal } from './refusals.ts';
import { rehearseRun } from './rehearse.ts';
import { createRunCodec } from './run-codec.ts';
import type { NewRun, NewRunEvent } from './run-store.ts';
import type { GuardedCancel, RunRequest, WakeUpCall } from './runtime.ts';
import { countStale, staleRuns } from './stale-runs.ts';
import type { PreparedRun } from './assemble-run.ts';
import { prepareRun } from './start.ts';
import { stepEvent } from './step-event.ts';
import { claim, finish, statusEvent, type Transition } from './transitions.ts';
import { listRuns, readEvents, viewRun } from './views.ts';
import { waitingRuns } from './waiting-runs.ts';
import { isWaiting, OPEN_STATUSES, WAITING_STATUSES, type RunStatus } from '../contracts/index.ts';

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
