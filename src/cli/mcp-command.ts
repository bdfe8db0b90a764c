import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import {
  AddMcpServer,
  ApproveMcpServer,
  RemoteDataClass,
  type McpServerView,
} from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { checked, invalid } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { reviewText, serverLine, serversText } from './mcp-text.ts';
import { readAll } from './standard-input.ts';

interface AddOptions extends Common {
  readonly name?: string;
  readonly url?: string;
  readonly dataClass?: string;
  readonly withoutApproval?: boolean;
  readonly tokenStdin?: boolean;
  readonly tokenVariable?: string;
}

/** `vouch mcp`: servers of tools, and what of them was approved. */
export function mcpCommand(): Command {
  const mcp = new Command('mcp').description(
    'servers of tools (MCP), and what of them is approved',
  );
  common(
    mcp.command('list').description('the servers, and whether their tools can be used'),
  ).action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const overview = await vouch.remoteServers.overview(actor);
      say(options, overview, () => serversText(overview));
    });
  });
  addAddCommand(mcp);
  common(
    mcp
      .command('review <server>')
      .description('ask it for its tools and show what an approval would be of'),
  ).action(async (identifier: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await serverNamed(vouch, actor, identifier);
      const { failure } = await vouch.remoteServers.look(uid, actor);
      const review = await vouch.remoteServers.review(uid, actor);
      say(options, review, () => reviewText(review));
      if (failure !== null) process.exitCode = EXIT.unfinished;
    });
  });
  common(
    mcp
      .command('approve <server> <digest>')
      .description('approve the tools that “vouch mcp review” showed under this digest'),
  ).action(async (...[name, given, options, command]: [string, string, Common, Command]) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await serverNamed(vouch, actor, name);
      const read = ApproveMcpServer.safeParse({ digest: given });
      if (!read.success) throw invalid('The digest is the 64 characters “vouch mcp review” shows.');
      const approved = await vouch.remoteServers.approve(uid, read.data.digest, actor);
      say(
        options,
        approved,
        () => `Approved. Its tools are off until they are switched on: ${serverLine(approved)}\n`,
      );
    });
  });
  common(mcp.command('remove <server>').description('forget a server and its approval')).action(
    async (identifier: string, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { uid } = await serverNamed(vouch, actor, identifier);
        await vouch.remoteServers.remove(uid, actor);
        say(options, { removed: identifier }, () => `Removed ${identifier}.\n`);
      });
    },
  );
  return mcp;
}

function addAddCommand(mcp: Command): void {
  common(
    mcp
      .command('add <identifier> [command] [arguments...]')
      .description(
        'enter a server: --url for one over HTTP, or the command that starts it, after --',
      )
      .option('--url <address>', 'of a server over streamable HTTP')
      .option('--name <name>', 'what people call it (default: the identifier)')
      .option(
        '--data-class <class>',
        `how confidential its answers may be: ${RemoteDataClass.options.join(', ')}; without it, it is inert`,
      )
      .option('--without-approval', 'its calls do not wait for an administrator’s approval')
      .option('--token-stdin', 'read its token from standard input')
      .option('--token-variable <NAME>', 'where a command finds the token'),
  ).action(
    async (
      ...[identifier, program, args, options, command]: [
        string,
        string | undefined,
        readonly string[],
        AddOptions,
        Command,
      ]
    ) => {
      if (options.url === undefined && program === undefined) {
        throw invalid(
          'Say where the server is: --url <address>, or after -- the command that starts it.',
        );
      }
      await acting(command, options, async ({ vouch, actor }) => {
        const server = checked(AddMcpServer, {
          identifier,
          name: options.name ?? identifier,
          requiresApproval: options.withoutApproval !== true,
          ...(options.dataClass === undefined ? {} : { dataClass: options.dataClass }),
          ...(options.url === undefined
            ? { transport: 'stdio', command: program, arguments: args }
            : { transport: 'http', url: options.url }),
          ...(options.tokenVariable === undefined ? {} : { tokenVariable: options.tokenVariable }),
          ...(options.tokenStdin === true ? { token: (await readAll(process.stdin)).trim() } : {}),
        });
        const added = await vouch.remoteServers.add(server, actor);
        say(options, added, () => `Added ${identifier}. Next: vouch mcp review ${identifier}\n`);
      });
    },
  );
}

async function serverNamed(vouch: Vouch, actor: Actor, name: string): Promise<McpServerView> {
  const { servers } = await vouch.remoteServers.overview(actor);
  const found = servers.find(({ identifier }) => identifier === name);
  if (found !== undefined) return found;
  throw new AppError('not_found', `There is no server ${name}; see: vouch mcp list`);
}
