import { useEffect, useRef, useState } from 'react';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { useAnnounce } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';
import type { ChatPanelProps } from './chat-props.ts';
import { newPageChanges } from './model/conversation-state.ts';
import { fieldName } from './model/outcome-line.ts';
import type { useChatActions } from './use-chat-actions.ts';
import type { ConversationHandle } from './use-conversation.ts';
import { chatWords } from './words.ts';

/** The card that waited already when the reader came; `null` when none did. */
export function useFirstDigest({ phase, conversation }: ConversationHandle): string | null {
  const [first, setFirst] = useState<string | null | undefined>(undefined);
  if (first === undefined && phase === 'ready') setFirst(conversation?.card?.digest ?? null);
  return first ?? null;
}

/** Title, state and place among the tabs, as they are known here, for the list too. */
export function useLabelInList(
  { conversation }: ConversationHandle,
  absorb: (view: ConversationView) => void,
) {
  const latest = useRef(conversation);
  useEffect(() => {
    latest.current = conversation;
  });
  const { title, status, openedAtMs, archivedAtMs, pinned } = conversation ?? {};
  useEffect(() => {
    if (latest.current !== null) absorb(latest.current);
  }, [absorb, archivedAtMs, openedAtMs, pinned, status, title]);
}

/** Tells the page's surroundings, once for each change that a turn brought, and while a turn may bring one. */
export function usePageChanges(
  { conversation }: ConversationHandle,
  { onPageChanged, onWorking }: Pick<ChatPanelProps, 'onPageChanged' | 'onWorking'>,
) {
  const before = useRef(conversation);
  useEffect(() => {
    const changes = conversation === null ? [] : newPageChanges(before.current, conversation);
    before.current = conversation;
    if (changes.length > 0) onPageChanged?.();
    onWorking?.(conversation?.status === 'processing');
  }, [conversation, onPageChanged, onWorking]);
}

/** Tells the surroundings when an outcome was added while somebody watches. */
export function useSettledCards(
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
export function useAnnouncedPoint({ conversation }: ConversationHandle) {
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
export function useStart(input: {
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
