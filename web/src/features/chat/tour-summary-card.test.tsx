import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Locale, ProposalOutcome } from '../../../../src/contracts/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { anEntry, anOutcome } from './model/fixtures.ts';
import { TourSummaryCard } from './tour-summary-card.tsx';

beforeEach(() => {
  // What the next page is does not matter here: the answer never comes.
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function textOf(outcomes: ProposalOutcome[], locale: Locale = 'en'): string {
  const entries = [
    anEntry(1, { kind: 'user', text: '', skillName: 'Page review' }),
    anEntry(2, { kind: 'tour_finished', outcomes }),
  ] as const;
  return render(
    <LocaleProvider initial={locale}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <TourSummaryCard
            entry={entries[1]}
            entries={entries}
            pageUid={1}
            undo={{ states: {}, undo: () => Promise.resolve(0) }}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </LocaleProvider>,
  ).container.textContent;
}

describe('The summary of a tour', () => {
  it('says that a point was left without an answer, and not that nothing needed one', () => {
    const text = textOf([anOutcome({ kind: 'variant', historyId: null })]);
    expect(text).toContain('Left without an answer');
    expect(text).not.toContain('No point needed an answer');
  });

  it('says that no point needed an answer only when there was no card', () => {
    expect(textOf([])).toContain('No point needed an answer');
    cleanup();
    const withdrawn = textOf([anOutcome({ kind: 'withdrawn', historyId: null })]);
    expect(withdrawn).not.toContain('No point needed an answer');
    expect(withdrawn).toContain('No point was answered');
  });

  it('ends the German sentence with one full stop', () => {
    const text = textOf([anOutcome(), anOutcome({ id: 'b', point: 2 })], 'de');
    expect(text).toContain('2 Punkte, 1 Min. Nichts');
  });
});
