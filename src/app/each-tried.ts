import type { Logger } from './log.ts';

/** Takes one step after the other, whatever becomes of those before it; what fails is logged by its name. */
export async function eachTried(
  log: Pick<Logger, 'error'>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [step, take] of Object.entries(steps)) {
    try {
      await take();
    } catch (error) {
      log.error(
        { err: error, step },
        'What was interrupted could not be taken up; it is tried again',
      );
    }
  }
}
