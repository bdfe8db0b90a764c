import { AppError, isAppError } from '../base/index.ts';
import { BudgetStop, type RunTermination } from '../contracts/index.ts';
import type { ModelAnswer, ModelRequest } from '../models/index.ts';
import { answerSettings, nextSend } from './next-send.ts';
import { requestImages, type RequestImages } from './request-images.ts';
import { withUniqueIds } from './rules/call-ids.ts';
import { imageNotice, unreadableNotice } from './rules/images.ts';
import type { Content } from './rules/kept-content.ts';
import { estimateMessages } from './rules/token-estimate.ts';
import type { Fit } from './rules/window.ts';
import type { NewRunEvent } from './run-store.ts';
import type { RunResult } from './runtime.ts';
import { SegmentLost, type Segment } from './segment.ts';
import { settleTurn } from './turn.ts';

/** Runs a segment to its pause or end. Whatever happens on the way is an outcome, never an exception. */
export async function runSegment(segment: Segment): Promise<RunResult> {
  try {
    return await loop(segment);
  } catch (error) {
    if (error instanceof SegmentLost) return await lost(segment);
    return await failed(segment, error);
  } finally {
    segment.leave();
  }
}

async function loop(segment: Segment): Promise<RunResult> {
  for (;;) {
    if (segment.state.open.length > 0) {
      const ended = await settleTurn(segment);
      if (ended !== null) return ended;
    }
    await releaseCompletedProcess(segment);
    if (segment.context.stopping.handsOver) return segment.handOver();
    const ended = await modelRound(segment);
    if (ended !== null) return ended;
  }
}

/**
 * Gives the process pin back once a turn that reported completion is settled: status, guards and plan change with the next
 * model turn, the section's text stays until the run ends (PRC-08, PRC-10, decisions §62).
 */
async function releaseCompletedProcess(segment: Segment): Promise<void> {
  const pin = segment.pins.find(({ process }) => process);
  if (!segment.state.completed || pin === undefined) return;
  const held = segment.facts.run.invocation;
  const ends = held === null || held.skillUid === pin.skillUid;
  await segment.record({
    entries: [{ kind: 'released', pin }],
    set: {
      pins: segment.pins.filter((other) => other !== pin),
      processSkillUid: null,
      ...(ends ? { invocation: null, subject: null } : {}),
    },
  });
}

const NOTHING_OFFERED = { specs: [], tokens: 0 } as const;

async function modelRound(segment: Segment): Promise<RunResult | null> {
  const { context, facts } = segment;
  const { head } = segment.state;
  if (head === null) throw new AppError('internal', 'A run without a head cannot go on.');
  // A request for no tool at all is one plain answer (TSK-01).
  const plain = head.requestedTools?.length === 0;
  // Past the last round one answer without tools closes the run (facts §5).
  const closing = plain || segment.state.rounds >= head.maxIterations;
  const { specs: tools, tokens: toolTokens } = closing ? NOTHING_OFFERED : segment.offer;
  const { messages, measure, fit } = nextSend({
    head,
    sections: segment.sections,
    subject: segment.subject,
    transcript: segment.state.messages,
    model: facts.model,
    configuration: facts.configuration,
    calibration: segment.state.calibration,
    toolTokens,
  });
  const contextEvent = segment.event('context', {
    budgetTokens: measure.budgetTokens,
    estimatedTokens: fit.tokens,
    droppedTurns: fit.fits ? fit.droppedTurns : 0,
    leftOutImages: fit.fits ? fit.leftOutImages.length : 0,
    messages: messages.length,
  });
  if (!fit.fits) {
    return segment.end({
      status: 'failed',
      termination: 'context_truncated',
      text: 'This conversation has become too long for the model. Start a new conversation.',
      events: [contextEvent],
    });
  }
  const images = await requestImages(context.images, fit.messages, segment.readImages);
  const before = [contextEvent, ...imageNotices(segment, fit, images)];
  await context.at('model.before');
  const request = requestOf(segment, { messages: fit.messages, tools, images });
  const answer = await answerOf(segment, request);
  if (answer === null) return segment.handOver();
  await context.at('model.answered');
  const calls = closing ? [] : withUniqueIds(answer.toolCalls, segment.callIds);
  const llmEvent = segment.step(
    'llm',
    {
      finishReason: answer.finishReason,
      promptTokens: answer.usage.promptTokens,
      completionTokens: answer.usage.completionTokens,
      textCharacters: answer.text.length,
      tools: calls.map(({ name }) => name),
    },
    {
      content: answer.text,
      requestedToolCalls: calls.map(({ id, name, rawArguments, arguments: given }) => ({
        callId: id,
        tool: name,
        toolArguments: (given as Content) ?? rawArguments,
      })),
    },
  );
  segment.steps.push({ kind: 'llm', text: answer.text });
  if (calls.length === 0) {
    return segment.end({
      status: 'completed',
      termination: closing && !plain ? 'max_iterations' : 'completed',
      text: answer.text,
      events: [...before, llmEvent],
    });
  }
  await segment.record({
    entries: [
      {
        kind: 'answer',
        text: answer.text,
        calls,
        promptTokens: answer.usage.promptTokens,
        estimatedTokens: estimateMessages(fit.messages) + toolTokens,
        ...(answer.providerData === undefined ? {} : { providerData: answer.providerData }),
      },
    ],
    events: [...before, llmEvent],
  });
  await context.at('answer.recorded');
  return null;
}

