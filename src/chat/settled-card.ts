import type { RunView } from '../contracts/index.ts';
import type { Conversation, DecidedCard, NewEntry, RecordedDecision } from './conversation.ts';
import type { Ended, SeenCalls } from './how-it-ended.ts';
import { openPointEffect, type OpenPointEffect } from './open-point.ts';

export type Approval = Extract<RecordedDecision, { kind: 'approval' }>;

/** What a carried-out decision leaves behind: entries before those of its turn, and an effect on the open points. */
export interface Settled {
  readonly before: readonly NewEntry[];
  readonly effect: OpenPointEffect;
}

/** Nothing was decided, or nothing is known of it. */
export const NOTHING_SETTLED: Settled = { before: [], effect: { kind: 'none' } };

/** The editor decides again, on a fresh card: perhaps on one that says why the change is not possible any more. */
export function previewMoved(run: RunView | null): Settled {
  const failed = run?.card?.calls.some(({ preview }) => preview.failed) === true;
  const data = failed ? { failed } : {};
  return {
    ...NOTHING_SETTLED,
    before: [{ kind: 'notice', notice: { code: 'preview_moved', data } }],
  };
}

/** How a decided card ended, as its conversation keeps it under `id`. */
export function settledCard(
  row: Conversation,
  id: string,
  facts: {
    readonly decision: Approval;
    readonly card: DecidedCard;
    readonly ended: Ended;
    readonly seen: SeenCalls;
  },
): Settled {
  const { decision, card, ended, seen } = facts;
  if (ended === 'undecided') return previewMoved(null);
  const { approved, reason } = decision;
  const subject = row.page === null ? null : { table: 'pages', uid: row.page };
  return {
    before: [
      {
        kind: 'outcome',
        outcome: {
          id,
          kind: ended,
          fields: [...card.fields],
          tool: card.tool,
          target: card.target === null ? null : { table: card.target.table, uid: card.target.uid },
          historyId: seen.historyId,
          undone: false,
          ...(approved && seen.carriedOut !== null ? { carriedOut: seen.carriedOut } : {}),
          point: card.point,
        },
      },
    ],
    effect: openPointEffect({ card, approved, reason, ended, subject }),
  };
}
