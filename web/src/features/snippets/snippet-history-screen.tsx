import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { SnippetHistoryEntry } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  EmptyState,
  ErrorLine,
  Loaded,
  Time,
  WordDiff,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { Frame } from './frame.tsx';
import { previewOf } from './snippet-form.ts';
import { snippetApi, snippetQueries, useStoreSnippet } from './snippet-queries.ts';
import { TextDigest } from './text-digest.tsx';
import { snippetWords } from './words.ts';

/** Every edit of a snippet with its difference, and the way back to an earlier text. */
export function SnippetHistoryScreen() {
  const t = useText(snippetWords);
  const uid = Number(useParams()['uid']);
  const navigate = useNavigate();
  const store = useStoreSnippet();
  const snippet = useQuery(snippetQueries.one(uid));
  const history = useQuery(snippetQueries.history(uid));
  const back = `/administration/snippets/${String(uid)}`;
  const rollback = useMutation({
    mutationFn: (historyId: number) => snippetApi.rollback(uid, historyId),
    onSuccess: (view) => {
      store(view);
      void navigate(back);
    },
  });
  return (
    <Frame title={t.historyTitle(snippet.data?.name ?? '')} back={back}>
      <div className="v-section v-history">
        {rollback.error !== null && <ErrorLine error={rollback.error} />}
        <Loaded query={history}>
          {(entries) =>
            entries.length === 0 ? (
              <EmptyState icon="history" title={t.noHistory} />
            ) : (
              entries.map((entry, index) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  isCurrent={index === 0}
                  isPending={rollback.isPending}
                  onRollback={() => {
                    rollback.mutate(entry.id);
                  }}
                />
              ))
            )
          }
        </Loaded>
      </div>
    </Frame>
  );
}

interface EntryProps {
  readonly entry: SnippetHistoryEntry;
  readonly isCurrent: boolean;
  /** One goes back to some text already. */
  readonly isPending: boolean;
  readonly onRollback: () => void;
}

function Entry({ entry, isCurrent, isPending, onRollback }: EntryProps) {
  const t = useText(snippetWords);
  const { before, after } = entry;
  const details = (fields: typeof after) =>
    [
      previewOf(fields),
      `${t.tags}: ${fields.tags.join(', ')}`,
      `${t.description}: ${fields.description}`,
      `${t.sorting}: ${String(fields.sorting)}`,
      fields.active ? t.inUse : t.off,
    ].join('\n');
  return (
    <section className="v-card v-history__entry">
      <header className="v-card__head v-history__head">
        <TextDigest value={entry.digest} />
        <span className="v-muted">
          {before === null ? t.first : t.edited} · <Time atMs={entry.atMs} /> ·{' '}
          {entry.userName === '' ? t.somebody : entry.userName}
        </span>
        {isCurrent && <Badge tone="info">{t.isCurrent}</Badge>}
        {!isCurrent && (
          <span className="v-history__acts">
            <Button size="sm" isPending={isPending} onPress={onRollback}>
              {t.rollback}
            </Button>
          </span>
        )}
      </header>
      <div className="v-history__change v-snippet__change">
        <WordDiff before={details(before ?? after)} after={details(after)} />
      </div>
    </section>
  );
}
