import { Command } from 'commander';
import { gateWhy, type ToolGroupView, type ToolView } from '../contracts/index.ts';
import { acting, common, say, type Acting, type Common } from './acting.ts';
import { addGovernanceCommands } from './tools-explain.ts';
import { printable } from './tour-screen.ts';

/** `vouch tools`: what there is, what is offered and why not, and the switches. */
export function toolsCommand(): Command {
  const tools = new Command('tools').description(
    'list tools, switch tools and groups, and say what keeps one back',
  );
  tools.addHelpText(
    'after',
    '\nA switch takes effect from the next step of every run. A tool that is on stays off while its group is.\nWhy a run is not offered one: vouch tools explain <tool>',
  );
  common(tools.command('list').description('every tool by group')).action(
    async (options: Common, command: Command) => {
      await sayGroups(command, options, ({ vouch, actor }) => vouch.tools.list(actor));
    },
  );
  switching(tools, 'enable', { enabled: true, description: 'switch a tool or a group on' });
  switching(tools, 'disable', { enabled: false, description: 'switch a tool or a group off' });
  common(
    tools.command('reset <tool>').description('let a tool follow its own default again'),
  ).action(async (name: string, options: Common, command: Command) => {
    await sayGroups(command, options, ({ vouch, actor }) =>
      vouch.tools.switchTool(name, null, actor),
    );
  });
  addGovernanceCommands(tools);
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
        await sayGroups(command, options, ({ vouch, actor }) =>
          options.group === true
            ? vouch.tools.switchGroup(given, what.enabled, actor)
            : vouch.tools.switchTool(given, what.enabled, actor),
        );
      },
    );
}

/** Every command answers with what there is then. */
async function sayGroups(
  command: Command,
  options: Common,
  work: (who: Acting) => Promise<readonly ToolGroupView[]>,
): Promise<void> {
  await acting(command, options, async (who) => {
    const groups = await work(who);
    say(options, groups, () => groups.map(groupText).join(''));
  });
}

function groupText({ group, enabled, tools }: ToolGroupView): string {
  return `${printable(group)}${enabled ? '' : ' (off)'}\n${tools.map(line).join('')}`;
}

function line(tool: ToolView): string {
  const { name, effect, dataClass, enabled, notOffered } = tool;
  const elsewhere = notOffered.filter(({ reason }) => reason !== 'toolDisabled');
  // The same for every one: what it hangs on is said by vouch tools explain.
  const isListed = elsewhere.length > 0 && elsewhere.every(({ reason }) => reason === 'skillList');
  const why = isListed
    ? []
    : elsewhere.map((each) => `\n      ${printable(each.name)}: ${gateWhy(each.reason, 'en')}`);
  const where = isListed ? '  only where a skill lists it' : '';
  return `  ${enabled ? 'on ' : 'off'} ${printable(name).padEnd(32)} ${effect.padEnd(21)} ${dataClass}${where}${why.join('')}\n`;
}
