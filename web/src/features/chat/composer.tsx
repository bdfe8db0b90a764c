import type { UseQueryResult } from '@tanstack/react-query';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { CatalogueEntry, ConversationView } from '../../../../src/contracts/index.ts';
import { Button, Icon, IconButton, WithTip } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { attachWords } from './attach-words.ts';
import { draftPlace, readKept, writeKept } from './model/kept-text.ts';
import {
  invocationOf,
  nextSelectable,
  slashItems,
  slashQuery,
  unknownCommand,
  type SlashItem,
} from './model/slash-menu.ts';
import { optionId, SlashMenu } from './slash-menu.tsx';
import { chatWords } from './words.ts';

/** Characters of one message (facts §9). */
const LONGEST_MESSAGE = 10_000;

interface ComposerProps {
  readonly pageUid: number;
  /** The conversation of the tab, also while it is still being read; `null` before its first message. */
  readonly conversationUuid: string | null;
  readonly conversation: ConversationView | null;
  readonly isReady: boolean;
  readonly isSending: boolean;
  readonly isOnline: boolean;
  readonly catalogue: UseQueryResult<CatalogueEntry[]>;
  readonly onSend: (text: string, skillUid: number | null) => Promise<boolean>;
  /** Takes files from the clipboard; `null` while none can be attached. */
  readonly onPasteFiles: ((files: readonly File[]) => void) | null;
  /** Attaches files, and shows those that wait. */
  readonly attach: ReactNode;
  readonly files: ReactNode;
}

