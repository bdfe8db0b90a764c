import { useState } from 'react';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { IconButton, Menu } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { ConversationDialogs, type Asking } from './conversation-dialogs.tsx';
import { ConversationList } from './conversation-list.tsx';
import { keepWords } from './keep-words.ts';
import { keepingEntries } from './keeping-entries.ts';
import type { ChatTabs } from './use-chat-tabs.ts';
import { useKeeping } from './use-keeping.ts';

interface ConversationMenuProps {
  readonly page: number;
  /** The one in the panel; `null` before its first message. */
  readonly conversation: ConversationView | null;
  readonly tabs: Pick<ChatTabs, 'absorb' | 'drop' | 'select' | 'openNew'>;
  /** Takes in the answer of a request that returned the conversation in the panel. */
  readonly onChanged: (view: ConversationView) => void;
}

/** In the panel's head: a new conversation, all of them, and what can be done with this one. */
export function ConversationMenu({ page, conversation, tabs, onChanged }: ConversationMenuProps) {
  const t = useText(keepWords);
  const [isListOpen, setListOpen] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const keeping = useKeeping({
    onChanged: (view) => {
      tabs.absorb(view);
      if (view.uuid === conversation?.uuid) onChanged(view);
    },
    onGone: tabs.drop,
  });
  const isSaid = conversation !== null && conversation.title !== '';
  return (
    <>
      <Menu
        label={t.list}
        trigger={<IconButton icon="more" label={t.list} />}
        groups={[
          {
            id: t.list,
            entries: [
              { id: 'new', label: t.open, icon: 'plus', onAction: tabs.openNew },
              {
                id: 'all',
                label: t.all,
                icon: 'search',
                onAction: () => {
                  setListOpen(true);
                },
              },
            ],
          },
          ...(isSaid
            ? [
                {
                  id: 'this',
                  label: t.more,
                  entries: keepingEntries(conversation, { t, keeping, ask: setAsking }),
                },
              ]
            : []),
        ]}
      />
      {isListOpen && (
        <ConversationList
          page={page}
          keeping={keeping}
          onAsk={setAsking}
          onOpen={(view) => {
            tabs.absorb(view);
            tabs.select(view.uuid);
          }}
          onClose={() => {
            setListOpen(false);
          }}
        />
      )}
      <ConversationDialogs
        asking={asking}
        keeping={keeping}
        onDone={() => {
          setAsking(null);
        }}
      />
    </>
  );
}
