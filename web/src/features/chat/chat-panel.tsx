import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { PageView } from '../../../../src/contracts/index.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Note, useAnnounce } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { cardWords } from './card-words.ts';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { EmptyConversation } from './empty-conversation.tsx';
import type { Highlight } from './model/highlight-target.ts';
import { newPageChanges } from './model/conversation-state.ts';
import { fieldName } from './model/outcome-line.ts';
import { RefusalNote } from './refusal-note.tsx';
import { TourHeader } from './tour-header.tsx';
import { useChatActions } from './use-chat-actions.ts';
import { useConversation, type ConversationHandle } from './use-conversation.ts';
import { useHighlight } from './use-highlight.ts';
import { useOnline } from './use-online.ts';
import { useUndo } from './use-undo.ts';
import { WaitingCard } from './waiting-card.tsx';
import { chatWords } from './words.ts';
import './chat.css';

export interface ChatPanelProps {
  /** The page the conversation is about. */
  readonly page: Pick<PageView, 'uid' | 'title' | 'language'>;
  /** A process to start at once, when the reader came here by asking for it. */
  readonly startSkillUid?: number | null;
  /** Called when `startSkillUid` was handed to the server or could not be; forget it then, or a reload starts it again. */
  readonly onStarted?: () => void;
  /** Called once for each element that is to be marked on the page. */
  readonly onHighlight?: (highlight: Highlight) => void;
  readonly onClearHighlight?: () => void;
  /** Something on the page was saved or taken back. */
  readonly onPageChanged?: () => void;
  /** A card was answered, in whatever way: open points may have come or gone. */
  readonly onSettled?: () => void;
  /** Where the page is not beside the chat: brings it into view. */
  readonly onShowPage?: () => void;
  /** Before and after the name in the head: back, dock, float, pop out. */
  readonly headStart?: ReactNode;
  readonly headEnd?: ReactNode;
}

/** The conversation beside a page: starts processes, shows their proposals one at a time, takes the answers. */
export function ChatPanel(props: ChatPanelProps) {
  // Another page is another conversation: nothing of the one before may linger.
  return <PageChat key={props.page.uid} {...props} />;
}

function PageChat(props: ChatPanelProps) {
  const { page, startSkillUid = null, onStarted, onHighlight, onClearHighlight } = props;
  const { onPageChanged, onSettled, onShowPage, headStart, headEnd } = props;
  const t = useText(chatWords);
  const { locale } = useLocale();
  const handle = useConversation(page.uid, locale);
  const { conversation, phase } = handle;
  const actions = useChatActions(handle);
  const online = useOnline();
  const catalogue = useQuery(queries.catalogue(page.uid));
  const mark = useHighlight(conversation, onHighlight, onClearHighlight);
  const { refresh } = handle;
  const undo = useUndo(
    useCallback(() => {
      onPageChanged?.();
      void refresh();
    }, [onPageChanged, refresh]),
  );
  usePageChanges(handle, onPageChanged);
  useSettledCards(handle, onSettled);
  useAnnouncedPoint(handle);
  useStart({ handle, actions, startSkillUid, onStarted });
  const firstDigest = useFirstDigest(handle);
  const mayApprove = useMe().mayApproveOwn;

  return (
    <section className="v-chat" aria-label={t.assistant}>
      <ChatHeader process={conversation?.process ?? null} start={headStart} end={headEnd} />
      {conversation !== null && (
        <TourHeader
          conversation={conversation}
          page={page}
          isEnding={actions.running === 'end'}
          onEnd={() => void actions.end()}
        />
      )}
      <Conversation
        handle={handle}
        page={page}
        undo={undo}
        catalogue={catalogue.data ?? []}
        isStarting={actions.running === 'start'}
        onStart={(skillUid) => void actions.send('', skillUid)}
        empty={
          <EmptyConversation
            catalogue={catalogue.data ?? null}
            error={catalogue.error}
            onRetry={() => void catalogue.refetch()}
            isBusy={actions.running !== null}
            onStart={(skillUid) => void actions.send('', skillUid)}
          />
        }
        card={
          conversation?.card == null ? null : (
            <WaitingCard
              conversation={conversation}
              card={conversation.card}
              isNew={conversation.card.digest !== firstDigest}
              lock={actions.running !== null ? 'sending' : online ? null : 'offline'}
              mayApprove={mayApprove}
              refusal={cardRefusal(actions)}
              onAnswer={(answer, digest) => void actions.decide(digest, answer)}
              onInput={(input, digest) => void actions.answer(digest, input)}
              onShow={
                mark === null
                  ? null
                  : () => {
                      onHighlight?.(mark);
                      onShowPage?.();
                    }
              }
            />
          )
        }
        settledRefusal={
          conversation?.card == null && cardRefusal(actions) !== null ? (
            <RefusalNote refusal={actions.refusal} onDismiss={actions.dismissRefusal} />
          ) : null
        }
      />
      <div className="v-chat__compose">
        {handle.connectionLost && (
          <div className="v-chat__lost">
            <Note tone="warn" icon="offline">
              {t.connectionLost}
            </Note>
          </div>
        )}
        {actions.refusal !== null && cardRefusal(actions) === null && (
          <RefusalNote refusal={actions.refusal} onDismiss={actions.dismissRefusal} />
        )}
        {phase === 'failed' ? (
          <Button onPress={() => void handle.refresh()}>{t.tryAgain}</Button>
        ) : (
          <Composer
            pageUid={page.uid}
            conversation={conversation}
            isReady={phase === 'ready'}
            isSending={actions.running !== null}
            isOnline={online}
            catalogue={catalogue}
            onSend={actions.send}
          />
        )}
      </div>
    </section>
  );
}