/** Where one writes. What is typed survives a reload, a refusal and a lost connection (WEB-06). */
export function Composer(props: ComposerProps) {
  const { conversation, isReady, isSending, isOnline, catalogue, onSend } = props;
  const t = useText(chatWords);
  const { id: person, model } = useMe();
  const words = useText(attachWords);
  const [text, setText] = useDraft(
    draftPlace(person, { page: props.pageUid, uuid: props.conversationUuid }),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const menu = useSlashMenu({ text, catalogue: catalogue.data ?? [], conversation });
  const ids = { menu: useId(), field: useId(), hint: useId() };

  const isNarrow = useMedia(NARROW);
  const isBusy = conversation?.status === 'processing';
  const over = text.length - LONGEST_MESSAGE;
  const canSend =
    isReady && !isSending && !isBusy && isOnline && over <= 0 && text.trim() !== '' && text !== '/';

  const send = async () => {
    if (!canSend) return;
    const invocation = invocationOf(text, catalogue.data ?? []);
    if (await onSend(invocation.text, invocation.skillUid)) setText('');
    field.current?.focus();
  };
  const insert = (item: SlashItem) => {
    const rest = text.replace(/^\/\S*\s*/, '');
    setText(`/${item.entry.identifier} ${rest}`);
    menu.close();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
      return;
    }
    if (!menu.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      menu.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !event.shiftKey && menu.active !== null) {
      event.preventDefault();
      insert(menu.active);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      menu.close();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event;
    const files = [...clipboardData.files];
    // Text programs put a picture of the text beside it: the text is what is meant.
    if (files.length === 0 || clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    props.onPasteFiles?.(files);
  };
  const track = () => {
    menu.setCaret(field.current?.selectionStart ?? 0);
  };

  return (
    <>
      {menu.isOpen && (
        <SlashMenu
          id={ids.menu}
          items={menu.items}
          activeIndex={menu.activeIndex}
          state={catalogue.isPending ? 'loading' : catalogue.isError ? 'failed' : 'ready'}
          isCatalogueEmpty={catalogue.data?.length === 0}
          onPick={insert}
          onPoint={menu.setActiveIndex}
        />
      )}
      {props.files}
      <div className="v-composer">
        <WithTip text={t.composer.commands}>
          <Button
            variant="quiet"
            className="v-btn--icon v-slash__open"
            aria-label={t.composer.commands}
            onPress={() => {
              if (!text.startsWith('/')) setText(`/${text}`);
              menu.open();
              field.current?.focus();
              field.current?.setSelectionRange(1, 1);
            }}
          >
            /
          </Button>
        </WithTip>
        {props.attach}
        <label className="v-sr" htmlFor={ids.field}>
          {t.composer.label}
        </label>
        <textarea
          ref={field}
          id={ids.field}
          className="v-composer__text"
          rows={1}
          placeholder={isNarrow ? t.composer.placeholderShort : t.composer.placeholder}
          value={text}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={menu.isListed}
          aria-controls={menu.isListed ? ids.menu : undefined}
          aria-activedescendant={
            menu.isListed && menu.active !== null ? optionId(ids.menu, menu.active) : undefined
          }
          aria-describedby={ids.hint}
          onChange={(event) => {
            setText(event.target.value);
            menu.typed(event.target.selectionStart);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onSelect={track}
        />
        <IconButton
          icon="send"
          size="md"
          variant={canSend ? 'primary' : 'default'}
          label={`${t.composer.send} (${t.composer.sendKeys})`}
          isDisabled={!canSend}
          onPress={() => void send()}
        />
      </div>
      <Hint
        id={ids.hint}
        text={hintOf({
          t,
          conversation,
          isBusy,
          isSending,
          isOnline,
          over,
          hasText: text !== '',
          // The checklist answers no questions; what it can do stands behind the slash.
          cannotTalk: model.builtIn && !text.startsWith('/'),
          words,
          unknown: catalogue.data === undefined ? null : unknownCommand(text, catalogue.data),
        })}
      />
    </>
  );
}

function Hint({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="v-chat__hint" aria-live="polite" hidden={text === ''}>
      <Icon name="info" size="sm" />
      {text}
    </p>
  );
}

/** Why sending is not possible, or what it would do besides sending; empty when it does just that. */
function hintOf(input: {
  t: (typeof chatWords)['en'];
  conversation: ConversationView | null;
  isBusy: boolean;
  isSending: boolean;
  isOnline: boolean;
  over: number;
  hasText: boolean;
  cannotTalk: boolean;
  words: (typeof attachWords)['en'];
  unknown: string | null;
}): string {
  const { t, conversation, isBusy, isSending, isOnline, over, hasText, unknown } = input;
  if (!isOnline) return t.composer.offline;
  if (over > 0) return t.composer.tooLong(over);
  if (isSending) return t.composer.sending;
  if (isBusy) return hasText ? t.composer.busy : '';
  const unseen = conversation?.imagesUnseen === true ? input.words.unseenHint : '';
  if (!hasText && (conversation?.attachments.length ?? 0) > 0) {
    return `${unseen} ${input.words.say}`.trim();
  }
  const effect = `${unseen} ${hasText ? effectOnCard(t, conversation) : ''}`.trim();
  if (effect === '' && input.cannotTalk && conversation?.card == null) return t.composer.checklist;
  return unknown === null ? effect : `${t.composer.unknownCommand(unknown)} ${effect}`.trim();
}

function effectOnCard(t: (typeof chatWords)['en'], conversation: ConversationView | null): string {
  const card = conversation?.card ?? null;
  if (card === null) return '';
  if (conversation?.process == null) return t.composer.leavesWaiting;
  return card.kind === 'input' ? t.composer.withdrawsQuestion : t.composer.withdraws;
}

/** What is typed, kept in a place of this device; it moves along when the place changes. */
function useDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readKept(localStorage, place));
  const last = useRef(place);
  useEffect(() => {
    if (last.current !== place) writeKept(localStorage, last.current, '');
    last.current = place;
    writeKept(localStorage, place, text);
  }, [place, text]);
  return [text, setText];
}

function useSlashMenu(input: {
  text: string;
  catalogue: readonly CatalogueEntry[];
  conversation: ConversationView | null;
}) {
  const { text, catalogue, conversation } = input;
  const [caret, setCaret] = useState(0);
  const [isDismissed, setDismissed] = useState(true);
  const [chosen, setChosen] = useState(0);
  const query = slashQuery(text, caret);
  const items = query === null ? [] : slashItems(catalogue, query, conversation?.process ?? null);
  const isOpen = query !== null && !isDismissed;
  // The list shrinks while one types; what was pointed at may be gone or may not be chosen.
  const activeIndex =
    items[chosen]?.disabled === false ? chosen : nextSelectable(items, items.length - 1, 1);
  return {
    isOpen,
    isListed: isOpen && items.length > 0,
    items,
    activeIndex,
    active: items[activeIndex] ?? null,
    setCaret,
    setActiveIndex: setChosen,
    open: () => {
      setCaret(1);
      setDismissed(false);
      setChosen(0);
    },
    close: () => {
      setDismissed(true);
    },
    typed: (position: number) => {
      setCaret(position);
      setDismissed(false);
      setChosen(0);
    },
    move: (step: 1 | -1) => {
      const next = nextSelectable(items, activeIndex, step);
      if (next >= 0) setChosen(next);
    },
  };
}
