import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TourPageState, TourSeriesState } from '../../contracts/index.ts';
import {
  currentTour,
  seriesStep,
  withPage,
  type CurrentTour,
  type TourPage,
  type TourSeries,
} from './tour-series.ts';

const page = (state: TourPageState): TourPage => ({
  page: 1,
  state,
  code: null,
  conversationUuid: state === 'running' ? 'c' : null,
});
const ended = fc.constantFrom<TourPageState>('done', 'skipped', 'ended', 'failed', 'queued');
const anyTour: fc.Arbitrary<CurrentTour> = fc.oneof(
  fc.constantFrom<CurrentTour>(
    { kind: 'unsent' },
    { kind: 'open' },
    { kind: 'finished' },
    { kind: 'ended' },
    { kind: 'page_gone' },
  ),
  fc.string().map((code): CurrentTour => ({ kind: 'failed', code })),
);
/** At most one page is running, as a series keeps it. */
const anySeries = fc
  .record({
    state: fc.constantFrom<TourSeriesState>('active', 'paused', 'finished', 'stopped'),
    states: fc.array(ended, { minLength: 1, maxLength: 8 }),
    running: fc.option(fc.nat({ max: 7 })),
  })
  .map(({ state, states, running }) => ({
    state,
    pages: states.map((each, at) => page(at === running ? 'running' : each)),
  }));

describe('what a series of tours does next', () => {
  it('begins nothing while a tour is under way, and nothing unless it is active', () => {
    fc.assert(
      fc.property(anySeries, anyTour, (series, tour) => {
        const isRunning = series.pages.some(({ state }) => state === 'running');
        const step = seriesStep(series, isRunning ? tour : null);
        if (step.do === 'start') {
          expect(isRunning).toBe(false);
          expect(series.state).toBe('active');
          expect(series.pages.slice(0, step.index).map(({ state }) => state)).not.toContain(
            'queued',
          );
        }
        if (step.do === 'send') expect(series.state).toBe('active');
        if (series.state === 'stopped' || series.state === 'finished') {
          expect(step).toEqual({ do: 'rest' });
        }
        if (step.do === 'finish') {
          expect(series.pages.map(({ state }) => state)).not.toContain('queued');
          expect(isRunning).toBe(false);
        }
      }),
    );
  });

  it('comes to its end after one tour a page, whatever becomes of them, when a person resumes it each time', () => {
    fc.assert(
      fc.property(
        fc.array(
          anyTour.filter(({ kind }) => kind !== 'open' && kind !== 'unsent'),
          { minLength: 1, maxLength: 8 },
        ),
        (tours) => {
          let series: Pick<TourSeries, 'state' | 'pages'> = {
            state: 'active',
            pages: tours.map(() => page('queued')),
          };
          const begun: number[] = [];
          for (let taken = 0; series.state !== 'finished'; taken += 1) {
            expect(taken).toBeLessThan(tours.length * 4 + 1);
            const at = series.pages.findIndex(({ state }) => state === 'running');
            const step = seriesStep(series, at < 0 ? null : (tours[at] ?? null));
            if (step.do === 'start') {
              begun.push(step.index);
              const pages = withPage(series.pages, step.index, { state: 'running' });
              series = { ...series, pages };
            } else if (step.do === 'settle') {
              const { index, state, code, pauses } = step;
              const pages = withPage(series.pages, index, { state, code });
              series = { state: pauses ? 'paused' : series.state, pages };
            } else if (step.do === 'finish') series = { ...series, state: 'finished' };
            else series = { ...series, state: 'active' };
          }
          expect(begun).toEqual(tours.map((_, index) => index));
        },
      ),
    );
  });

  it.each<[Parameters<typeof currentTour>, CurrentTour]>([
    [[null, true], { kind: 'ended' }],
    [[{ ...IDLE(), isEmpty: true }, true], { kind: 'unsent' }],
    [[{ ...IDLE(), status: 'processing' }, true], { kind: 'open' }],
    [[{ ...IDLE(), status: 'awaiting_approval' }, false], { kind: 'open' }],
    [[{ ...IDLE(), hasOpenTour: true }, true], { kind: 'open' }],
    [[{ ...IDLE(), hasFinished: true }, true], { kind: 'finished' }],
    [[IDLE(), true], { kind: 'ended' }],
    [[{ ...IDLE(), status: 'failed', stopCode: 'x' }, true], { kind: 'failed', code: 'x' }],
    [[{ ...IDLE(), status: 'failed', stopCode: 'x' }, false], { kind: 'page_gone' }],
  ])('reads a conversation %#', (facts, expected) => {
    expect(currentTour(...facts)).toEqual(expected);
  });
});

function IDLE() {
  return {
    status: 'idle',
    isEmpty: false,
    hasOpenTour: false,
    hasFinished: false,
    stopCode: null,
  } as const;
}
