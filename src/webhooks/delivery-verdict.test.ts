import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryVerdict, FIRST_WAIT_MS, GIVE_UP_MS, LONGEST_WAIT_MS } from './delivery-verdict.ts';

const jitter = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const answered = fc.option(fc.integer({ min: 100, max: 599 }), { nil: null });

describe('what becomes of a delivery after an attempt', () => {
  it('is delivered by any 2xx and by nothing else; what waits is tried later, within its time', () => {
    fc.assert(
      fc.property(
        fc.record({
          attempts: fc.integer({ min: 1, max: 1_000 }),
          sinceMs: fc.nat(1_000_000),
          age: fc.nat(GIVE_UP_MS + 1_000),
          status: answered,
          jitter,
        }),
        ({ age, ...facts }) => {
          const nowMs = facts.sinceMs + age;
          const verdict = deliveryVerdict({ ...facts, nowMs });
          const taken = facts.status !== null && facts.status >= 200 && facts.status <= 299;
          expect(verdict.state === 'delivered').toBe(taken);
          expect(verdict.nextAtMs === null).toBe(verdict.state !== 'waiting');
          if (verdict.nextAtMs === null) return;
          expect(Number.isInteger(verdict.nextAtMs)).toBe(true);
          const waitMs = verdict.nextAtMs - nowMs;
          expect(waitMs).toBeGreaterThanOrEqual(FIRST_WAIT_MS / 2);
          expect(waitMs).toBeLessThanOrEqual(LONGEST_WAIT_MS);
          expect(verdict.nextAtMs).toBeLessThanOrEqual(facts.sinceMs + GIVE_UP_MS);
        },
      ),
    );
  });

  it('waits longer each time up to the longest wait, whatever the chance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), jitter, jitter, (attempts, one, other) => {
        const wait = (at: number, chance: number) =>
          deliveryVerdict({ attempts: at, sinceMs: 0, nowMs: 0, status: 500, jitter: chance })
            .nextAtMs ?? 0;
        expect(wait(attempts + 1, one)).toBeGreaterThanOrEqual(
          Math.min(wait(attempts, other), LONGEST_WAIT_MS / 2),
        );
      }),
    );
  });

  it('comes to its end in a few dozen attempts, three days at the latest after it began', () => {
    fc.assert(
      fc.property(fc.array(jitter, { minLength: 60, maxLength: 60 }), (chances) => {
        let nowMs = 0;
        for (const [index, chance] of chances.entries()) {
          const attempts = index + 1;
          const facts = { attempts, sinceMs: 0, nowMs, status: 503, jitter: chance };
          const { state, nextAtMs } = deliveryVerdict(facts);
          if (state === 'given_up') {
            expect(nowMs).toBeGreaterThan(GIVE_UP_MS - LONGEST_WAIT_MS);
            return;
          }
          nowMs = nextAtMs ?? Infinity;
        }
        expect.fail('it is tried for ever');
      }),
    );
  });

  it('is given up at once when the receiver says that it is gone', () => {
    const gone = { attempts: 1, sinceMs: 0, nowMs: 0, status: 410, jitter: 0 };
    expect(deliveryVerdict(gone)).toEqual({ state: 'given_up', nextAtMs: null });
  });
});