/** The model's answer; `null` when this process stops and does not wait for it. */
async function answerOf(segment: Segment, request: ModelRequest): Promise<ModelAnswer | null> {
  try {
    return await segment.facts.model.generate(request);
  } catch (error) {
    if (segment.context.stopping.givesUp.signal.aborted && !segment.facts.signal.aborted) {
      return null;
    }
    throw error;
  }
}

/** What became of images, told with the first request after the message: those of a whole tour are sent many times. */
function imageNotices(
  segment: Segment,
  { leftOutImages }: Extract<Fit, { fits: true }>,
  { unreadable }: RequestImages,
): readonly NewRunEvent[] {
  const last = segment.state.messages.at(-1);
  if (last?.role !== 'user') return [];
  const seesImages = segment.facts.model.seesImages === true;
  const notice = imageNotice({ seesImages, sent: last.images ?? [], leftOut: leftOutImages });
  const notices = [notice, unreadableNotice(unreadable)].filter((one) => one !== null);
  if (unreadable.length > 0) {
    segment.context.log.warn(
      { run: segment.uuid, images: unreadable.length },
      'Images of a conversation cannot be read: the key they were sealed with is gone, or they were altered',
    );
  }
  return notices.map((one) => segment.event('notice', one));
}

function requestOf(
  segment: Segment,
  {
    messages,
    tools,
    images: { shown },
  }: Pick<ModelRequest, 'messages' | 'tools'> & { readonly images: RequestImages },
): ModelRequest {
  const { configuration, listener } = segment.facts;
  return {
    messages,
    tools,
    ...(shown.size === 0 ? {} : { imageBytes: shown }),
    signal: segment.aborted,
    onTextDelta: (text) => listener.onTextDelta?.(segment.uuid, text),
    ...answerSettings(configuration),
  };
}

/** The run is no longer this segment's; only how it was lost is still to be told. */
async function lost(segment: Segment): Promise<RunResult> {
  const run = await segment.context.store.run(segment.uuid);
  return run?.status === 'cancelled'
    ? segment.result({ outcome: 'cancelled', termination: 'cancelled', text: '' })
    : segment.result({ outcome: 'lease_lost', termination: null, text: '' });
}

/** Why a run that failed has ended; one that would have been queued again was so too often. */
function terminationOf(failure: {
  readonly overBudget: boolean;
  readonly fromProvider: boolean;
  readonly mayPass: boolean;
}): RunTermination {
  if (failure.overBudget) return 'budget_exhausted';
  if (!failure.fromProvider) return 'not_retryable';
  return failure.mayPass ? 'retries_exhausted' : 'provider_failed';
}

const RETRYABLE = ['connection', 'rateLimit', 'serverError', 'circuitOpen'];

/** What operators look for: why a model did not answer, each time; a budget that is met tells of itself. */
function logFailure({ context: { log }, facts, uuid: run }: Segment, error: unknown): void {
  const model = facts.model.name;
  if (isAppError(error, 'provider_failed')) {
    // Not the sentence: the provider may quote in it what it was asked. The run keeps that, sealed.
    const { failureClass, status, providerCode } = error.data;
    log.warn({ run, model, failureClass, status, providerCode }, 'A model did not answer');
  } else if (!isAppError(error, 'budget_exhausted')) {
    log.error({ err: error, run }, 'A run failed');
  }
}

async function failed(segment: Segment, error: unknown): Promise<RunResult> {
  const { context, facts } = segment;
  const fromProvider = isAppError(error, 'provider_failed');
  const overBudget = isAppError(error, 'budget_exhausted');
  try {
    // Aborted by a cancel: the row says so.
    if (facts.signal.aborted) return await lost(segment);
    logFailure(segment, error);
    const mayPass = fromProvider && RETRYABLE.includes(String(error.data['failureClass']));
    const { requeueCount } = facts.run;
    if (mayPass && facts.requeues && requeueCount < context.settings.maxRequeues) {
      const waitMs = Math.min(context.settings.backoffMs * 2 ** requeueCount, 600_000);
      return await segment.requeue(context.clock.now() + waitMs);
    }
    return await segment.end({
      status: 'failed',
      budget: overBudget ? BudgetStop.safeParse(error.data).data : undefined,
      termination: terminationOf({ overBudget, fromProvider, mayPass: mayPass && facts.requeues }),
      text: isAppError(error)
        ? error.message
        : 'Something went wrong inside this installation; its log says what. The run was ended.',
    });
  } catch (further) {
    if (further instanceof SegmentLost) return lost(segment);
    // Not even the end could be stored: the lease will run out and the recovery takes it from there.
    context.log.error({ err: further, run: segment.uuid }, 'The end of a run could not be stored');
    return segment.result({
      outcome: 'failed',
      termination: 'not_retryable',
      text: 'The run could not be stored.',
    });
  }
}
