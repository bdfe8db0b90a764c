import { InvalidArgumentError } from 'commander';
import type { Listening, Vouch } from '../app/index.ts';
import { EXIT } from './exit-codes.ts';

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(EXIT.interrupted);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

/**
 * Does `work`, then stops in order: no new request and no new work, answers and steps under way come to their end, then
 * database and files are closed. Work that hangs does not keep the process.
 */
export async function stopInOrder(
  vouch: Vouch,
  work: (opened: { server: Listening | null }) => Promise<void>,
): Promise<void> {
  const opened: { server: Listening | null } = { server: null };
  let atRest: boolean;
  try {
    await work(opened);
  } finally {
    [atRest] = await Promise.all([vouch.stopWork(), opened.server?.close()]);
    await vouch.close();
  }
  if (!atRest) process.exit(EXIT.done);
}

/** An option that is a whole number above zero. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) {
    throw new InvalidArgumentError('It must be a whole number above zero.');
  }
  return number;
}
