import type { RuntimeContext } from './deps.ts';
import { createRunCodec } from './run-codec.ts';
import type { RunRow } from './run-store.ts';
import type { WakeUpCall } from './runtime.ts';
import { finish, release, requeue, type Transition } from './transitions.ts';

/** What a recovery did, by run uuid. */
export interface Recovered {
  /** Put back into the queue, to go on where the journal ends. */
  readonly requeued: readonly string[];
  /** Put back to waiting: the decision had not been carried out in any part. */
  readonly released: readonly string[];
  /** Ended: a write that must not happen twice had begun, or the run was interrupted too often. */
  readonly deadLettered: readonly string[];
}

/** At most this many interrupted runs a pass (facts §5). */
const BATCH = 50;

type Fate =
  | { readonly kind: 'release' | 'requeue' }
  | {
      readonly kind: 'dead';
      readonly termination: 'not_retryable' | 'retries_exhausted';
      readonly text: string;
    };

/**
 * What becomes of a run whose process is gone (DUR-03). Nothing that must not happen twice is ever started again; a
 * decision that had no effect yet is open again; everything else goes on after its last recorded step.
 */
export function interruptedFate(
  run: Pick<RunRow, 'pendingEffect' | 'suspended' | 'requeueCount'>,
  maxRequeues: number,
): Fate {
  const { pendingEffect: begun } = run;
  const isExhausted = run.requeueCount >= maxRequeues;
  // A write that may be repeated is, until the run has been taken up too often: then nobody looks whether it happened.
  if (begun !== null && (begun.effect === 'non_idempotent_write' || isExhausted)) {
    return {
      kind: 'dead',
      termination: 'not_retryable',
      text: `The run was interrupted while "${begun.tool}" was writing. Whether it took effect is not known, and it is not repeated: check the record.`,
    };
  }
  if (run.suspended !== null && begun === null) return { kind: 'release' };
  if (isExhausted) {
    return {
      kind: 'dead',
      termination: 'retries_exhausted',
      text: 'The run was interrupted several times and was ended.',
    };
  }
  return { kind: 'requeue' };
}

/**
 * Takes care of runs whose process is gone, and wakes workers for every queued run. At start a server that shares its
 * database with no other passes `ignoreLeases`: no lease of before can be anybody's.
 */
export async function recoverInterrupted(
  context: RuntimeContext,
  options: { readonly ignoreLeases: boolean },
): Promise<Recovered> {
  const nowMs = context.clock.now();
  const expiredAtMs = options.ignoreLeases ? Number.MAX_SAFE_INTEGER : nowMs;
  const done = { requeued: [] as string[], released: [] as string[], deadLettered: [] as string[] };
  const recover = async (run: RunRow) => {
    const fate = interruptedFate(run, context.settings.maxRequeues);
    const { guard, change } = transitionOf(context, run, { fate, expiredAtMs });
    // A process that was only slow may have gone on since the row was read; then its fate is another one.
    const changed = await context.transactions.transact((transaction) =>
      context.store.within(transaction).change(run.uuid, { ...guard, asRead: run }, change),
    );
    if (changed === null) return;
    if (fate.kind === 'requeue') done.requeued.push(run.uuid);
    else {
      (fate.kind === 'release' ? done.released : done.deadLettered).push(run.uuid);
      // Whoever follows the run learns that it no longer works.
      context.wakeUp.wake(run.wake);
    }
  };
  const { store } = context;
  for (const run of await readable((limit) => store.interrupted(expiredAtMs, limit))) {
    if (context.running.has(run.uuid)) continue;
    await attempt(context, run, () => recover(run));
  }
  for (const run of await readable((limit) => store.due(nowMs, limit))) {
    await attempt(context, run, async () => {
      context.wakeUp.wake(await wakeFor(context, run));
    });
  }
  return done;
}

/**
 * The first of a list that can be read. Of the others it is not known whether a write has begun, so nothing of them is done
 * again; who may cancel them sees them. However many there are, they stand in nobody's way.
 */
async function readable(
  list: (limit: number) => Promise<readonly RunRow[]>,
): Promise<readonly RunRow[]> {
  for (let limit = BATCH; ; limit *= 2) {
    const rows = await list(limit);
    const found = rows.filter(({ unreadable }) => unreadable !== true);
    if (found.length >= BATCH || rows.length < limit) return found.slice(0, BATCH);
  }
}

/** Nothing that is wrong with one run keeps the others from being taken care of. */
async function attempt(
  context: RuntimeContext,
  run: RunRow,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.log.error({ err: error, run: run.uuid }, 'A run could not be taken care of');
  }
}

/**
 * Who picks a queued run up: whom it names, unless a newer run names the same. A conversation that went on without this run
 * works on its newest one alone, so nobody but the run worker would take up what it left behind.
 */
async function wakeFor(context: RuntimeContext, run: RunRow): Promise<WakeUpCall> {
  if (run.wake.topic === 'run') return run.wake;
  const newest = await context.store.latestFor(run.wake);
  return newest === run.uuid || newest === null ? run.wake : { topic: 'run', id: run.uuid };
}

function transitionOf(
  context: RuntimeContext,
  run: RunRow,
  what: { readonly fate: Fate; readonly expiredAtMs: number },
): Transition {
  const { fate, expiredAtMs } = what;
  const atMs = context.clock.now();
  switch (fate.kind) {
    case 'release': {
      const card = createRunCodec(context.sealer).openSuspended(run)?.card;
      const to = card?.kind === 'input' ? 'waiting_for_input' : 'waiting_for_approval';
      return release(to, { expiredAtMs }, atMs);
    }
    case 'requeue':
      return requeue(
        { expiredAtMs },
        { requeueCount: run.requeueCount + 1, notBeforeMs: atMs, atMs },
      );
    case 'dead':
      return finish(
        {
          status: 'failed',
          outcome: 'failed',
          termination: fate.termination,
          text: createRunCodec(context.sealer).sealText(run.uuid, fate.text),
          atMs,
        },
        { statuses: ['running'], leaseExpiredAtMs: expiredAtMs },
      );
  }
}
