import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SignInProviderView } from '../../../../src/contracts/index.ts';
import { reachServer, serverAccess } from '../../lib/server-access.ts';
import { ProviderList } from './provider-list.tsx';

afterEach(() => {
  cleanup();
  reachServer(null);
  vi.unstubAllGlobals();
});

const PROVIDER: SignInProviderView = {
  id: 'works',
  name: 'Works',
  issuer: 'https://id.example.org',
  clientId: 'vouch',
  secret: 'stored',
  secretVariable: null,
  scopes: [],
  emailDomains: [],
  emailsAreChecked: false,
  admitsUnknown: false,
  groupsClaim: null,
  groupMap: [],
  administratorValue: null,
  isActive: true,
  redirectUrl: 'https://vouch.example.org/back',
  people: 0,
};

/** A server with this provider, whose test always fails. */
function open() {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  const answer = (path: string, method: string): unknown => {
    if (path.endsWith('/test')) {
      return { ok: false, message: 'It cannot be reached.', mayLinkNobody: false };
    }
    return method === 'GET' ? [PROVIDER] : PROVIDER;
  };
  reachServer({
    ...serverAccess(),
    fetch: (input, init) =>
      Promise.resolve(Response.json(answer(input as string, init?.method ?? 'GET'))),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProviderList groups={[]} />
    </QueryClientProvider>,
  );
}

it('SEC-02 what a test found is gone once its settings are saved, and stays when nothing was', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Test Works' }));
  await screen.findByText('It cannot be reached.');
  fireEvent.click(screen.getByRole('button', { name: 'Change Works' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('It cannot be reached.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change Works' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(screen.queryByText('It cannot be reached.')).toBeNull();
});
