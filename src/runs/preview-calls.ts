import { isAppError } from '../base/index.ts';
import type { PendingCall } from '../contracts/index.ts';
import type { ModelToolCall } from '../models/index.ts';
import type { CallPreview } from '../tools/index.ts';
import { toolContext } from './execute-call.ts';
import { boundPreview, FAILED_PREVIEW, NOTHING_TO_SHOW } from './rules/previews.ts';
import type { Segment } from './segment.ts';

/** What a call would do now, in the run owner's context; a preview that throws, or none of a write, is a failed one. */
export async function previewOf(segment: Segment, call: ModelToolCall): Promise<CallPreview> {
  const tool = segment.facts.tools.get(call.name);
  if (tool?.preview === undefined) {
    return tool?.effect === 'read_only' ? NOTHING_TO_SHOW : FAILED_PREVIEW;
  }
  try {
    const context = toolContext(segment, () => undefined);
    return boundPreview(await tool.preview(call.arguments ?? {}, context));
  } catch (error) {
    segment.context.log.warn(
      { err: error, run: segment.uuid, tool: call.name },
      'A preview could not be made',
    );
    // Our own refusals are sentences for people; anything else may hold what nobody should read.
    return isAppError(error)
      ? boundPreview({ ...FAILED_PREVIEW, lines: [error.message], reason: error.code })
      : FAILED_PREVIEW;
  }
}

/** The pending calls of a card as they would run now, in turn order. */
export async function pendingCalls(
  segment: Segment,
  calls: readonly ModelToolCall[],
): Promise<readonly PendingCall[]> {
  const pending: PendingCall[] = [];
  for (const call of calls) {
    const tool = segment.facts.tools.get(call.name);
    const { lines, fields, failed, target, reason, action, notes } = await previewOf(segment, call);
    pending.push({
      callId: call.id,
      tool: call.name,
      arguments: call.arguments ?? {},
      effect: tool?.effect ?? 'non_idempotent_write',
      preview: {
        lines: [...lines],
        fields: [...fields],
        failed,
        ...(reason === undefined ? {} : { reason }),
        ...(action === undefined ? {} : { action }),
        ...(notes === undefined ? {} : { notes: [...notes] }),
      },
      target,
    });
  }
  return pending;
}
