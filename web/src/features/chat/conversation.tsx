import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type {
  CatalogueEntry,
  ConversationEntry,
  ConversationView,
  PageView,
} from '../../../../src/contracts/index.ts';
import { Button, ErrorState, Icon, Loading, Note } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';
import { Entry } from './entry.tsx';
import { keepWords } from './keep-words.ts';
import { splitWhy } from './model/why-text.ts';
import type { ConversationHandle } from './use-conversation.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import type { Undo } from './use-undo.ts';
import { chatWords } from './words.ts';

/** So many entries are drawn at once when a conversation is opened; those before them as many a time, while nothing else is to be done. */
const FIRST_SHOWN = 40;

interface ConversationProps {
  readonly handle: ConversationHandle;
  readonly page: Pick<PageView, 'uid' | 'language'>;
  readonly undo: Undo;
  readonly catalogue: readonly CatalogueEntry[];
  readonly isStarting: boolean;
  readonly isStopping: boolean;
  readonly onStop: () => void;
  readonly onStart: (skillUid: number) => void;
  readonly onNew: () => void;
  readonly empty: ReactNode;
  readonly card: ReactNode;
  readonly settledRefusal: ReactNode;
}

/** What was said and decided, oldest first, and at its end what waits or is being written. */
export function Conversation(props: ConversationProps) {
  const { handle, empty, card, settledRefusal, isStopping, onStop } = props;
  const { conversation, phase, streamed } = handle;
  const t = useText(chatWords);
  const words = useText(cardWords);
  const keep = useText(keepWords);
  const digest = conversation?.card?.digest ?? null;
  const { region, isAtEnd, toEnd } = useStickToEnd(digest);
  // Text that arrives waits for what is typed meanwhile.
  const written = useDeferredValue(streamed);
  const isEmpty = conversation === null || conversation.entries.length === 0;
  const isWorking = conversation?.status === 'processing';
  return (
    <div className="v-chat__stage">
      <div className="v-chat__talk" ref={region} tabIndex={-1}>
        {phase === 'loading' && <Loading lines={4} label={t.loading} />}
        {phase === 'failed' && (
          <ErrorState
            error={handle.error}
            title={t.loadFailed}
            onRetry={() => void handle.refresh()}
          />
        )}
        {phase === 'ready' && isEmpty && !isWorking && empty}
        {conversation !== null && <Entries {...props} conversation={conversation} />}
        {streamed !== '' && (
          <div className="v-msg v-msg--live" aria-live="off">
            <Markdown source={written} />
          </div>
        )}
        {settledRefusal ?? (isCardGone(conversation) && <Note tone="warn">{words.cardGone}</Note>)}
        {card}
        {isWorking && card === null && (
          <div className="v-chat__work">
            <p className="v-chat__working" role="status">
              <Icon name="clock" size="sm" />
              {t.working}
            </p>
            <Button size="sm" isPending={isStopping} onPress={onStop}>
              {isStopping ? keep.stopping : keep.stop}
            </Button>
          </div>
        )}
      </div>
      {!isAtEnd && card !== null && (
        <Button size="sm" className="v-chat__down" icon="chev-d" onPress={toEnd}>
          {conversation?.card?.kind === 'input' ? words.question : words.proposal}
        </Button>
      )}
    </div>
  );
}

/** It waits for an answer, but to nothing that can be shown: its run was cleared away, or cannot be read. */
function isCardGone(conversation: ConversationView | null): boolean {
  if (conversation === null || conversation.card !== null) return false;
  return conversation.status === 'awaiting_approval' || conversation.status === 'awaiting_input';
}

function Entries(props: ConversationProps & { conversation: ConversationView }) {
  const { conversation, undo, page, catalogue, isStarting } = props;
  const shown = useMemo(() => withoutReason(conversation), [conversation]);
  const { from, isSettled } = useEarlierLater(shown.length);
  const isFree = conversation.status === 'idle' || conversation.status === 'failed';
  const onStart = useLatest(props.onStart);
  return (
    // What was said earlier is no news, though it is drawn later.
    <div
      className="v-chat__entries"
      role="log"
      aria-live={isSettled ? 'polite' : 'off'}
      aria-relevant="additions"
    >
      {shown.slice(from).map((entry, index, drawn) => {
        const isLast = index === drawn.length - 1;
        const restart =
          isLast && isFree && entry.body.kind === 'stopped'
            ? restartOf(conversation, catalogue)
            : null;
        return (
          <Entry
            key={entry.sequence}
            conversationUuid={conversation.uuid}
            entry={entry}
            entries={entry.body.kind === 'tour_finished' ? conversation.entries : null}
            isAnsweredByMessage={drawn[index + 1]?.body.kind === 'user'}
            pageUid={page.uid}
            undo={undo}
            restart={restart}
            isStarting={restart !== null && isStarting}
            onStart={onStart}
            onNew={isLast ? props.onNew : null}
          />
        );
      })}
    </div>
  );
}

/**
 * From which entry on a conversation of so many is drawn: its end first, then a few earlier ones a frame, so that nobody who
 * types meanwhile waits for all of them. `isSettled` once all are and nobody was told.
 */
function useEarlierLater(count: number): { from: number; isSettled: boolean } {
  const [drawn, setDrawn] = useState(count <= FIRST_SHOWN ? Infinity : FIRST_SHOWN);
  const isWhole = drawn === Infinity;
  const [isSettled, setSettled] = useState(isWhole);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (isWhole) setSettled(true);
      else {
        const more = drawn + FIRST_SHOWN;
        startTransition(() => {
          setDrawn(more >= count ? Infinity : more);
        });
      }
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isWhole, drawn, count]);
  return { from: Math.max(0, count - drawn), isSettled };
}

/** The same function for good, which calls the newest: what gets it is not drawn anew for it. */
function useLatest(callback: (skillUid: number) => void): (skillUid: number) => void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((skillUid) => {
    latest.current(skillUid);
  }, []);
}

/** While a card waits, the last thing the assistant said gives its reason inside the card and is not said twice. */
function withoutReason(conversation: ConversationView): readonly ConversationEntry[] {
  const { entries, card } = conversation;
  const last = entries.at(-1);
  if (card === null || last?.body.kind !== 'assistant') return entries;
  const { message, why } = splitWhy(last.body.text);
  if (why === '') return entries;
  const rest = entries.slice(0, -1);
  return message === '' ? rest : [...rest, { ...last, body: { kind: 'assistant', text: message } }];
}

/** The process that was started last, when it can be started again. */
function restartOf(
  conversation: ConversationView,
  catalogue: readonly CatalogueEntry[],
): CatalogueEntry | null {
  const started = conversation.entries.findLast(
    ({ body }) => body.kind === 'user' && body.skillName !== null,
  );
  if (started?.body.kind !== 'user') return null;
  const { skillName } = started.body;
  return (
    catalogue.find((entry) => entry.process && entry.instruction && entry.name === skillName) ??
    null
  );
}
