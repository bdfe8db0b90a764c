import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { Locale, Me } from '../../../../src/contracts/index.ts';
import { AnnouncerProvider, ToastProvider } from '../../components/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { reachServer, serverAccess } from '../../lib/server-access.ts';
import { AccountScreen } from './account-screen.tsx';

afterEach(() => {
  cleanup();
  reachServer(null);
});

/** The account of somebody with or without a password. */
function open(hasPassword: boolean, locale: Locale = 'en') {
  const me: Me = {
    id: 'u1',
    name: 'Jule Brandt',
    email: 'jule@example.org',
    isAdministrator: false,
    hasPassword,
    hasTwoFactor: false,
    mayWriteSnippets: false,
    mayApproveOwn: true,
    siteName: 'Lindenhof',
    model: { name: 'Checklist', builtIn: true },
  };
  reachServer({
    ...serverAccess(),
    fetch: (input) => Promise.resolve(Response.json(input === '/api/me' ? me : [])),
  });
  const client = new QueryClient();
  client.setQueryData(['me'], me);
  render(
    <LocaleProvider initial={locale}>
      <QueryClientProvider client={client}>
        <AnnouncerProvider>
          <ToastProvider>
            <MemoryRouter>
              <AccountScreen />
            </MemoryRouter>
          </ToastProvider>
        </AnnouncerProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
}

it('SEC-02 a password is changed where there is one, with a second factor beside it', () => {
  open(true);
  expect(screen.getByRole('heading', { name: 'Change the password' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Second factor' })).toBeTruthy();
});

it.each([
  ['en', 'Password', /^You sign in with an account elsewhere.*ask an administrator for a link/],
  ['de', 'Passwort', /^Sie melden sich mit einem Konto anderswo an.*Administration um einen Link/],
] as const)(
  'SEC-02 who has none is told how to get one and asked for none (%s)',
  (locale, title, hint) => {
    open(false, locale);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(hint)).toBeTruthy();
    expect(document.querySelector('input[type="password"]')).toBeNull();
  },
);
