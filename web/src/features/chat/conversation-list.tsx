import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Drawer,
  EmptyState,
  ErrorState,
  IconButton,
  Loading,
  Menu,
  SearchField,
  Segments,
  Time,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import type { Asking } from './conversation-dialogs.tsx';
import { ConversationState } from './conversation-tabs.tsx';
import { keepingEntries } from './keeping-entries.ts';
import { keepWords } from './keep-words.ts';
import type { Keeping } from './use-keeping.ts';
import { chatWords } from './words.ts';

interface ConversationListProps {
  /** The page beside the panel: conversations about it open here, others with their page. */
  readonly page: number;
  readonly keeping: Keeping;
  readonly onAsk: (asking: Asking) => void;
  readonly onOpen: (view: ConversationView) => void;
  readonly onClose: () => void;
}

type Which = 'current' | 'archived';

/** All of one's conversations: to find one again, and to put some away (CHT-07). */
export function ConversationList(props: ConversationListProps) {
  const { page, onOpen, onClose } = props;
  const t = useText(keepWords);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [which, setWhich] = useState<Which>('current');
  const search = useDeferredValue(typed);

  const open = async (conversation: ConversationView) => {
    // A tab that could not be opened is looked at all the same.
    const opened = await api.openConversation(conversation.uuid, true).catch(() => conversation);
    onClose();
    if (conversation.page === null || conversation.page === page) onOpen(opened);
    else {
      void navigate(`/pages/${String(conversation.page)}?conversation=${conversation.uuid}`);
    }
  };
  return (
    <Drawer title={t.list} isOpen onClose={onClose}>
      <div className="v-chatlist">
        <SearchField label={t.search} value={typed} onChange={setTyped} />
        <Segments<Which>
          label={t.which}
          value={which}
          onChange={setWhich}
          segments={[
            { id: 'current', label: t.current },
            { id: 'archived', label: t.archived },
          ]}
        />
        <Found {...props} search={search} which={which} onPick={(one) => void open(one)} />
        <p className="v-caption">{t.archiveLater}</p>
      </div>
    </Drawer>
  );
}

function Found(
  props: ConversationListProps & {
    search: string;
    which: Which;
    onPick: (conversation: ConversationView) => void;
  },
) {
  const { search, which, keeping, onAsk, onPick } = props;
  const t = useText(keepWords);
  const words = useText(chatWords);
  const found = useQuery({
    ...queries.foundConversations(search.trim(), which === 'archived'),
    placeholderData: (before) => before,
  });
  if (found.data === undefined) {
    return found.error === null ? (
      <Loading lines={4} label={words.loading} />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  const said = found.data.filter(({ title }) => title !== '');
  if (said.length === 0) {
    const none = which === 'archived' ? t.noneArchived : t.none;
    return <EmptyState icon="chat" title={search.trim() === '' ? none : t.noneFound} />;
  }
  return (
    <ul className="v-chatlist__items">
      {said.map((conversation) => (
        <li key={conversation.uuid} className="v-chatlist__item">
          <button
            type="button"
            className="v-chatlist__open"
            onClick={() => {
              onPick(conversation);
            }}
          >
            <b>
              <ConversationState conversation={conversation} />
              {conversation.title}
            </b>
            <span className="v-caption">
              {conversation.pageTitle ?? t.noPage} ·{' '}
              <Time atMs={conversation.updatedAtMs} form="relative" />
              {conversation.pinned && (
                <>
                  {' '}
                  · <Badge>{t.pinned}</Badge>
                </>
              )}
            </span>
          </button>
          <Menu
            label={t.moreOf(conversation.title)}
            trigger={<IconButton icon="more" label={t.moreOf(conversation.title)} />}
            groups={[
              {
                id: t.moreOf(conversation.title),
                entries: keepingEntries(conversation, { t, keeping, ask: onAsk }),
              },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
