import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ConversationStatus,
  isTerminal,
  RunStatus,
  TERMINAL_STATUSES,
} from '../contracts/index.ts';
import { messageWithdraws, withdrawStep } from './withdraw.ts';

const AWAITING = ['awaiting_approval', 'awaiting_input'] as const;
const statuses = fc.constantFrom(...RunStatus.options);

it('CHT-02 a message withdraws the waiting run of a process, and one that is gone', () => {
  for (const status of AWAITING) {
    for (const run of [
      'waiting_for_approval',
      'waiting_for_input',
      'cancelled',
      'running',
    ] as const) {
      expect(messageWithdraws(status, { status: run, holdsProcessPin: true })).toBe(true);
    }
    expect(messageWithdraws(status, 'gone')).toBe(true);
  }
});

it('CHT-02 a failed row that a crash left over a waiting process run is withdrawn too', () => {
  const waiting = { status: 'waiting_for_approval', holdsProcessPin: true } as const;
  expect(messageWithdraws('failed', waiting)).toBe(true);
  expect(messageWithdraws('failed', { ...waiting, status: 'failed' })).toBe(false);
  expect(messageWithdraws('idle', 'gone')).toBe(false);
  expect(messageWithdraws('idle', null)).toBe(false);
});

it('CHT-03 a run without a process pin is never withdrawn', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ConversationStatus.options), statuses, (status, run) => {
      expect(messageWithdraws(status, { status: run, holdsProcessPin: false })).toBe(false);
    }),
  );
});

it('CHT-02 after the guarded cancel: won, terminal or gone dispatches; waiting tries again; queued or running puts back', () => {
  for (const status of [...RunStatus.options, 'gone'] as const) {
    expect(withdrawStep({ won: true, status })).toBe('dispatch_withdrawn');
  }
  for (const status of [...TERMINAL_STATUSES, 'gone'] as const) {
    expect(withdrawStep({ won: false, status })).toBe('dispatch_withdrawn');
  }
  for (const status of ['waiting_for_approval', 'waiting_for_input'] as const) {
    expect(withdrawStep({ won: false, status })).toBe('retry_cancel');
  }
  for (const status of ['queued', 'running'] as const) {
    expect(withdrawStep({ won: false, status })).toBe('put_back');
  }
});

it('CHT-02 a run that is neither cancelled nor over is never dispatched over', () => {
  fc.assert(
    fc.property(fc.boolean(), statuses, (won, status) => {
      const dispatches = withdrawStep({ won, status }) === 'dispatch_withdrawn';
      expect(dispatches).toBe(won || isTerminal(status));
    }),
  );
});
