import { expect, it } from 'vitest';
import { openSealer } from '../../test/interleavings/sealed.ts';
import { createRunCodec, type SuspendedState } from './run-codec.ts';
import type { RunRow } from './run-store.ts';

const codec = createRunCodec(openSealer);
const STATE = { card: {}, text: 'First point.' } as SuspendedState;

const row = (more: Partial<RunRow>): RunRow => ({ uuid: 'r1', pauseOrdinal: 1, ...more }) as RunRow;

it('DUR-06 what a run waits with opens in its own run and pause alone', () => {
  const suspended = codec.sealSuspended('r1', STATE, 1);
  expect(codec.openSuspended(row({ suspended }))).toEqual(STATE);
  expect(codec.openSuspended(row({ suspended, pauseOrdinal: 2 }))).toBeNull();
  expect(codec.openSuspended(row({ suspended, uuid: 'r2' }))).toBeNull();
  expect(codec.openText(row({ text: suspended }))).toBeNull();
});

it('DUR-06 what was sealed before its pause was told opens still', () => {
  const plaintext = JSON.stringify({ version: 1, value: STATE });
  const suspended = openSealer.seal(plaintext, 'run/r1/suspended');
  expect(codec.openSuspended(row({ suspended, pauseOrdinal: 7 }))).toEqual(STATE);
});

it('DUR-03 journal entries open in their order alone, and what was said in its own run alone', () => {
  const entry = { kind: 'answer', text: 'a' } as Parameters<typeof codec.sealEntry>[2];
  const sealed = [codec.sealEntry('r1', 0, entry), codec.sealEntry('r1', 1, entry)];
  expect(codec.openEntries('r1', 0, sealed)).toHaveLength(2);
  expect(codec.openEntries('r1', 0, sealed.toReversed())).toBeNull();
  expect(codec.openEntries('r2', 0, sealed)).toBeNull();
  const content = codec.sealContent('r1', { said: 'b' });
  expect(codec.openContent('r1', content)).toEqual({ said: 'b' });
  expect(codec.openContent('r2', content)).toBeNull();
});
