import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { PeopleOverview } from '../../../../src/contracts/index.ts';
import { AdministrationArea, Loaded, Note, Tabs } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { accountWords } from './account-words.ts';
import { AccountList } from './account-list.tsx';
import { GroupList } from './group-list.tsx';
import { PeopleLog } from './people-log.tsx';
import { peopleQueries } from './people-queries.ts';
import { PersonList } from './person-list.tsx';
import { ProviderList } from './provider-list.tsx';
import { providerWords } from './provider-words.ts';
import { peopleWords } from './words.ts';
import './people.css';

const TABS = ['people', 'groups', 'sign-in', 'accounts', 'log'] as const;
type TabName = (typeof TABS)[number];

/** Who may sign in and ask, and what they may do. */
export function PeopleScreen() {
  const t = useText(peopleWords);
  const overview = useQuery({ ...peopleQueries.overview(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <div className="v-section">
        <Loaded query={overview}>{(data) => <Areas overview={data} />}</Loaded>
      </div>
    </AdministrationArea>
  );
}

function Areas({ overview }: { overview: PeopleOverview }) {
  const t = useText(peopleWords);
  const accounts = useText(accountWords);
  const providers = useText(providerWords);
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab: TabName = TABS.find((name) => name === asked) ?? 'people';
  return (
    <div className="v-people">
      {overview.options === null && <Note tone="warn">{t.siteSilent}</Note>}
      <Tabs
        label={t.title}
        value={tab}
        onChange={(chosen) => {
          setSearch(chosen === 'people' ? {} : { tab: chosen }, { replace: true });
        }}
        tabs={[
          { id: 'people', label: t.people, content: <PersonList overview={overview} /> },
          { id: 'groups', label: t.groups, content: <GroupList overview={overview} /> },
          {
            id: 'sign-in',
            label: providers.tab,
            content: <ProviderList groups={overview.groups} />,
          },
          {
            id: 'accounts',
            label: accounts.accounts,
            content: <AccountList options={overview.options} />,
          },
          { id: 'log', label: t.log, content: <PeopleLog /> },
        ]}
      />
    </div>
  );
}
