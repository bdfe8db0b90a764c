import { remembered } from '../base/index.ts';
import { createCarryOut } from './carry-out.ts';
import type { ChatDeps } from './chat-deps.ts';
import { isAwaiting } from './conversation.ts';
import { createCatchUp } from './decided-elsewhere.ts';
import { createHeldWork } from './held-work.ts';
import { createLeftCards } from './left-cards.ts';
import { createClaimRecovery } from './recover-claim.ts';

export interface ConversationWorker {
  /**
   * Does what the conversation's row asks for: carries out its recorded decision, or runs its queued run, and applies the
   * result; takes over what was decided for its waiting run elsewhere, and tells of cards it went on without. Does nothing when
   * there is nothing to do or another worker does it. Never throws; what fails is logged and looked at again by the next wake-up
   * or sweep.
   */
  processConversation(uuid: string): Promise<void>;
  /**
   * Looks at every conversation in `processing`, and at those whose card was decided elsewhere: at start, and from time to
   * time. `soleServer` says that no other server works on this database, so what is held by anybody was left by a crash
   * (CHT-08, decisions §74).
   */
  resumeInterrupted(options?: { readonly soleServer?: boolean }): Promise<number>;
}

export interface WorkerTimes {
  /** How long a worker holds a conversation without a sign of life. Default 60,000 ms. */
  readonly workLeaseMs: number;
  /** After this time a message's claim that led to nothing was left by a crash. Default 30,000 ms. */
  readonly claimMs: number;
}

export const DEFAULT_WORKER_TIMES: WorkerTimes = { workLeaseMs: 60_000, claimMs: 30_000 };

export function createConversationWorker(
  deps: ChatDeps,
  times: WorkerTimes = DEFAULT_WORKER_TIMES,
): ConversationWorker {
  const owner = deps.ids.uuid();
  const work = createHeldWork(deps, { owner, leaseMs: times.workLeaseMs });
  const carryOut = createCarryOut(deps, work.stillHeld);
  const catchUp = createCatchUp(deps);
  const tellOfLeft = createLeftCards(deps);
  const recoverClaim = createClaimRecovery(deps);
  /** Conversations in work here; `true` when another wake-up came meanwhile. */
  const inWork = new Map<string, boolean>();

  const workOnce = async (uuid: string): Promise<void> => {
    // A compare-and-set of its own: a conversation that waits is in nobody's work.
    await catchUp(uuid);
    if (!(await work.take(uuid))) return;
    const endKeeping = work.keep(uuid);
    let begunAt: number | null;
    try {
      const row = await deps.conversations.conversation(uuid);
      begunAt = row?.version ?? null;
      if (row?.status === 'processing' && row.claimedFrom === null) await carryOut(row);
    } finally {
      await endKeeping();
      await work.leave(uuid);
    }
    await lookAgain(uuid, begunAt);
  };

  /**
   * What moved the row while it was held here: a worker that was woken for it elsewhere found it taken and went away. So
   * somebody looks once more; a look that moves nothing is the last.
   */
  const lookAgain = async (uuid: string, begunAt: number | null): Promise<void> => {
    const row = await deps.conversations.conversation(uuid);
    if (row === null || row.version === begunAt || row.claimedFrom !== null) return;
    if (row.status === 'processing' || isAwaiting(row.status)) {
      deps.wakeUp.wake({ topic: 'conversation', id: uuid });
    }
  };

  const processConversation = async (uuid: string): Promise<void> => {
    if (inWork.has(uuid)) {
      inWork.set(uuid, true);
      return;
    }
    try {
      do {
        inWork.set(uuid, false);
        await workOnce(uuid);
        await tellOfLeft(uuid);
      } while (inWork.get(uuid) === true);
    } catch (error) {
      deps.log('A conversation could not be worked on', facts(uuid, error));
    } finally {
      inWork.delete(uuid);
    }
  };

  /** A closed account is told nothing; until it is active again no sweep has anything to do there. */
  const toBeTold = async (): Promise<readonly string[]> => {
    const isActive = remembered(
      async (userId: string) => (await deps.directory.user(userId)) !== null,
    );
    const overtaken = await deps.conversations.overtaken();
    const active = await Promise.all(overtaken.map(({ ownerUserId }) => isActive(ownerUserId)));
    return overtaken.flatMap(({ uuid }, index) => (active[index] === true ? [uuid] : []));
  };

  const recover = async (uuid: string, soleServer: boolean): Promise<void> => {
    const row = await deps.conversations.conversation(uuid);
    if (row?.status !== 'processing') return;
    if (row.claimedFrom === null) deps.wakeUp.wake({ topic: 'conversation', id: uuid });
    else if (soleServer || row.updatedAtMs + times.claimMs < deps.clock.now()) {
      await recoverClaim(row);
    }
  };

  return {
    processConversation,
    resumeInterrupted: async ({ soleServer = false } = {}) => {
      if (soleServer) {
        // This server may be at work already: requests come in, and the recovered runs have woken their conversations.
        await deps.transactions.transact((transaction) =>
          deps.conversations.within(transaction).freeWorkOfOthers(owner),
        );
      }
      const uuids = await deps.conversations.processing();
      for (const uuid of uuids) {
        // One that cannot be recovered now holds up no other.
        await recover(uuid, soleServer).catch((error: unknown) => {
          deps.log('A conversation could not be recovered', facts(uuid, error));
        });
      }
      // Woken when it was decided; this is for a wake-up that was lost.
      const overtaken = await toBeTold();
      for (const uuid of overtaken) deps.wakeUp.wake({ topic: 'conversation', id: uuid });
      return uuids.length + overtaken.length;
    },
  };
}

function facts(uuid: string, error: unknown): Readonly<Record<string, unknown>> {
  return { conversation: uuid, error: error instanceof Error ? error.message : String(error) };
}
