import { Command } from 'commander';
import { purge } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import { settingsFor } from './open.ts';

/** `vouch purge`: removes runs that ended longer ago than they are kept. */
export function purgeCommand(): Command {
  return new Command('purge')
    .description('remove runs that ended long ago, with their events; servers may run')
    .option('--days <number>', 'keep runs so many days after their end', '30')
    .option('--dry-run', 'count only')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nRuns that wait or work, approvals, revocations, the audit and page history are never removed.',
    )
    .action(
      async (options: { days: string; dryRun?: boolean; json?: boolean }, command: Command) => {
        const days = Number(options.days);
        if (!Number.isInteger(days) || days < 1) {
          throw new AppError('invalid_request', '--days is a whole number of at least 1.');
        }
        const dryRun = options.dryRun === true;
        const { runs, beforeMs } = await purge(await settingsFor(command), { days, dryRun });
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify({ runs, beforeMs, dryRun })}\n`
            : `${String(runs)} runs that ended before ${new Date(beforeMs).toISOString()} ${dryRun ? 'would be' : 'were'} removed.\n`,
        );
      },
    );
}
