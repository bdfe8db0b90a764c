import { byteLength } from '../base/index.ts';
import type { ToolExecution, ToolResult } from './tool.ts';

/** Longest result a model is sent, in UTF-8 bytes, the marker included (facts §4). */
export const MAX_RESULT_BYTES = 50_000;

const MARKER = '\n[The result was longer and has been cut here.]';

/** What every result passes on its way to the model and the journal. */
export interface ResultBounds {
  /** Default 50,000. */
  readonly maxBytes?: number;
  /** A hook of the host failed after the last write of this call, as the loop's collector saw it (WRT-09). */
  readonly hookFailed: boolean;
}

/**
 * The result within its bounds: content cut at a character, every other member carried. An error result carries no write
 * statement (WRT-09), and the hook flag is the loop's, whatever the tool put there.
 */
export function boundResult(result: ToolExecution, bounds: ResultBounds): ToolResult {
  return {
    content: cut(result.content, bounds.maxBytes ?? MAX_RESULT_BYTES),
    isError: result.isError,
    write:
      result.isError || result.write === null
        ? null
        : { ...result.write, hookFailedAfterWrite: bounds.hookFailed },
  };
}

function cut(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  const room = Math.max(0, maxBytes - byteLength(MARKER));
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > room) break;
    end += character.length;
  }
  return text.slice(0, end) + MARKER;
}
