import { isWaiting, type ProposalOutcome, type RunView } from '../contracts/index.ts';
import type { Conversation, NewEntry } from './conversation.ts';

/** How a withdrawn pause is shown: the discarded proposal, or the withdrawn question (decisions §79). */
export function withdrawnEntries(
  met: RunView | 'gone' | null,
  row: Conversation,
  id: string,
): readonly NewEntry[] {
  const run = met === 'gone' ? null : met;
  if (row.status === 'awaiting_input' || run?.card?.kind === 'input') {
    return [{ kind: 'notice', notice: { code: 'question_withdrawn', data: {} } }];
  }
  const call = run?.card?.calls[0];
  const target = call?.target ?? null;
  const outcome: ProposalOutcome = {
    id,
    kind: 'withdrawn',
    fields: call?.preview.fields ?? [],
    tool: call?.tool ?? '',
    target: target === null ? null : { table: target.table, uid: target.uid },
    historyId: null,
    undone: false,
    point: (run?.progress ?? row.progress)?.current ?? null,
  };
  return [{ kind: 'outcome', outcome }];
}

/** What is said of a run that a message leaves waiting: its card stands in the inbox alone from then on (CHT-03). */
export function leftWaitingEntries(met: RunView | 'gone' | null): readonly NewEntry[] {
  if (met === null || met === 'gone' || !isWaiting(met.status)) return [];
  return [{ kind: 'notice', notice: { code: 'left_waiting', data: {} } }];
}
