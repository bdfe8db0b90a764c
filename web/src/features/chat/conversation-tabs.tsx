import { useEffect, useRef } from 'react';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { Icon, IconButton } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { keepWords } from './keep-words.ts';
import type { ChatTabs } from './use-chat-tabs.ts';

/** The conversations that are open beside this page, when there is more than one to choose from. */
export function ConversationTabs({ tabs, active, select, close }: ChatTabs) {
  const t = useText(keepWords);
  const list = useRef<HTMLElement>(null);
  const hasClosed = useRef(false);
  const isNew = active.uuid === null;
  const count = tabs.length + (isNew ? 1 : 0);
  useEffect(() => {
    if (!hasClosed.current) return;
    hasClosed.current = false;
    // The closed tab took the focus with it.
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [count]);
  if (count < 2) return null;
  return (
    <nav className="v-chattabs" aria-label={t.tabs} ref={list}>
      <ul>
        {tabs.map((tab) => {
          const title = tab.title === '' ? t.untitled : tab.title;
          return (
            <li key={tab.uuid} className="v-chattabs__tab">
              <button
                type="button"
                aria-current={tab.uuid === active.uuid ? 'true' : undefined}
                title={title}
                onClick={() => {
                  select(tab.uuid);
                }}
              >
                <ConversationState conversation={tab} />
                <span>{title}</span>
              </button>
              <IconButton
                icon="close"
                label={t.closeTab(title)}
                onPress={() => {
                  hasClosed.current = true;
                  close(tab.uuid);
                }}
              />
            </li>
          );
        })}
        {isNew && (
          <li className="v-chattabs__tab">
            <button type="button" aria-current="true">
              <span>{t.untitled}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Whether something is under way in it or waits for an answer; nothing at all otherwise. */
export function ConversationState({
  conversation,
}: {
  conversation: Pick<ConversationView, 'status'>;
}) {
  const t = useText(keepWords);
  const { status } = conversation;
  if (status === 'idle' || status === 'failed') return null;
  const works = status === 'processing';
  return (
    <>
      <Icon name={works ? 'clock' : 'alert'} size="sm" />
      <span className="v-sr">{works ? t.works : t.waits}: </span>
    </>
  );
}
