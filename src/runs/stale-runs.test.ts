import { expect, it } from 'vitest';
import { staleness } from './stale-runs.ts';

const NOW = 1_000_000;
const run = {
  status: 'running',
  termination: null,
  leaseExpiresAtMs: NOW,
  notBeforeMs: 0,
  finishedAtMs: null,
} as const;

it.each([
  ['a running run whose lease holds', run, null],
  ['one whose lease ran out', { ...run, leaseExpiresAtMs: NOW - 1 }, 'interrupted'],
  ['a queued run that is due', { ...run, status: 'queued', notBeforeMs: NOW - 60_000 }, null],
  ['one due for long', { ...run, status: 'queued', notBeforeMs: NOW - 60_001 }, 'not_picked_up'],
  ['one that waits for a person', { ...run, status: 'waiting_for_approval' }, null],
  [
    'one that failed at its provider',
    { ...run, status: 'failed', termination: 'provider_failed' },
    null,
  ],
  [
    'one ended for good',
    { ...run, status: 'failed', termination: 'retries_exhausted' },
    'dead_letter',
  ],
] as const)('DUR-02 %s', (_what, facts, kind) => {
  expect(staleness(facts, NOW)?.kind ?? null).toBe(kind);
});
