import { useCallback, useEffect, useReducer, useState } from 'react';
import {
  ConversationStreamEvent,
  type ConversationView,
  type Locale,
} from '../../../../src/contracts/index.ts';
import { api } from '../../lib/api.ts';
import { openStream, type StreamState } from '../../lib/stream.ts';
import {
  absorbEvent,
  absorbView,
  EMPTY_CONVERSATION_STATE,
  type ConversationState,
} from './model/conversation-state.ts';
import type { ChatTabs } from './use-chat-tabs.ts';

/** A broken stream is named only after this long; most come back at once. */
const LOST_AFTER_MS = 1_500;
/** While the stream is away the conversation is read this often instead. */
const POLL_MS = 5_000;

export interface ConversationHandle extends ConversationState {
  readonly phase: 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly connectionLost: boolean;
  /** Takes in the answer of a request that returned the conversation. */
  readonly absorb: (view: ConversationView) => void;
  /** Reads the conversation again: after a refusal that says somebody was faster. */
  readonly refresh: () => Promise<void>;
  /** The tab's conversation, made now when there was none. */
  readonly ensure: () => Promise<ConversationView>;
}

type Action =
  { type: 'event'; event: ConversationStreamEvent } | { type: 'view'; view: ConversationView };

function reduce(state: ConversationState, action: Action): ConversationState {
  return action.type === 'event'
    ? absorbEvent(state, action.event)
    : absorbView(state, action.view);
}

/**
 * The conversation of one tab, live (CHT-08). It is made with the first message, so that looking at pages leaves no empty
 * conversations behind. Mount anew for another tab.
 */
export function useConversation(
  page: number,
  locale: Locale,
  tabs: Pick<ChatTabs, 'isPending' | 'error' | 'refetch' | 'active' | 'made'>,
): ConversationHandle {
  const { uuid } = tabs.active;
  const { made, refetch } = tabs;
  const [state, dispatch] = useReducer(reduce, EMPTY_CONVERSATION_STATE);
  const absorb = useCallback((view: ConversationView) => {
    dispatch({ type: 'view', view });
  }, []);
  const { readError, refresh } = useStoredView(uuid, absorb);
  const connectionLost = useLiveEvents(uuid, dispatch, refresh);

  const ensure = useCallback(async () => {
    if (state.conversation !== null) return state.conversation;
    const view = await api.createConversation({ page, locale });
    absorb(view);
    made(view);
    return view;
  }, [absorb, locale, made, page, state.conversation]);

  const error = tabs.error ?? (state.conversation === null ? readError : null);
  const waiting = tabs.isPending || (uuid !== null && state.conversation === null);
  return {
    ...state,
    phase: error !== null ? 'failed' : waiting ? 'loading' : 'ready',
    error,
    connectionLost,
    absorb,
    refresh: useCallback(async () => {
      if (uuid === null) await refetch();
      else await refresh();
    }, [refetch, refresh, uuid]),
    ensure,
  };
}

/** Reads the stored conversation once, and whenever asked. */
function useStoredView(uuid: string | null, absorb: (view: ConversationView) => void) {
  const [readError, setReadError] = useState<unknown>(null);
  const refresh = useCallback(async () => {
    if (uuid === null) return;
    try {
      absorb(await api.conversation(uuid));
      setReadError(null);
    } catch (error) {
      setReadError(error);
    }
  }, [absorb, uuid]);
  useEffect(() => {
    if (uuid === null) return;
    const controller = new AbortController();
    api.conversation(uuid, controller.signal).then(
      (view) => {
        absorb(view);
        setReadError(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setReadError(error);
      },
    );
    return () => {
      controller.abort();
    };
  }, [absorb, uuid]);
  return { readError, refresh };
}

/** Listens to the stream; while it is away, reads the conversation at intervals. Returns whether to say so. */
function useLiveEvents(
  uuid: string | null,
  dispatch: (action: Action) => void,
  refresh: () => Promise<void>,
): boolean {
  const [stream, setStream] = useState<StreamState>('connecting');
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (uuid === null) return;
    return openStream(api.conversationStreamUrl(uuid), {
      schema: ConversationStreamEvent,
      names: ['changed', 'delta', 'progress', 'highlight'],
      onEvent: (event) => {
        dispatch({ type: 'event', event });
      },
      onState: setStream,
    });
  }, [dispatch, uuid]);
  const away = uuid !== null && stream === 'waiting';
  useEffect(() => {
    if (!away) return;
    const timer = setTimeout(() => {
      setLost(true);
    }, LOST_AFTER_MS);
    const poll = setInterval(() => void refresh(), POLL_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(poll);
      setLost(false);
      // What happened while nobody listened.
      void refresh();
    };
  }, [away, refresh]);
  return away && lost;
}
