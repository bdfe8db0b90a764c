import type { ConversationView } from '../../../../src/contracts/index.ts';
import type { MenuEntry } from '../../components/index.ts';
import type { Asking } from './conversation-dialogs.tsx';
import type { keepWords } from './keep-words.ts';
import type { Keeping } from './use-keeping.ts';

/** What one can do with a conversation, as entries of a menu. */
export function keepingEntries(
  conversation: ConversationView,
  {
    t,
    keeping,
    ask,
  }: {
    readonly t: (typeof keepWords)['en'];
    readonly keeping: Keeping;
    readonly ask: (asking: Asking) => void;
  },
): readonly MenuEntry[] {
  const { uuid, pinned, archivedAtMs, status, process } = conversation;
  const isArchived = archivedAtMs !== null;
  const isSettled = (status === 'idle' || status === 'failed') && process === null;
  return [
    {
      id: 'rename',
      label: t.rename,
      onAction: () => {
        ask({ what: 'rename', conversation });
      },
    },
    ...(isArchived
      ? []
      : [
          {
            id: 'pin',
            label: pinned ? t.unpin : t.pin,
            onAction: () => void keeping.pin(uuid, !pinned),
          },
        ]),
    {
      id: 'archive',
      label: isArchived ? t.unarchive : t.archive,
      isDisabled: !isArchived && !isSettled,
      onAction: () => void (isArchived ? keeping.unarchive(uuid) : keeping.archive(uuid)),
    },
    {
      id: 'remove',
      label: t.remove,
      isDisabled: status === 'processing',
      onAction: () => {
        ask({ what: 'remove', conversation });
      },
    },
  ];
}
