import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  PeopleAuditField,
  type Locale,
  type PeopleOverview,
  type RightsView,
} from '../../../../src/contracts/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { reachServer, serverAccess } from '../../lib/server-access.ts';
import { logWords } from './log-words.ts';
import { PeopleLog } from './people-log.tsx';

afterEach(() => {
  cleanup();
  reachServer(null);
});

const ALL = { pages: 'all', readTables: 'all', writeTables: 'all', languages: 'all' } as const;
const RIGHTS: RightsView = { ...ALL, fieldGrants: [] };
const OVERVIEW: PeopleOverview = {
  people: [],
  groups: [{ id: 'g1', name: 'News desk', grants: [], rights: RIGHTS }],
  options: {
    folders: ['en/news'],
    tables: [{ name: 'pages', en: 'Pages', de: 'Seiten' }],
    protectedFields: [],
    languages: ['de', 'en'],
  },
};

/** The log with one entry. */
async function open(event: string, detail: Record<string, unknown>, locale: Locale = 'en') {
  const entry = { id: 1, atMs: 0, event, subject: 'Jule', actorKind: 'person', actorName: 'Ada' };
  reachServer({
    ...serverAccess(),
    fetch: (path) =>
      Promise.resolve(Response.json(path === '/api/people' ? OVERVIEW : [{ ...entry, detail }])),
  });
  render(
    <LocaleProvider initial={locale}>
      <QueryClientProvider client={new QueryClient()}>
        <PeopleLog />
      </QueryClientProvider>
    </LocaleProvider>,
  );
  await screen.findByRole('table');
}

it.each(['en', 'de'] as const)('every field the log can name has words (%s)', async (locale) => {
  const fields = PeopleAuditField.options;
  await open('sign_in_provider_added', Object.fromEntries(fields.map((name) => [name, 1])), locale);
  for (const name of fields) {
    const words = logWords[locale].field[name];
    expect(words).toMatch(/^\p{Lu}/u);
    expect(screen.queryByText(name, { exact: true })).toBeNull();
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  }
});

it('says before and after of what was changed, and shows a field of an older entry by its name', async () => {
  await open('person_changed', {
    isAdministrator: [false, true],
    name: ['Jule', 'Jule Brandt'],
    former: 'x',
  });
  expect(screen.getByText('Administrator, Name, former')).toBeTruthy();
  expect(screen.getByText('no → yes')).toBeTruthy();
  expect(screen.getByText('Jule → Jule Brandt')).toBeTruthy();
  expect(screen.getByText('x')).toBeTruthy();
});

it('lists values, and does not take two that were set for before and after', async () => {
  await open('account_added', { scopes: ['agent:read', 'agent:cancel'], events: [] });
  expect(screen.getByText('agent:read, agent:cancel')).toBeTruthy();
  expect(screen.getByText('nothing')).toBeTruthy();
  cleanup();
  await open('sign_in_provider_changed', { emailDomains: [[], ['a.org', 'b.org']] });
  expect(screen.getByText('nothing → a.org, b.org')).toBeTruthy();
});

const CHANGED = {
  en: {
    grants: 'Run tasks → Run tasks, Approve own changes in the chat',
    groups: 'nothing → News desk, a group that is gone',
    rights: ['Writing: everything → Pages', 'Languages: everything → German'],
  },
  de: {
    grants: 'Aufgaben ausführen → Aufgaben ausführen, Eigene Änderungen im Chat freigeben',
    groups: 'nichts → News desk, eine Gruppe, die es nicht mehr gibt',
    rights: ['Schreiben: alles → Seiten', 'Sprachen: alles → Deutsch'],
  },
} as const;

it.each(['en', 'de'] as const)(
  'permissions, groups and rights stand in words (%s), of rights what differs',
  async (locale) => {
    const narrowed = { ...RIGHTS, writeTables: ['pages'], languages: ['de'] };
    await open(
      'person_changed',
      {
        grants: [['tasks_use'], ['tasks_use', 'approve_own_changes']],
        groupIds: [[], ['g1', 'g9']],
        rights: [RIGHTS, narrowed],
      },
      locale,
    );
    const { grants, groups, rights } = CHANGED[locale];
    await screen.findByText(groups);
    for (const text of [grants, ...rights]) screen.getByText(text);
    expect(screen.queryByText(/alles → alles|everything → everything|[{}]/)).toBeNull();
  },
);

it('what was given stands in words, and what no release knows as it was written', async () => {
  await open('group_added', { grants: ['skills_author', 'former'], rights: RIGHTS });
  screen.getByText('Write skills, former');
  screen.getByText('Pages: everything');
  screen.getByText('Protected fields: nothing');
  cleanup();
  await open('group_changed', { rights: [{ former: 1 }, { former: 2 }] });
  screen.getByText('{"former":1} → {"former":2}');
  cleanup();
  await open('sign_in_provider_added', { groupMap: [{ value: 'editors', groupId: 'g1' }] });
  await screen.findByText('editors → News desk');
});
