import type { ChatModel, Configuration, ModelMessage, ModelRequest } from '../models/index.ts';
import { withSystemMessage, type SystemParts } from './assembly.ts';
import { unseenImages } from './rules/images.ts';
import { fitTranscript, measureOf, type Fit, type Measure } from './rules/window.ts';

/** What the next request to the model is made of. */
export interface SendParts extends SystemParts {
  readonly transcript: readonly ModelMessage[];
  readonly model: Pick<ChatModel, 'contextWindowTokens' | 'seesImages'>;
  readonly configuration: Configuration;
  readonly calibration: number;
  /** Of the tools offered with it. */
  readonly toolTokens: number;
}

/** The messages of the next request as a run stands, and what of them fits the window (CTX-01, CTX-03). */
export function nextSend(parts: SendParts): {
  readonly messages: readonly ModelMessage[];
  readonly measure: Measure;
  readonly fit: Fit;
} {
  const { model, configuration, calibration, toolTokens } = parts;
  const transcript = model.seesImages === true ? parts.transcript : unseenImages(parts.transcript);
  const messages = withSystemMessage(parts, transcript);
  const measure = measureOf(model, configuration, { calibration, toolTokens });
  return { messages, measure, fit: fitTranscript(messages, measure) };
}

/** What a configuration says of every request; what it leaves open is the provider's to decide. */
export function answerSettings({
  temperature,
  maxOutputTokens,
}: Pick<Configuration, 'temperature' | 'maxOutputTokens'>): Pick<
  ModelRequest,
  'temperature' | 'maxOutputTokens'
> {
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
}
