import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { api } from '../../lib/api.ts';
import { queries, useMe } from '../../lib/queries.ts';
import { readKept, writeKept } from './model/kept-text.ts';
import {
  firstTab,
  openTabs,
  tabAfterClosing,
  withConversation,
  type ActiveTab,
} from './model/tab-list.ts';

export interface ChatTabs {
  /** Whether the page's conversations are still being read; without them nobody knows what to show. */
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
  readonly tabs: readonly ConversationView[];
  readonly active: ActiveTab;
  readonly select: (uuid: string) => void;
  readonly openNew: () => void;
  readonly close: (uuid: string) => void;
  /** The active tab's conversation was made. */
  readonly made: (view: ConversationView) => void;
  /** A conversation is known newer than in the list. */
  readonly absorb: (view: ConversationView) => void;
  /** A conversation is there no more, or no more among the open ones. */
  readonly drop: (uuid: string) => void;
}

/** The query parameter that asks for a conversation: of a link from the list. */
const ASKED = 'conversation';

/**
 * The open conversations of a page. Which are open is the server's, so every device shows the same; which one is looked at
 * is this device's. Mount anew for another page.
 */
export function useChatTabs(page: number): ChatTabs {
  const client = useQueryClient();
  const list = useQuery(queries.conversations(page));
  const asked = useAskedFor();
  const { id: person } = useMe();
  const place = `tab.${person}.page-${String(page)}`;
  const [active, setActive] = useState<ActiveTab | null>(asked === null ? null : tabOf(asked));
  const opened = useRef(0);
  const { queryKey } = queries.conversations(page);
  const rows = useMemo(() => list.data ?? [], [list.data]);
  if (active === null && list.data !== undefined) {
    const first = firstTab(list.data, readKept(localStorage, place));
    setActive(first === null ? NEW_TAB : tabOf(first));
  }
  const shown = active ?? NEW_TAB;
  const tabs = useMemo(() => openTabs(rows, shown.uuid), [rows, shown.uuid]);

  const show = useCallback(
    (uuid: string | null) => {
      opened.current += 1;
      setActive(uuid === null ? { key: `new-${String(opened.current)}`, uuid } : tabOf(uuid));
      writeKept(localStorage, place, uuid ?? '');
    },
    [place],
  );
  const update = useCallback(
    (change: (before: readonly ConversationView[]) => ConversationView[]) => {
      client.setQueryData<ConversationView[]>(queryKey, (before) => change(before ?? []));
    },
    // The key is made anew at each turn and says the same for one page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [client, page],
  );
  const drop = useCallback(
    (uuid: string) => {
      if (shown.uuid === uuid) show(tabAfterClosing(tabs, uuid));
      update((before) => before.filter((row) => row.uuid !== uuid));
    },
    [show, shown.uuid, tabs, update],
  );

  return {
    isPending: active === null && list.isPending,
    error: active === null ? list.error : null,
    refetch: list.refetch,
    tabs,
    active: shown,
    select: show,
    openNew: useCallback(() => {
      show(null);
    }, [show]),
    close: useCallback(
      (uuid: string) => {
        if (shown.uuid === uuid) show(tabAfterClosing(tabs, uuid));
        update((before) =>
          before.map((row) => (row.uuid === uuid ? { ...row, openedAtMs: null } : row)),
        );
        // Without an answer the tab comes back with the next look at the list.
        void api.openConversation(uuid, false).catch(() => client.invalidateQueries({ queryKey }));
      },
      // eslint-disable-next-line react-hooks/exhaustive-deps
      [client, page, show, shown.uuid, tabs, update],
    ),
    made: useCallback(
      (view: ConversationView) => {
        setActive((before) => ({ key: (before ?? NEW_TAB).key, uuid: view.uuid }));
        writeKept(localStorage, place, view.uuid);
        update((before) => withConversation(before, view, page));
      },
      [page, place, update],
    ),
    absorb: useCallback(
      (view: ConversationView) => {
        update((before) => withConversation(before, view, page));
      },
      [page, update],
    ),
    drop,
  };
}

const NEW_TAB: ActiveTab = { key: 'new', uuid: null };

function tabOf(uuid: string): ActiveTab {
  return { key: uuid, uuid };
}

/** The conversation the address asks for; forgotten once it is shown, so that a reload shows what was looked at last. */
function useAskedFor(): string | null {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(ASKED);
  useEffect(() => {
    if (asked === null) return;
    setSearch(
      (current) => {
        current.delete(ASKED);
        return current;
      },
      { replace: true },
    );
  }, [asked, setSearch]);
  return asked;
}
