import { Command } from 'commander';
import { app, settingsOfInstallation } from './open.ts';
import { STOPPING_HELP } from './serve.ts';
import { stopInOrder, untilAskedToStop, wholeNumber } from './stopping.ts';

interface WorkerOptions {
  readonly concurrency?: number;
  readonly healthPort?: number;
  readonly json?: boolean;
}

/** On SQLite nobody can wake another process: its worker looks at the rows this often. */
const SWEEP_SQLITE_MS = 1_000;

/** `vouch worker`: works on what servers were asked for, without serving anybody. */
export function workerCommand(): Command {
  return new Command('worker')
    .description('work on turns and runs, beside servers and other workers')
    .option(
      '--concurrency <number>',
      'turns worked on side by side (default: the setting work.concurrency)',
      wholeNumber,
    )
    .option('--health-port <number>', 'offer /healthz, /readyz and /metrics there', wholeNumber)
    .option('--json', 'say that it is ready as one JSON object')
    .addHelpText('after', STOPPING_HELP)
    .action(async (options: WorkerOptions, command: Command) => {
      const { createVouch, listenForHealth } = await app();
      const settings = await settingsOfInstallation(command);
      const concurrency = options.concurrency ?? settings.work.concurrency;
      const asked = untilAskedToStop();
      const vouch = await createVouch(settings, {
        work: {
          takes: 'all',
          concurrency,
          ...(settings.database.dialect === 'sqlite' ? { sweepMs: SWEEP_SQLITE_MS } : {}),
        },
      });
      await stopInOrder(vouch, async (opened) => {
        if (options.healthPort !== undefined) {
          opened.server = await listenForHealth(vouch, options.healthPort);
        }
        await vouch.resumeInterrupted();
        const url = opened.server?.url ?? null;
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify({ ready: true, concurrency, url })}\n`
            : `Ready: works on ${String(concurrency)} at a time.\n`,
        );
        await asked;
        if (options.json !== true) process.stdout.write('Stopping: work is handed over first.\n');
      });
    });
}
