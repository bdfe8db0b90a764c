import { AppError, isAppError, type Clock } from '../base/index.ts';
import { knownOf, type ChatModel, type ModelAnswer, type ModelRequest } from './chat-model.ts';
import { admitRequest, afterRequest, CLOSED, type Circuit } from './circuit.ts';
import { mayPass, retryVerdict, type FailureClass } from './failures.ts';

/** Where the state of one provider is kept. */
export interface CircuitCell {
  circuit: Circuit;
}

export function createCircuitCell(): CircuitCell {
  return { circuit: CLOSED };
}

export interface ResilientOptions {
  /** How often a failed request is sent again at once. Default 2 (facts §9). */
  readonly retries?: number;
  /** Shared by all models of one provider. */
  readonly cell: CircuitCell;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/**
 * A model whose failures that may pass are tried again after a short wait, and whose provider is left alone for a while
 * after many of them. `provider_failed` then also says in `data.attempts` how many requests were sent.
 */
export function createResilientModel(model: ChatModel, options: ResilientOptions): ChatModel {
  const { cell, clock, random, retries = 2 } = options;
  return {
    ...knownOf(model),
    async generate(request) {
      const heard = listening(request);
      for (let attempts = 1; ; attempts += 1) {
        enter(cell, { name: model.name, nowMs: clock.now(), attempts: attempts - 1 });
        try {
          const answer = await model.generate(heard.request);
          cell.circuit = afterRequest(cell.circuit, 'success', clock.now());
          return answer;
        } catch (error) {
          const failed = isAppError(error, 'provider_failed');
          const failureClass = failed ? (error.data['failureClass'] as FailureClass) : 'aborted';
          cell.circuit = afterRequest(cell.circuit, failureClass, clock.now());
          if (!failed || failureClass === 'aborted') throw error;
          const verdict = retryVerdict({
            failureClass,
            retryAfterMs: error.data['retryAfterMs'] as number | null,
            failures: attempts,
            retries,
            spoke: heard.spoke(),
            random: random(),
          });
          if (!verdict.retry) throw withAttempts(error, attempts);
          await clock.sleep(verdict.waitMs, request.signal);
        }
      }
    },
  };
}

/** A model that answers when those before it cannot. */
export interface FallbackLink {
  readonly model: ChatModel;
  /** What its configuration sets for a request; the rest is the first one's. */
  readonly settings: Pick<ModelRequest, 'temperature' | 'maxOutputTokens'>;
}

/**
 * A model that hands a request to the next one of its chain when it fails in a way that may pass, and nothing was read yet.
 * Its window is the smallest of the chain, so that every transcript fits whoever answers.
 */
export function createFallbackModel(first: ChatModel, chain: readonly FallbackLink[]): ChatModel {
  if (chain.length === 0) return first;
  const windows = [first, ...chain.map(({ model }) => model)].map(
    ({ contextWindowTokens }) => contextWindowTokens,
  );
  return {
    ...knownOf(first),
    contextWindowTokens: Math.min(...windows),
    async generate(request): Promise<ModelAnswer> {
      const heard = listening(request);
      const links = [{ model: first, settings: {} }, ...chain];
      let last: unknown = new AppError('internal', 'A chain without a model.');
      for (const { model, settings } of links) {
        try {
          const answer = await model.generate({ ...heard.request, ...settings });
          return model === first ? answer : { ...answer, answeredBy: model };
        } catch (error) {
          last = error;
          const passes =
            isAppError(error, 'provider_failed') &&
            mayPass(error.data['failureClass'] as FailureClass);
          if (!passes || heard.spoke()) throw error;
        }
      }
      throw last;
    },
  };
}

function enter(
  cell: CircuitCell,
  facts: { readonly name: string; readonly nowMs: number; readonly attempts: number },
): void {
  const entry = admitRequest(cell.circuit, facts.nowMs);
  cell.circuit = entry.circuit;
  if (entry.admitted) return;
  throw new AppError(
    'provider_failed',
    `${facts.name} failed many times in a row and is left alone for ${String(Math.ceil(entry.waitMs / 1000))} seconds. Try again then.`,
    {
      data: {
        failureClass: 'circuitOpen',
        status: null,
        retryAfterMs: entry.waitMs,
        attempts: facts.attempts,
      },
    },
  );
}

/** The request, and whether a piece of its answer's text was passed on. */
function listening(request: ModelRequest): { request: ModelRequest; spoke: () => boolean } {
  const { onTextDelta } = request;
  let spoke = false;
  if (onTextDelta === undefined) return { request, spoke: () => false };
  return {
    spoke: () => spoke,
    request: {
      ...request,
      onTextDelta: (text) => {
        spoke = true;
        onTextDelta(text);
      },
    },
  };
}

function withAttempts(error: AppError, attempts: number): AppError {
  return new AppError(error.code, error.message, {
    data: { ...error.data, attempts },
    cause: error.cause,
  });
}
