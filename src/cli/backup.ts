import { Command } from 'commander';
import { systemClock } from '../base/index.ts';
import { say } from './acting.ts';
import { app, settingsFor } from './open.ts';
import { withProgress } from './progress.ts';

/** `vouch backup`: database and keys in one file, while the server runs. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write database and keys to one file, while the server runs (SQLite)')
    .argument('<target>', 'a file that does not exist, or a folder: then the name is the date')
    .option('--without-keys', 'leave the keys out; keep vouch.key elsewhere')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nIt holds no pages and no settings. With its keys it opens everything: store it as safely as the server.',
    )
    .action(
      async (
        target: string,
        options: { withoutKeys?: boolean; json?: boolean },
        command: Command,
      ) => {
        const { backUp, inMegabytes } = await app();
        const settings = await settingsFor(command);
        const made = await withProgress((show) =>
          backUp(settings, {
            target,
            clock: systemClock,
            withoutKeys: options.withoutKeys === true,
            onProgress: ({ donePages, totalPages }) => {
              // Nothing is copied yet, and what is refused now should not read as if something were.
              if (donePages === 0) return;
              const percent = Math.floor((100 * donePages) / Math.max(totalPages, 1));
              show(`Copying: ${String(percent)} %`);
            },
          }),
        );
        say(options, made, () =>
          [
            `${made.file} (${inMegabytes(made.bytes)})`,
            made.holdsKeys
              ? 'It holds the keys: whoever has the file reads everything in it.'
              : 'It holds no keys: keep vouch.key, without it what runs store cannot be read.',
            ...(made.unreadable === 0
              ? []
              : [`${String(made.unreadable)} stored texts open with none of the keys here.`]),
            '',
          ].join('\n'),
        );
      },
    );
}
