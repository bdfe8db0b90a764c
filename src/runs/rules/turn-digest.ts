import { canonicalJson, sha256Hex } from '../../base/index.ts';
import type { PendingCard } from '../../contracts/index.ts';

/** Everything a card is named by: the run, which pause of it, and what the person sees. */
export interface DigestedTurn {
  readonly runUuid: string;
  /** Counts the run's pauses; a card that comes up again with the same text has another digest. */
  readonly pauseOrdinal: number;
  readonly card: Omit<PendingCard, 'digest'>;
}

/** Names one card; a decision made on another one is refused (DEC-01). */
export function turnDigest(turn: DigestedTurn): string {
  const { card } = turn;
  return sha256Hex(
    canonicalJson({
      run: turn.runUuid,
      pause: turn.pauseOrdinal,
      kind: card.kind,
      calls: card.calls.map((call) => ({
        id: call.callId,
        tool: call.tool,
        arguments: call.arguments,
        preview: call.preview,
        target: call.target,
      })),
      inputTool: card.inputTool,
      inputSchema: card.inputSchema,
    }),
  );
}
