import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, RunTermination } from '../../../../../src/contracts/index.ts';
import { budgetAdvice, stopAdvice } from './stop-advice.ts';

const NOT_STOPPED = ['completed'];

describe('stopAdvice', () => {
  it.each(RunTermination.options.filter((code) => !NOT_STOPPED.includes(code)))(
    'has words and a next step in both languages for %s',
    (code) => {
      for (const locale of ['en', 'de'] as const) {
        const { what, next } = stopAdvice(code, 'server', locale);
        expect(what).not.toBe('server');
        expect(next).not.toBe('');
      }
    },
  );

  it('has words in both languages for every error code', () => {
    for (const code of Object.keys(ERROR_STATUS))
      for (const locale of ['en', 'de'] as const)
        expect(stopAdvice(code, 'server', locale).what).not.toBe('server');
  });

  it('WRT-05 sends the reader to the record when a turn ended for good, as a write may have begun in it', () => {
    expect(stopAdvice('not_retryable', '', 'en').next).toContain('look at the record');
    expect(stopAdvice('not_retryable', '', 'de').next).toContain('sehen Sie');
  });

  it('says why a model did not answer, which an administrator can mend', () => {
    const { what } = stopAdvice('provider_failed', 'OpenAI refused the key.', 'de');
    expect(what).toBe('Das Modell hat nicht geantwortet. OpenAI refused the key.');
    expect(stopAdvice('provider_failed', '', 'de').what).toBe('Das Modell hat nicht geantwortet.');
  });

  it('keeps the sentence of the server for a code without words', () => {
    expect(stopAdvice('brand_new', 'A sentence.', 'de').what).toBe('A sentence.');
    expect(stopAdvice('toString', '', 'en').what).toBe('toString');
  });

  it('names the limit that stopped a turn, and when it goes on', () => {
    const stop = {
      scope: 'person',
      period: 'day',
      measure: 'requests',
      limit: 2,
      used: 2,
      renewedAtMs: Date.UTC(2026, 11, 2),
      configuration: 'Default',
    } as const;
    expect(budgetAdvice(stop, 'en').what).toMatch(/2 calls a day.*December 2|2 calls a day.*2 Dec/);
    expect(budgetAdvice(stop, 'de').what).toMatch(/2 Aufrufe am Tag.*UTC/);
    for (const locale of ['en', 'de'] as const)
      expect(budgetAdvice(stop, locale).next).not.toBe('');
  });
});
