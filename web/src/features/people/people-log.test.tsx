import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PeopleAuditField, type Locale } from '../../../../src/contracts/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { reachServer, serverAccess } from '../../lib/server-access.ts';
import { logWords } from './log-words.ts';
import { PeopleLog } from './people-log.tsx';

afterEach(() => {
  cleanup();
  reachServer(null);
});

/** The log with one entry. */
async function open(event: string, detail: Record<string, unknown>, locale: Locale = 'en') {
  const entry = { id: 1, atMs: 0, event, subject: 'Jule', actorKind: 'person', actorName: 'Ada' };
  reachServer({
    ...serverAccess(),
    fetch: () => Promise.resolve(Response.json([{ ...entry, detail }])),
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
