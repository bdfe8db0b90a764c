import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { InboxItem } from '../../../../src/contracts/index.ts';
import { EmptyState, Loaded, Note, Screen, SearchField, Select } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { runName } from '../runs/run-name.ts';
import '../runs/runs.css';
import { strings as runStrings } from '../runs/strings.ts';
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
  const [unknown, setUnknown] = useState<readonly InboxItem[]>([]);
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
      {unknown.map((item, index) => (
        <UnknownNote key={index} item={item} />
      ))}
      <Loaded query={inbox}>
        {(items) => (
          <Waiting
            items={items}
            shown={filterInbox(items, { show, search })}
            onUnknown={(item) => {
              setUnknown((before) => [item, ...before]);
            }}
          />
        )}
      </Loaded>
    </Screen>
  );
}

/** What has left the list and is to be looked at all the same (WRT-10). */
function UnknownNote({ item }: { item: InboxItem }) {
  const t = useText(strings);
  const name = [runName(item, useText(runStrings)), item.page?.title].filter(Boolean).join(' · ');
  return (
    <section aria-label={name}>
      <Note tone="warn">
        <strong>{name}</strong>: {t.unknown} <Link to={`/runs/${item.uuid}`}>{t.inspect}</Link>
      </Note>
    </section>
  );
}

function Waiting(props: {
  items: readonly InboxItem[];
  shown: readonly InboxItem[];
  onUnknown: (item: InboxItem) => void;
}) {
  const { items, shown, onUnknown } = props;
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
  return shown.map((item) => (
    <WaitingRun
      key={item.uuid}
      item={item}
      onUnknown={() => {
        onUnknown(item);
      }}
    />
  ));
}
