import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Locale, TaskResult } from '../../../../src/contracts/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { AnswerText } from './answer.tsx';

afterEach(cleanup);

const REFUSED: TaskResult = {
  uuid: 'a',
  taskUid: 1,
  taskName: 'Teaser',
  outputFormat: 'plain',
  status: 'failed',
  termination: 'budget_exhausted',
  text: 'The budget of “Toy config” for this day is used up.',
  keptAs: 'metadata',
  characters: 10,
  model: 'Toy (toy-2)',
  usage: null,
  applied: [{ skillUid: 2, name: 'House tone', as: 'instruction' }],
  isJson: null,
  notices: [],
  budget: {
    scope: 'configuration',
    period: 'day',
    measure: 'requests',
    limit: 1,
    used: 1,
    renewedAtMs: Date.UTC(2026, 11, 2),
    configuration: 'Toy config',
  },
  isMine: true,
  startedAtMs: 0,
  finishedAtMs: 0,
};

function show(result: TaskResult, locale: Locale = 'en') {
  const { container } = render(
    <LocaleProvider initial={locale}>
      <AnswerText result={result} />
    </LocaleProvider>,
  );
  return container.textContent;
}

it('TSK-01 says which budget refused a task and when it goes on, and that nobody answered', () => {
  const text = show(REFUSED);
  expect(text).toContain('The budget of “Toy config” (1 call a day) is used up.');
  expect(text).toContain('It begins anew on 2 December 2026 at 00:00 UTC');
  expect(text).not.toMatch(/Answered by|House tone/);
  cleanup();
  const german = show(REFUSED, 'de');
  expect(german).toContain('Das Budget von „Toy config“ (1 Aufruf am Tag) ist verbraucht.');
  expect(german).toContain('Es beginnt am 2. Dezember 2026 um 00:00 Uhr UTC neu');
  expect(german).not.toContain('Beantwortet von');
});

it('TSK-01 names the model that was asked and did not answer, without calling that an answer', () => {
  const failed = { ...REFUSED, termination: 'provider_failed', text: 'No route.', budget: null };
  const text = show({ ...failed, termination: 'provider_failed' });
  expect(text).toContain('Toy (toy-2) was asked.');
  expect(text).not.toContain('Answered by');
});

it('TSK-01 a budget of one’s own, in tokens and in cost', () => {
  const budget = { ...REFUSED.budget, scope: 'person', period: 'month' } as TaskResult['budget'];
  if (budget === null) throw new Error('no budget');
  expect(show({ ...REFUSED, budget: { ...budget, measure: 'tokens', limit: 20_000 } })).toContain(
    'Your budget (20,000 tokens a month) is used up.',
  );
  cleanup();
  expect(show({ ...REFUSED, budget: { ...budget, measure: 'cost', limit: 250 } })).toContain(
    'Your budget (a cost of 2.50 a month) is used up.',
  );
  screen.getByText(/used up/);
});
