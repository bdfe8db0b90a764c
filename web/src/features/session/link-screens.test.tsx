import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { AnnouncerProvider, ToastProvider } from '../../components/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { reachServer, serverAccess } from '../../lib/server-access.ts';
import { SetUpScreen } from './set-up-screen.tsx';
import { PasswordScreen } from '../people/password-screen.tsx';

const TOKEN = 'a1b2c3';
const STATES: Readonly<Record<string, unknown>> = {
  '/api/password-link/state': { valid: true, kind: 'reset', name: 'Jule', email: 'j@example.org' },
  '/api/setup/state': { needed: true, linkValid: true },
};

afterEach(() => {
  cleanup();
  reachServer(null);
});

/** The screen of a link, opened at its address or again as the browser has it; answers with what the server was asked. */
function open(link?: string) {
  if (link !== undefined) window.history.replaceState(null, '', link);
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  reachServer({
    ...serverAccess(),
    fetch: (input, init) => {
      const path = input as string;
      asked.push({ path, body: init?.body });
      return Promise.resolve(Response.json(STATES[path] ?? {}));
    },
  });
  const router = createBrowserRouter([
    { path: '/password', Component: PasswordScreen },
    { path: '/setup', Component: SetUpScreen },
  ]);
  render(
    <LocaleProvider initial="en">
      <QueryClientProvider client={new QueryClient()}>
        <AnnouncerProvider>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </AnnouncerProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
  return asked;
}

it.each([
  [`/password#${TOKEN}`, '/password', '/api/password-link/state'],
  [`/setup?token=${TOKEN}`, '/setup', '/api/setup/state'],
])(
  'SEC-02 the token of %s leaves the address, is in none that is asked, and outlives a reload',
  async (link, without, path) => {
    const state = { path, body: JSON.stringify({ token: TOKEN }) };
    const asked = open(link);
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    await waitFor(() => {
      expect(window.location.href).toBe(`${window.location.origin}${without}`);
    });
    expect(asked).toEqual([state]);
    cleanup();
    const again = open();
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(again).toEqual([state]);
  },
);
