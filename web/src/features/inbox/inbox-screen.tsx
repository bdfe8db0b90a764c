import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InboxItem } from '../../../../src/contracts/index.ts';
import { EmptyState, Loaded, Screen, SearchField, Select } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
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
  const [show, setShow] = useState<InboxFilter>('all');
  const [search, setSearch] = useState('');
  const inbox = useQuery({
    ...queries.inbox(),
    refetchOnMount: 'always',
    refetchInterval: LOOK_MS,
  });
  return (
    <Screen
      title={t.title}
      lead={t.intro}
      acts={
        inbox.data !== undefined &&
        inbox.data.length > 0 && (
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
        )
      }
    >
      <Loaded query={inbox}>
        {(items) => <Waiting items={items} shown={filterInbox(items, { show, search })} />}
      </Loaded>
    </Screen>
  );
}

function Waiting(props: { items: readonly InboxItem[]; shown: readonly InboxItem[] }) {
  const { items, shown } = props;
  const t = useText(strings);
  if (items.length === 0) {
    return (
      <EmptyState title={t.empty} icon="inbox">
        {t.emptyHint}
      </EmptyState>
    );
  }
  if (shown.length === 0) {
    return (
      <EmptyState title={t.noMatch} icon="search">
        {t.noMatchHint}
      </EmptyState>
    );
  }
  return shown.map((item) => <WaitingRun key={item.uuid} item={item} />);
}
