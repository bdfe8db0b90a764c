import type { InboxItem } from '../../../../src/contracts/index.ts';

export type InboxFilter = 'all' | 'mine' | 'others' | 'processes';

/** What of the inbox is shown. */
export function filterInbox(
  items: readonly InboxItem[],
  by: { readonly show: InboxFilter; readonly search: string },
): readonly InboxItem[] {
  const wanted = by.search.trim().toLowerCase();
  return items.filter(
    (item) =>
      (by.show === 'all' ||
        (by.show === 'mine' && item.isMine) ||
        (by.show === 'others' && !item.isMine) ||
        (by.show === 'processes' && item.holdsProcessPin)) &&
      `${item.page?.title ?? ''} ${item.startedBy}`.toLowerCase().includes(wanted),
  );
}
