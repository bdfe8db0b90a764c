import fc from 'fast-check';
import { expect, it } from 'vitest';
import { receiptVerdict } from './receipts.ts';

it('API-04 a key carries out one request: none twice, and no other one under its name', () => {
  fc.assert(
    fc.property(
      fc.record({
        digest: fc.constantFrom('a', 'b'),
        isDone: fc.boolean(),
        begunAtMs: fc.integer({ min: 0, max: 100 }),
      }),
      fc.record({
        digest: fc.constantFrom('a', 'b'),
        nowMs: fc.integer({ min: 0, max: 200 }),
        staleMs: fc.integer({ min: 1, max: 100 }),
      }),
      (receipt, asked) => {
        const verdict = receiptVerdict(receipt, asked);
        expect(verdict).not.toBe('begin');
        if (receipt.digest !== asked.digest) expect(verdict).toBe('other_request');
        else if (receipt.isDone) expect(verdict).toBe('answer_again');
        // What may still be under way is left to whoever does it.
        else expect(verdict === 'take_over').toBe(asked.nowMs - receipt.begunAtMs >= asked.staleMs);
      },
    ),
  );
  expect(receiptVerdict(null, { digest: 'a', nowMs: 0, staleMs: 1 })).toBe('begin');
});
