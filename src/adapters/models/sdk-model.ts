import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { Clock } from '../../base/index.ts';
import type { ChatModel, ModelAnswer, ModelRequest } from '../../models/index.ts';
import { IncompleteAnswer, isNetworkError, providerError } from './provider-error.ts';
import { createAnswerBuilder } from './sdk-answer.ts';
import { toPrompt, toTools, type WireTraits } from './sdk-prompt.ts';
import { watchSilence, type SilenceWatch } from './silence.ts';

export interface SdkModelFacts {
  /** For people: provider and model. */
  readonly name: string;
  readonly traits: WireTraits;
  /** Sent with every request, for the package alone. Default: nothing. */
  readonly providerOptions?: SharedV3ProviderOptions;
  readonly address: string;
  readonly apiKey: string | null;
  readonly contextWindowTokens: number;
  /** How long the provider may be silent, at the start and between two pieces. Default 120,000. */
  readonly silenceMs?: number;
}

/**
 * A chat model over a provider package. One request a call, streamed; nothing is retried here and no tool is run here. An
 * aborted request rejects with the signal's reason, everything else with `provider_failed`.
 */
export function createSdkModel(
  model: LanguageModelV3,
  facts: SdkModelFacts,
  { clock }: { readonly clock: Clock },
): ChatModel {
  return {
    name: facts.name,
    builtIn: false,
    contextWindowTokens: facts.contextWindowTokens,
    seesImages: facts.traits.seesImages,
    async generate(request) {
      request.signal?.throwIfAborted();
      const watch = watchSilence(clock, facts.silenceMs ?? 120_000, request.signal);
      try {
        return await stream(model, { request, watch, facts });
      } catch (error) {
        if (request.signal?.aborted === true) throw request.signal.reason;
        throw providerError(watch.causeOf(error), { ...facts, nowMs: clock.now() });
      } finally {
        watch.stop();
      }
    },
  };
}

async function stream(
  model: LanguageModelV3,
  { request, watch, facts }: { request: ModelRequest; watch: SilenceWatch; facts: SdkModelFacts },
): Promise<ModelAnswer> {
  const { stream: parts } = await model.doStream(callOptions(request, watch.signal, facts));
  const builder = createAnswerBuilder(facts.traits.provider, request);
  const reader = parts.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      watch.heard();
      builder.add(value);
    }
  } catch (error) {
    // The stream is left as it is: the connection ends with it.
    void reader.cancel().catch(() => undefined);
    // It was reached, or there would be no stream.
    throw isNetworkError(error) ? new IncompleteAnswer('The stream broke off.') : error;
  }
  const answer = builder.answer();
  if (answer === null) throw new IncompleteAnswer('No end of the answer came.');
  return answer;
}

function callOptions(
  request: ModelRequest,
  signal: AbortSignal,
  { traits, providerOptions }: SdkModelFacts,
): LanguageModelV3CallOptions {
  return {
    prompt: toPrompt(request.messages, traits, request.imageBytes),
    ...(request.tools.length === 0
      ? {}
      : { tools: toTools(request.tools, traits), toolChoice: { type: 'auto' } }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    abortSignal: signal,
  };
}
