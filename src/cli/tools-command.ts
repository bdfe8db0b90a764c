import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import type { ToolGroupView, ToolView } from '../contracts/index.ts';
import { actingUser } from './acting-user.ts';
import { withVouch } from './open.ts';
import { printable } from './tour-screen.ts';

interface Common {
  readonly as?: string;
  readonly json?: boolean;
}

type Actor = Awaited<ReturnType<typeof actingUser>>;

/** `vouch tools`: what there is, what is offered and why not, and the switches. */
export function toolsCommand(): Command {
  const tools = new Command('tools').description('list tools, and switch tools and groups');
  tools.addHelpText(
    'after',
    '\nA switch takes effect from the next step of every run. A tool that is on stays off while its group is.',
  );
  common(tools.command('list').description('every tool by group')).action(
    async (options: Common, command: Command) => {
      await acting(command, options, (vouch, actor) => vouch.tools.list(actor));
    },
  );
  switching(tools, 'enable', { enabled: true, description: 'switch a tool or a group on' });
  switching(tools, 'disable', { enabled: false, description: 'switch a tool or a group off' });
  common(
    tools.command('reset <tool>').description('let a tool follow its own default again'),
  ).action(async (name: string, options: Common, command: Command) => {
    await acting(command, options, (vouch, actor) => vouch.tools.switchTool(name, null, actor));
  });
  return tools;
}

function switching(
  tools: Command,
  name: string,
  what: { readonly enabled: boolean; readonly description: string },
): void {
  common(tools.command(`${name} <name>`).description(what.description))
    .option('--group', 'the name is a group’s')
    .action(
      async (given: string, options: Common & { readonly group?: boolean }, command: Command) => {
        await acting(command, options, (vouch, actor) =>
          options.group === true
            ? vouch.tools.switchGroup(given, what.enabled, actor)
            : vouch.tools.switchTool(given, what.enabled, actor),
        );
      },
    );
}

function common(command: Command): Command {
  return command
    .option('--as <e-mail>', 'act for this person (default: the only administrator)')
    .option('--json', 'machine-readable output');
}

async function acting(
  command: Command,
  options: Common,
  work: (vouch: Vouch, actor: Actor) => Promise<readonly ToolGroupView[]>,
): Promise<void> {
  await withVouch(command, async (vouch) => {
    const groups = await work(vouch, await actingUser(vouch, options.as));
    process.stdout.write(
      options.json === true ? `${JSON.stringify(groups)}\n` : groups.map(groupText).join(''),
    );
  });
}

function groupText({ group, enabled, tools }: ToolGroupView): string {
  return `${printable(group)}${enabled ? '' : ' (off)'}\n${tools.map(line).join('')}`;
}

function line(tool: ToolView): string {
  const { name, effect, dataClass, enabled, notOffered } = tool;
  const why = notOffered
    .filter(({ reason }) => reason !== 'toolDisabled')
    .map((each) => `${printable(each.name)}: ${each.reason}`);
  return `  ${enabled ? 'on ' : 'off'} ${printable(name).padEnd(32)} ${effect.padEnd(21)} ${dataClass}${why.length === 0 ? '' : `  not offered: ${why.join(', ')}`}\n`;
}
