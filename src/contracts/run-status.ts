import { z } from 'zod';

export const RunStatus = z.enum([
  'queued',
  'running',
  'waiting_for_approval',
  'waiting_for_input',
  'completed',
  'failed',
  'cancelled',
]);
export type RunStatus = z.infer<typeof RunStatus>;

/** A run that waits for a person. */
export const WAITING_STATUSES = [
  'waiting_for_approval',
  'waiting_for_input',
] as const satisfies readonly RunStatus[];
export type WaitingStatus = (typeof WAITING_STATUSES)[number];

/** A run that has ended. */
export const TERMINAL_STATUSES = [
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly RunStatus[];
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** A run that has not ended. */
export const OPEN_STATUSES = [
  'queued',
  'running',
  ...WAITING_STATUSES,
] as const satisfies readonly RunStatus[];

export function isWaiting(status: RunStatus): status is WaitingStatus {
  return WAITING_STATUSES.some((waiting) => waiting === status);
}

export function isTerminal(status: RunStatus): status is TerminalStatus {
  return TERMINAL_STATUSES.some((terminal) => terminal === status);
}
