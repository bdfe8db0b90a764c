import type { PendingCall, PendingCard } from '../contracts/index.ts';
import type { ModelToolCall } from '../models/index.ts';
import { pendingCalls } from './preview-calls.ts';
import { createRunCodec } from './run-codec.ts';
import { turnDigest } from './rules/turn-digest.ts';
import type { RunResult } from './runtime.ts';
import { SegmentLost, type Segment } from './segment.ts';
import { suspend } from './transitions.ts';

export interface Pause {
  readonly kind: 'approval' | 'input';
  readonly pending: readonly ModelToolCall[];
  /** The decision met a moved preview; previews that are already made come along. */
  readonly resuspended: boolean;
  readonly made?: readonly PendingCall[];
}

/** Lets the run wait for a person, with a fresh card. A pause that cannot be stored fails the run. */
export async function suspendRun(segment: Segment, pause: Pause): Promise<RunResult> {
  const { context, facts } = segment;
  const pauseOrdinal = facts.run.pauseOrdinal + 1;
  const outcome = pause.kind === 'approval' ? 'awaiting_approval' : 'awaiting_input';
  try {
    const card = await makeCard(segment, pause, pauseOrdinal);
    await context.at('suspend.before');
    await segment.pass(
      suspend(pause.kind === 'approval' ? 'waiting_for_approval' : 'waiting_for_input', {
        owner: facts.owner,
        suspended: createRunCodec(context.sealer).sealSuspended(
          segment.uuid,
          { card, text: segment.state.lastText },
          pauseOrdinal,
        ),
        pauseOrdinal,
        atMs: context.clock.now(),
      }),
      (transaction) =>
        context.onWaiting?.(transaction, {
          ...facts.run,
          // A completed process is not this run's any more.
          processSkillUid: segment.processSkillUid,
          pauseOrdinal,
          kind: pause.kind,
        }) ?? Promise.resolve(),
    );
  } catch (error) {
    if (error instanceof SegmentLost) throw error;
    context.log.error({ err: error, run: segment.uuid }, 'A run could not be suspended');
    return segment.end({
      status: 'failed',
      termination: 'not_retryable',
      outcome: 'suspend_failed',
      text: 'The run could not be stored while waiting for you, so it was ended. Nothing was changed.',
    });
  }
  await context.at('suspended');
  return {
    ...segment.result({ outcome, termination: null, text: segment.state.lastText }),
    resuspended: pause.resuspended,
  };
}

async function makeCard(
  segment: Segment,
  pause: Pause,
  pauseOrdinal: number,
): Promise<PendingCard> {
  const calls = pause.made ?? (await pendingCalls(segment, pause.pending));
  const asking =
    pause.kind === 'input'
      ? pause.pending.find(({ name }) => segment.facts.tools.get(name)?.inputSchema !== undefined)
      : undefined;
  const inputSchema =
    asking === undefined
      ? null
      : (segment.facts.tools.get(asking.name)?.inputSchema?.(asking.arguments ?? {}) ?? null);
  const [only, ...others] = calls;
  const card: Omit<PendingCard, 'digest'> = {
    kind: pause.kind,
    calls: [...calls],
    isProcessWrite:
      pause.kind === 'approval' &&
      segment.processSkillUid !== null &&
      others.length === 0 &&
      only !== undefined &&
      only.effect !== 'read_only',
    inputTool: asking?.name ?? null,
    inputSchema,
  };
  return { ...card, digest: turnDigest({ runUuid: segment.uuid, pauseOrdinal, card }) };
}
