import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunDecided } from '../../../../src/contracts/index.ts';
import { AnnouncerProvider } from '../../components/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { anItem } from './fixtures.ts';
import { InboxScreen } from './inbox-screen.tsx';

const ITEM = anItem({ page: { uid: 4, title: 'Opening hours' } });

let decided: RunDecided;

beforeEach(() => {
  const waiting = [ITEM];
  vi.stubGlobal('fetch', (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Promise.resolve(Response.json(waiting));
    waiting.pop();
    return Promise.resolve(Response.json(decided));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const WORDS = {
  en: {
    approve: /^Approve/,
    empty: 'Nothing waits',
    look: 'Look into the run',
    check: 'A call failed; whether it changed anything is not known – check the record.',
  },
  de: {
    approve: /^Freigeben/,
    empty: 'Nichts wartet',
    look: 'Den Lauf ansehen',
    check: 'Ein Aufruf schlug fehl; ob sich etwas geändert hat, ist offen – bitte nachsehen.',
  },
} as const;

async function approve(locale: 'en' | 'de', answer: Partial<RunDecided>) {
  decided = { uuid: 'r', outcome: 'completed', termination: 'completed', message: '', ...answer };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider initial={locale}>
        <AnnouncerProvider>
          <MemoryRouter>
            <InboxScreen />
          </MemoryRouter>
        </AnnouncerProvider>
      </LocaleProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: WORDS[locale].approve }));
  await screen.findByText(WORDS[locale].empty);
}

it.each(['en', 'de'] as const)(
  'WRT-10 %s: a yes after which it is not known what was changed stays said, with the way to look',
  async (locale) => {
    await approve(locale, { effectUnknown: true });
    const { check, look } = WORDS[locale];
    const note = screen.getByRole('region', { name: /Opening hours/ });
    expect(note.textContent).toContain(check);
    expect(screen.getByRole('link', { name: look }).getAttribute('href')).toBe('/runs/r');
    expect(screen.queryByText(/^(Carried out|Ausgeführt):/)).toBeNull();
  },
);

it('WRT-10 a yes that was carried out leaves nothing to look at', async () => {
  await approve('en', {});
  screen.getByText('Carried out: completed');
  expect(screen.queryByText(WORDS.en.check)).toBeNull();
});
