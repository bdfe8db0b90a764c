import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldChange, HistoryEntryView, PageView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  Drawer,
  EmptyState,
  ErrorLine,
  Loaded,
  Note,
  Time,
  useAnnounce,
} from '../../components/index.ts';
import { WordDiff } from '../../components/word-diff.tsx';
import { api } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { strings } from './strings.ts';

interface HistoryPanelProps {
  page: PageView;
  isOpen: boolean;
  onClose: () => void;
  /** A change was taken back. */
  onUndone: () => void;
}

/** Every change to the page, newest first, and a way back from each. */
export function HistoryPanel({ page, isOpen, onClose, onUndone }: HistoryPanelProps) {
  const t = useText(strings);
  return (
    <Drawer title={`${t.historyTitle}: ${page.title}`} isOpen={isOpen} onClose={onClose}>
      <History page={page} onUndone={onUndone} />
    </Drawer>
  );
}

function History({ page, onUndone }: Pick<HistoryPanelProps, 'page' | 'onUndone'>) {
  const t = useText(strings);
  const history = useQuery({ ...queries.pageHistory(page.uid), staleTime: 0 });
  // What was undone here keeps its line until the panel is closed, so that the result can be read.
  const [undoneHere, setUndoneHere] = useState<ReadonlySet<string>>(new Set());
  if (history.data === undefined) return <Loaded query={history}>{() => null}</Loaded>;
  if (history.data.length === 0) {
    return (
      <EmptyState title={t.historyEmpty} icon="history">
        {t.historyEmptyHint}
      </EmptyState>
    );
  }
  return (
    <ol className="v-changes">
      {history.data.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          lang={page.language}
          wasUndoneHere={undoneHere.has(entry.id)}
          onUndone={() => {
            setUndoneHere(new Set([...undoneHere, entry.id]));
            onUndone();
          }}
        />
      ))}
    </ol>
  );
}

interface EntryProps {
  entry: HistoryEntryView;
  lang: string;
  wasUndoneHere: boolean;
  onUndone: () => void;
}

function Entry({ entry, lang, wasUndoneHere, onUndone }: EntryProps) {
  const t = useText(strings);
  const { name } = useMe();
  const announce = useAnnounce();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => api.undo(entry.id),
    onSuccess: async () => {
      announce(t.undoDone);
      await client.invalidateQueries({ queryKey: ['conversations'] });
      onUndone();
    },
  });
  const isUndone = entry.undone || wasUndoneHere;
  return (
    <li className="v-change">
      <div className="v-change__head">
        <b className="v-strong">
          {entry.userName === name ? capitalised(t.byYou) : entry.userName}
        </b>
        <span className="v-caption">
          <Time atMs={entry.atMs} />
        </span>
        {entry.undoes !== null && <Badge icon="undo">{t.undoesOther}</Badge>}
        <span className="v-change__act">
          {isUndone ? (
            <Badge tone="ok" icon="check">
              {t.undone}
            </Badge>
          ) : (
            <Button
              size="sm"
              icon="undo"
              isPending={undo.isPending}
              onPress={() => {
                undo.mutate();
              }}
            >
              {undo.isPending ? t.undoing : t.undo}
            </Button>
          )}
        </span>
      </div>
      {hasMovedOn(undo.error) ? (
        <Note tone="warn">{t.movedOn}</Note>
      ) : (
        undo.error !== null && <ErrorLine error={undo.error} />
      )}
      {wasUndoneHere && <p className="v-muted">{t.undoDone}</p>}
      {entry.fields.map((change) => (
        <Change
          key={`${change.table}:${String(change.uid)}:${change.field}`}
          change={change}
          lang={lang}
        />
      ))}
    </li>
  );
}

function Change({ change, lang }: { change: FieldChange; lang: string }) {
  const { locale } = useLocale();
  return (
    <div className="v-change__field">
      <p className="v-caption">
        <b className="v-strong">{change.label[locale]}</b>
        {change.place !== null && ` · ${change.place}`}
      </p>
      <WordDiff before={change.before} after={change.after} lang={lang} />
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Undo puts back exactly what was there, so it is refused once the text is no longer what the change wrote. */
function hasMovedOn(error: unknown): boolean {
  return hasCode(error, 'content_refused') && error.data['reason'] === 'text_moved_on';
}
