import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { app, settingsFor } from './open.ts';
import { stopInOrder, untilAskedToStop, wholeNumber } from './stopping.ts';

interface ServeOptions {
  readonly port?: string;
  readonly work: boolean;
  readonly concurrency?: number;
  readonly json?: boolean;
}

/** `vouch serve`: the web interface and the API, and work unless it is left to workers. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('start the server: web interface, API and worker')
    .option('-p, --port <number>', 'port to listen on (default 4317)')
    .option('--no-work', 'leave all work to `vouch worker`')
    .option(
      '--concurrency <number>',
      'turns worked on side by side (default: the setting work.concurrency)',
      wholeNumber,
    )
    .option('--json', 'say where it is as one JSON object')
    .addHelpText('after', STOPPING_HELP)
    .action(async (options: ServeOptions, command: Command) => {
      if (options.port !== undefined) process.env['VOUCH_PORT'] = options.port;
      const { work, concurrency } = options;
      const { createVouch } = await app();
      const vouch = await createVouch(await settingsFor(command), {
        work: {
          takes: work ? 'all' : 'none',
          ...(concurrency === undefined ? {} : { concurrency }),
        },
      });
      await serve(vouch, options);
    });
}

export const STOPPING_HELP = [
  '',
  'SIGTERM or Ctrl+C: takes nothing new, hands work over at its next step and ends; at the latest after the setting',
  'work.stopSeconds. A second signal ends it at once; what was under way is then taken over by others.',
].join('\n');

/** Serves until it is asked to stop. */
async function serve(vouch: Vouch, { json }: ServeOptions): Promise<void> {
  const { settings } = vouch;
  const asked = untilAskedToStop();
  await stopInOrder(vouch, async (opened) => {
    const { listen } = await app();
    const server = await listen(vouch);
    opened.server = server;
    await vouch.resumeInterrupted();
    const token = await vouch.people.issueSetupToken();
    const site = await vouch.host.describe({ kind: 'anonymous' });
    const name = settings.content.siteName ?? site.name;
    const setup = token === null ? null : `${server.url}/setup?token=${token}`;
    process.stdout.write(
      json === true
        ? `${JSON.stringify({ ready: true, url: server.url, setup, site: name })}\n`
        : [
            '',
            `  Site    ${name}: ${settings.content.root}`,
            `  Ready   ${setup ?? server.url}`,
            ...(setup === null
              ? []
              : ['          Open this link once to create the administrator.']),
            '',
            '',
          ].join('\n'),
    );
    await asked;
    if (json !== true) process.stdout.write('Stopping: work in progress is handed over first.\n');
  });
}
