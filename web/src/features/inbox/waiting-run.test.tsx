import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { AnnouncerProvider } from '../../components/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { aCard, anItem } from './fixtures.ts';
import { WaitingRun } from './waiting-run.tsx';

afterEach(cleanup);

const CARD = aCard({
  calls: [
    {
      callId: 'c',
      tool: 'update_page_metadata',
      arguments: {},
      effect: 'idempotent_write',
      preview: { lines: ['There is no such record.'], fields: [], failed: true },
      target: null,
    },
  ],
});
const ITEM = anItem({ card: CARD, refusals: { approve: 'preview_failed', deny: null } });

const WORDS = {
  en: {
    approve: 'Approve',
    deny: 'Decline',
    why: 'What it would do could not be shown, so it cannot be approved.',
  },
  de: {
    approve: 'Freigeben',
    deny: 'Ablehnen',
    why: 'Was es tun würde, ließ sich nicht zeigen',
  },
} as const;

it.each(['en', 'de'] as const)(
  'HST-02 %s: what could not be shown is declined and not approved',
  (locale) => {
    const { approve, deny, why } = WORDS[locale];
    render(
      <QueryClientProvider client={new QueryClient()}>
        <LocaleProvider initial={locale}>
          <AnnouncerProvider>
            <MemoryRouter>
              <WaitingRun item={ITEM} />
            </MemoryRouter>
          </AnnouncerProvider>
        </LocaleProvider>
      </QueryClientProvider>,
    );
    const button = (name: string) =>
      screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name}`) });
    expect([button(approve).disabled, button(deny).disabled]).toEqual([true, false]);
    expect(screen.getByText(new RegExp(why)).textContent).toBeTruthy();
  },
);
