import { expect, it } from 'vitest';
import { inFours } from './two-factor-api.ts';

it('a secret is read in groups of four', () => {
  expect(inFours('O5NGUM2QAB')).toEqual(['O5NG', 'UM2Q', 'AB']);
  expect(inFours('')).toEqual([]);
});
