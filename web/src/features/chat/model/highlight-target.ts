import type { ConversationView, RecordRef } from '../../../../../src/contracts/index.ts';
import { changedPassage } from './passage.ts';

/** What the page is asked to mark: an element, the words inside it, and the number in the margin. */
export interface Highlight {
  readonly table: string;
  readonly uid: number;
  readonly quote?: string;
  readonly point?: number;
}

/**
 * What to mark while this conversation stands as it does (FOC-02, FOC-04); `null` = no mark. A card about a block marks
 * that block, one about a picture or link marks what the process pointed at, one about the page as a whole marks nothing.
 * A finished process marks nothing (FOC-01). `settled` is the element whose card was answered last: between two cards it
 * is not marked again, however long the conversation still names it.
 */
export function highlightOf(
  conversation: ConversationView,
  settled: RecordRef | null,
): Highlight | null {
  const { card, progress, status } = conversation;
  if (progress?.completed === true) return null;
  const waits = status === 'awaiting_approval' || status === 'awaiting_input';
  if (!waits) return pointedAt(conversation, settled);
  const call = card?.calls[0];
  const target = call?.target ?? null;
  const element = elementFor(target, conversation.highlight);
  if (element === null) return null;
  const field = call?.preview.fields.find(
    ({ table, uid }) => table === element.table && uid === element.uid,
  );
  const quote = field === undefined ? null : changedPassage(field.before, field.after);
  return {
    table: element.table,
    uid: element.uid,
    ...(quote === null ? {} : { quote }),
    ...pointOf(conversation),
  };
}

/** Between two cards the element the process named last, as long as the process goes on. */
function pointedAt(conversation: ConversationView, settled: RecordRef | null): Highlight | null {
  const { highlight, process, status } = conversation;
  if (highlight === null || process === null || status === 'failed') return null;
  if (settled?.table === highlight.table && settled.uid === highlight.uid) return null;
  return { table: highlight.table, uid: highlight.uid, ...pointOf(conversation) };
}

function elementFor(target: RecordRef | null, pointed: RecordRef | null): RecordRef | null {
  if (target === null) return pointed;
  if (target.table === 'pages') return null;
  if (target.table === 'content') return target;
  return pointed ?? target;
}

function pointOf({ progress }: ConversationView): { point: number } | Record<string, never> {
  return progress === null || progress.current < 1 ? {} : { point: progress.current };
}

/** The same key = the same mark: it is sent once and not again. */
export function highlightKey(highlight: Highlight | null): string {
  return highlight === null ? '' : JSON.stringify(highlight);
}
