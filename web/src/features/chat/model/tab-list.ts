import type { ConversationView } from '../../../../../src/contracts/index.ts';

/** What stands in the panel: a conversation, or one that is not made before its first message. */
export interface ActiveTab {
  /** Stays the same when a new conversation is made, so that nothing of the panel is lost. */
  readonly key: string;
  readonly uuid: string | null;
}

/** The conversations that are tabs, in the order in which they were opened; the one in the panel always is. */
export function openTabs(
  rows: readonly ConversationView[],
  active: string | null,
): readonly ConversationView[] {
  return rows
    .filter(({ uuid, openedAtMs }) => openedAtMs !== null || uuid === active)
    .sort(
      (a, b) =>
        (a.openedAtMs ?? Infinity) - (b.openedAtMs ?? Infinity) || a.uuid.localeCompare(b.uuid),
    );
}

/** The tab a page opens with: the one that was there last on this device, else the newest; `null` = a new conversation. */
export function firstTab(rows: readonly ConversationView[], kept: string | null): string | null {
  const open = rows.filter(({ openedAtMs }) => openedAtMs !== null);
  return (open.find(({ uuid }) => uuid === kept) ?? open[0])?.uuid ?? null;
}

/** The tab to show once `closed` is closed: the next one, else the one before; `null` = a new conversation. */
export function tabAfterClosing(tabs: readonly ConversationView[], closed: string): string | null {
  const index = tabs.findIndex(({ uuid }) => uuid === closed);
  return (tabs[index + 1] ?? tabs[index - 1])?.uuid ?? null;
}

/** The list with what is known newer of one conversation; what is archived leaves it. */
export function withConversation(
  rows: readonly ConversationView[],
  view: ConversationView,
  page: number,
): ConversationView[] {
  const known = rows.some(({ uuid }) => uuid === view.uuid);
  const kept = rows.filter(({ uuid }) => uuid !== view.uuid || view.archivedAtMs === null);
  if (known) return kept.map((row) => (row.uuid === view.uuid ? view : row));
  return view.archivedAtMs === null && view.page === page ? [view, ...kept] : kept;
}
