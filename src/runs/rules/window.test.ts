import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import type { ModelMessage } from '../../models/index.ts';
import { calibrated, estimateMessages, estimateTools } from './token-estimate.ts';
import {
  admitSection,
  fitTranscript,
  floorOf,
  requestTokens,
  windowBudget,
  type Measure,
} from './window.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });
const system = (content: string): ModelMessage => ({ role: 'system', content });
const turn = (index: number, results: number, size: number): ModelMessage[] => {
  const calls = Array.from({ length: results }, (_, n) => ({
    id: `c${String(index)}-${String(n)}`,
    name: 'read',
    arguments: {},
    rawArguments: '{}',
  }));
  return [
    { role: 'assistant', content: 'a'.repeat(size), toolCalls: calls },
    ...calls.map(({ id, name }): ModelMessage => ({
      role: 'tool',
      callId: id,
      name,
      content: 'r'.repeat(size),
      isError: false,
    })),
  ];
};
const measure = (budgetTokens: number, more: Partial<Measure> = {}): Measure => ({
  budgetTokens,
  calibration: 1,
  toolTokens: 0,
  ...more,
});

describe('estimates', () => {
  it('CTX-01 prose counts 3.5 bytes a token, dense text 2.5, 8 a message, 12 a call, in UTF-8 bytes', () => {
    expect(estimateMessages([user('x'.repeat(35))])).toBeCloseTo(18);
    expect(estimateMessages([user('ü'.repeat(35))])).toBeCloseTo(28);
    expect(
      estimateMessages([
        { role: 'tool', callId: '', name: '', content: 'x'.repeat(25), isError: false },
      ]),
    ).toBeCloseTo(18);
    const call = { id: 'abcde', name: 'abcde', arguments: {}, rawArguments: 'x'.repeat(15) };
    expect(estimateMessages([{ role: 'assistant', content: '', toolCalls: [call] }])).toBeCloseTo(
      30,
    );
    expect(estimateTools([])).toBe(0);
    expect(estimateTools([{ name: 'abcde', description: '', parameters: {} }])).toBeCloseTo(14.8);
  });

  it('CTX-01 the calibration only grows, from what a provider reports', () => {
    expect(calibrated(1.15, { promptTokens: 200, estimatedTokens: 100 })).toBe(2);
    expect(calibrated(2, { promptTokens: 100, estimatedTokens: 100 })).toBe(2);
    expect(calibrated(1.15, { promptTokens: 0, estimatedTokens: 100 })).toBe(1.15);
  });

  it('CTX-01 the budget is the window without reserve and 3 %', () => {
    expect(windowBudget({ windowTokens: 100_000, maxOutputTokens: 4_000 })).toBe(93_000);
    expect(windowBudget({ windowTokens: 100_000, maxOutputTokens: null })).toBe(95_000);
    expect(windowBudget({ windowTokens: 10_000, maxOutputTokens: null })).toBe(8_700);
    expect(windowBudget({ windowTokens: 0, maxOutputTokens: null })).toBe(8_192 - 1_000 - 246);
  });
});

describe('the fit', () => {
  it('CTX-02 a section is admitted up to 90 % of the budget, measured on head and newest turn', () => {
    const messages = [system('s'.repeat(350)), user('u'), ...turn(1, 5, 5_000), ...turn(2, 1, 35)];
    const tokens = requestTokens(floorOf(messages), measure(1));
    expect(admitSection(messages, measure(Math.ceil(tokens / 0.9)))).toBe(true);
    expect(admitSection(messages, measure(Math.floor(tokens / 0.9) - 1))).toBe(false);
    expect(admitSection(messages, measure(0))).toBe(true);
  });

  it('CTX-03 drops the oldest turns first and says how many', () => {
    const messages = [
      system('s'),
      user('u'),
      ...turn(1, 1, 350),
      ...turn(2, 1, 350),
      ...turn(3, 1, 350),
    ];
    const two = requestTokens([...messages.slice(0, 2), ...messages.slice(4)], measure(1));
    const fit = fitTranscript(messages, measure(two));
    expect(fit).toMatchObject({ fits: true, droppedTurns: 1 });
    if (fit.fits) expect(fit.messages).toEqual([...messages.slice(0, 2), ...messages.slice(4)]);
  });

  it('CTX-04 does not fit when head and newest turn alone are too large', () => {
    const messages = [system('s'.repeat(1_000)), user('u'), ...turn(1, 1, 10)];
    expect(fitTranscript(messages, measure(100)).fits).toBe(false);
  });

  it('CTX-03 sends a transcript whose calls and results do not pair as it is', () => {
    const broken = [system('s'), user('u'), ...turn(1, 2, 500).slice(0, 2), ...turn(2, 1, 500)];
    expect(fitTranscript(broken, measure(300))).toMatchObject({ fits: true, droppedTurns: 0 });
  });

  it('CTX-03 never loses the head or the newest turn, never parts a call from its result, and begins with a user turn', () => {
    const transcripts = fc
      .array(
        fc.record({
          results: fc.integer({ min: 0, max: 5 }),
          size: fc.integer({ min: 0, max: 400 }),
          followUp: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      )
      .map((turns) => [
        system('system'),
        user('first'),
        ...turns.flatMap(({ results, size, followUp }, index) => [
          ...turn(index, results, size),
          ...(followUp ? [user(`more ${String(index)}`)] : []),
        ]),
      ]);
    fc.assert(
      fc.property(transcripts, fc.integer({ min: 1, max: 3_000 }), (messages, budget) => {
        const fit = fitTranscript(messages, measure(budget));
        if (!fit.fits) {
          expect(requestTokens(floorOf(messages), measure(budget))).toBeGreaterThan(budget);
          return;
        }
        expect(fit.tokens).toBeLessThanOrEqual(budget);
        expect(fit.messages.slice(0, 2)).toEqual(messages.slice(0, 2));
        const newest = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant'));
        expect(fit.messages.slice(-newest.length)).toEqual(newest);
        const open = new Set<string>();
        for (const message of fit.messages) {
          if (message.role === 'assistant') {
            expect(open.size).toBe(0);
            for (const { id } of message.toolCalls) open.add(id);
          } else if (message.role === 'tool') expect(open.delete(message.callId)).toBe(true);
        }
        expect(open.size).toBe(0);
      }),
      propertyRuns('fitTranscript'),
    );
  });
});
