import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, Loading, SearchField, Select } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import '../runs/runs.css';
import { filterInbox, type InboxFilter } from './filter.ts';
import { strings } from './strings.ts';
import { WaitingRun } from './waiting-run.tsx';

const FILTERS: readonly InboxFilter[] = ['all', 'mine', 'others', 'processes'];
/** How often the inbox is looked at. */
const LOOK_MS = 5_000;

/** What waits for a decision, one by one: there is no way to answer several at once. */
export function InboxScreen() {
  const t = useText(strings);
  useTitle(t.title);
  const [show, setShow] = useState<InboxFilter>('all');
  const [search, setSearch] = useState('');
  const inbox = useQuery({
    ...queries.inbox(),
    refetchOnMount: 'always',
    refetchInterval: LOOK_MS,
  });
  const shown = filterInbox(inbox.data ?? [], { show, search });
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        <header className="v-page__head">
          <div>
            <h1 className="v-title">{t.title}</h1>
            <p className="v-muted">{t.intro}</p>
          </div>
          {inbox.data !== undefined && inbox.data.length > 0 && (
            <div className="v-filters">
              <Select<InboxFilter>
                label={t.show}
                showLabel
                value={show}
                onChange={setShow}
                options={FILTERS.map((id) => ({ id, label: t.filters[id] }))}
              />
              <SearchField label={t.search} value={search} onChange={setSearch} />
            </div>
          )}
        </header>
        {inbox.isPending && <Loading lines={6} />}
        {inbox.data === undefined && inbox.error !== null && (
          <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />
        )}
        {inbox.data?.length === 0 && (
          <EmptyState title={t.empty} icon="inbox">
            {t.emptyHint}
          </EmptyState>
        )}
        {inbox.data !== undefined && inbox.data.length > 0 && shown.length === 0 && (
          <EmptyState title={t.noMatch} icon="search">
            {t.noMatchHint}
          </EmptyState>
        )}
        {shown.map((item) => (
          <WaitingRun key={item.uuid} item={item} />
        ))}
      </div>
    </main>
  );
}
