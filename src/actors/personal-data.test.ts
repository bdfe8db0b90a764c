import { expect, test } from 'vitest';
import { uuidV7 } from '../base/index.ts';
import { pseudonymOf } from './personal-data.ts';

test('people made at the same time have pseudonyms of their own', () => {
  const made = (last: number) => pseudonymOf(uuidV7(1_700_000_000_000, tenBytes(last)));
  expect(made(1)).not.toBe(made(2));
  expect(made(1)).toMatch(/^Deleted person [0-9a-f]{8}$/u);
});

function tenBytes(last: number): Uint8Array {
  return Uint8Array.from([...Array<number>(8).fill(0), last, 0]);
}
