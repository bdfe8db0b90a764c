import { expect, it } from 'vitest';
import type { TrialEvent } from '../../../../../src/contracts/index.ts';
import { afterTrialEvent, EMPTY_TRIAL } from './trial-view.ts';

const card: TrialEvent = { kind: 'card', said: 'Look.', calls: [] };

it('WEB-04 a trial is shown as it comes, cards numbered, and a new one begins empty', () => {
  const events: TrialEvent[] = [
    { kind: 'started', digest: '1:a', page: 1, maxRounds: 40, maxCards: 20 },
    { kind: 'round', round: 1, tools: ['progress'] },
    { kind: 'progress', current: 1, total: 2, completed: false },
    card,
    { kind: 'question', question: 'Who?', options: ['A', 'B'], chosen: 'A' },
    card,
    { kind: 'ended', ending: 'completed', text: 'Done.', code: null, cards: 2, rounds: 4 },
  ];
  const view = events.reduce(afterTrialEvent, EMPTY_TRIAL);
  expect(view).toMatchObject({
    cards: 2,
    rounds: 4,
    maxRounds: 40,
    progress: { current: 1, total: 2 },
  });
  expect(view.items.map((item) => (item.kind === 'card' ? item.number : item.question))).toEqual([
    1,
    'Who?',
    2,
  ]);
  expect(view.ended?.ending).toBe('completed');
  const [started] = events;
  expect(started && afterTrialEvent(view, started)).toEqual({ ...EMPTY_TRIAL, maxRounds: 40 });
});