function cardRefusal({ refusal }: ReturnType<typeof useChatActions>) {
  return refusal?.action === 'decide' || refusal?.action === 'answer' ? refusal : null;
}

/** The card that waited already when the reader came; `null` when none did. */
function useFirstDigest({ phase, conversation }: ConversationHandle): string | null {
  const [first, setFirst] = useState<string | null | undefined>(undefined);
  if (first === undefined && phase === 'ready') setFirst(conversation?.card?.digest ?? null);
  return first ?? null;
}

/** Tells the page's surroundings, once for each change that a turn brought. */
function usePageChanges(handle: ConversationHandle, onPageChanged: (() => void) | undefined) {
  const { conversation } = handle;
  const before = useRef(conversation);
  useEffect(() => {
    const changes = conversation === null ? [] : newPageChanges(before.current, conversation);
    before.current = conversation;
    if (changes.length > 0) onPageChanged?.();
  }, [conversation, onPageChanged]);
}

/** Tells the surroundings when an outcome was added while somebody watches. */
function useSettledCards(
  { conversation }: ConversationHandle,
  onSettled: (() => void) | undefined,
) {
  const outcomes = conversation?.entries.filter(({ body }) => body.kind === 'outcome').length;
  const before = useRef(outcomes);
  useEffect(() => {
    const known = before.current;
    before.current = outcomes;
    if (known !== undefined && outcomes !== undefined && outcomes > known) onSettled?.();
  }, [outcomes, onSettled]);
}

/** Says the point and its field when a new card arrives, and the end of the process; politely, and once. */
function useAnnouncedPoint({ conversation }: ConversationHandle) {
  const announce = useAnnounce();
  const { locale } = useLocale();
  const t = useText(chatWords);
  const words = useText(cardWords);
  const digest = conversation?.card?.digest ?? null;
  const said = useRef<string | null>(null);
  useEffect(() => {
    const progress = conversation?.progress ?? null;
    const key = digest ?? (progress?.completed === true ? 'completed' : null);
    if (key === null || key === said.current) return;
    said.current = key;
    const field = conversation?.card?.calls[0]?.preview.fields[0];
    const counter =
      progress === null || progress.total === 0
        ? ''
        : progress.completed
          ? t.tour.done(progress.total)
          : t.tour.point(progress.current, progress.total);
    const what = field === undefined ? words.approval : fieldName(field, locale);
    announce(digest === null ? counter : counter === '' ? what : `${counter}: ${what}`);
  }, [announce, conversation, digest, locale, t, words]);
}

/** Starts the asked-for process when the conversation is there, once for each mount. */
function useStart(input: {
  handle: ConversationHandle;
  actions: ReturnType<typeof useChatActions>;
  startSkillUid: number | null;
  onStarted: (() => void) | undefined;
}) {
  const { handle, actions, startSkillUid, onStarted } = input;
  const { phase, conversation } = handle;
  const { send } = actions;
  const [asked, setAsked] = useState<number | null>(null);
  const running = useRef(false);
  if (startSkillUid !== null && asked === null) setAsked(startSkillUid);
  useEffect(() => {
    if (asked === null || phase !== 'ready' || running.current) return;
    running.current = true;
    const held = conversation?.process?.skillUid === asked;
    const free = conversation === null || ['idle', 'failed'].includes(conversation.status);
    onStarted?.();
    if (!held && free) void send('', asked);
  }, [asked, conversation, onStarted, phase, send]);
}
