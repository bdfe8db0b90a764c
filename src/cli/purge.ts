import { Command } from 'commander';
import { AppError } from '../base/index.ts';
import { say } from './acting.ts';
import { app, settingsOfInstallation } from './open.ts';
import { withProgress } from './progress.ts';
import { wholeNumber } from './stopping.ts';

/** `vouch purge`: removes runs that ended longer ago than they are kept. */
export function purgeCommand(): Command {
  return new Command('purge')
    .description('remove runs that ended long ago, with their events; servers may run')
    .option(
      '--days <number>',
      'keep runs so many days after their end (default: the setting privacy.runDays)',
      wholeNumber,
    )
    .option('--dry-run', 'count only')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nRuns that wait or work, approvals, revocations, the audit and page history are never removed.',
    )
    .action(
      async (options: { days?: number; dryRun?: boolean; json?: boolean }, command: Command) => {
        const { purge } = await app();
        const dryRun = options.dryRun === true;
        const settings = await settingsOfInstallation(command);
        const days = options.days ?? settings.privacy.runDays;
        if (days === 0) {
          throw new AppError(
            'invalid_request',
            'The setting privacy.runDays keeps runs for good. Say with --days how long they are kept.',
          );
        }
        const { runs, beforeMs } = await withProgress((show) =>
          purge(settings, {
            days,
            dryRun,
            onProgress: (removed) => {
              show(`${String(removed)} runs removed`);
            },
          }),
        );
        say(
          options,
          { runs, beforeMs, dryRun },
          () =>
            `${String(runs)} runs that ended before ${new Date(beforeMs).toISOString()} ${dryRun ? 'would be' : 'were'} removed.\n`,
        );
      },
    );
}
