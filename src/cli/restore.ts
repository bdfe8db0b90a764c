import { Command } from 'commander';
import type { RestorePhase } from '../app/index.ts';
import { say } from './acting.ts';
import { app, settingsFor } from './open.ts';
import { withProgress } from './progress.ts';

const PHASES: Readonly<Record<RestorePhase, string>> = {
  reading: 'Looking at the backup',
  copying: 'Copying and checking every page',
  placing: 'Putting database and keys in place',
};

/** `vouch restore`: database and keys of a backup, where the settings say. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('put database and keys of a backup in place; nothing is overwritten')
    .argument('<file>', 'what vouch backup made')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nThe server must be stopped, and database and key file must be moved away first. Pages are restored by your own backup of the site.',
    )
    .action(async (file: string, options: { json?: boolean }, command: Command) => {
      const { restore } = await app();
      const settings = await settingsFor(command);
      const done = await withProgress((show) =>
        restore(settings, {
          file,
          onProgress: (phase) => {
            show(PHASES[phase], { milestone: true });
          },
        }),
      );
      say(options, done, () =>
        [
          `Restored ${done.database} as of ${new Date(done.createdAtMs).toISOString()}.`,
          ...(done.contentRootThen === done.contentRootNow
            ? []
            : [
                `The pages were in ${done.contentRootThen}; now they are looked for in ${done.contentRootNow}. If they are elsewhere, set VOUCH_CONTENT_ROOT first.`,
              ]),
          ...(done.unreadable === 0
            ? []
            : [`${String(done.unreadable)} stored texts open with none of the keys.`]),
          'Run vouch doctor, then start the server.',
          '',
        ].join('\n'),
      );
    });
}
