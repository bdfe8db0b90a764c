import type { RuntimeContext } from './deps.ts';
import { createRunCodec } from './run-codec.ts';
import { keptContent, type Content } from './rules/kept-content.ts';
import type { NewRunEvent } from './run-store.ts';

/**
 * An event of a step in which something was said: the payload is metadata and always kept; of the content goes beside it,
 * sealed, what the privacy level keeps, and a flag says when that is nothing (SEC-05).
 */
export function stepEvent(
  context: Pick<RuntimeContext, 'clock' | 'sealer' | 'settings'>,
  uuid: string,
  step: Pick<NewRunEvent, 'kind' | 'payload'> & { readonly content: Content },
): NewRunEvent {
  const { kind, payload } = step;
  const atMs = context.clock.now();
  const kept = keptContent(context.settings.privacyLevel, step.content);
  if (kept === null) return { kind, payload: { ...payload, contentRedacted: true }, atMs };
  return { kind, payload, atMs, content: createRunCodec(context.sealer).sealContent(uuid, kept) };
}
