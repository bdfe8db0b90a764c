import { Command } from 'commander';
import { createVouch, listen, type Vouch } from '../app/index.ts';
import { settingsFor } from './open.ts';

/** `vouch serve`: the web interface, the API and the worker in one process. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('start the server: web interface, API and worker')
    .option('-p, --port <number>', 'port to listen on (default 4317)')
    .action(async (options: { port?: string }, command: Command) => {
      if (options.port !== undefined) process.env['VOUCH_PORT'] = options.port;
      const vouch = await createVouch(await settingsFor(command));
      try {
        await serve(vouch);
      } finally {
        await vouch.close();
      }
    });
}

/** Serves until it is asked to stop. */
async function serve(vouch: Vouch): Promise<void> {
  const { settings } = vouch;
  const server = await listen(vouch);
  try {
    await vouch.resumeInterrupted();
    const token = await vouch.people.issueSetupToken();
    const site = await vouch.host.describe({ kind: 'anonymous' });
    process.stdout.write(
      [
        '',
        `  Site    ${settings.content.siteName ?? site.name}: ${settings.content.root}`,
        token === null
          ? `  Ready   ${server.url}`
          : `  Ready   ${server.url}/setup?token=${token}\n          Open this link once to create the administrator.`,
        '',
        '',
      ].join('\n'),
    );
    await untilAskedToStop();
    process.stdout.write('Stopping: work in progress comes to rest first.\n');
  } finally {
    await server.close();
  }
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
