import type { Command } from 'commander';
import { ExplainTool, type GovernanceOverview } from '../contracts/index.ts';
import { acting, common, say, type Common } from './acting.ts';
import { checked, invalid } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { findConfiguration, findPage } from './find-named.ts';
import { findSkill } from './find-skill.ts';
import { explanationText } from './tools-text.ts';

interface Asked extends Common {
  readonly person?: string;
  readonly configuration?: string;
  readonly skill?: string;
  readonly page?: string;
}

/** `vouch tools explain` and `vouch tools profiles`: which rule says no, and how the installation stands to the profiles. */
export function addGovernanceCommands(tools: Command): void {
  common(
    tools
      .command('explain <tool>')
      .description(
        'may this person’s run call this tool, and if not, what is missing and what to do',
      ),
  )
    .option('--person <e-mail>', 'whose run (default: who acts)')
    .option('--configuration <identifier>', 'with which one (default: the default configuration)')
    .option(
      '--skill <skill>',
      'the skill the run is started with, such as a process (identifier or uid)',
    )
    .option('--page <page>', 'the page it is started on: its path below the content folder, or uid')
    .addHelpText(
      'after',
      `\nExit code: ${String(EXIT.done)} it may, ${String(EXIT.refused)} a rule says no.`,
    )
    .action(async (tool: string, options: Asked, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const configuration = await findConfiguration(vouch, options.configuration);
        const email = options.person?.trim().toLowerCase();
        const person = (await vouch.people.people()).find((each) => each.email === email);
        if (email !== undefined && person === undefined) {
          throw invalid(`Nobody here has the e-mail address ${email}.`);
        }
        const asked = checked(ExplainTool, {
          userId: person?.userId ?? (actor.kind === 'user' ? actor.userId : ''),
          configurationUid: configuration.uid,
          tool,
          skillUid:
            options.skill === undefined
              ? undefined
              : (await findSkill(vouch, actor, options.skill)).uid,
          page: options.page === undefined ? undefined : await findPage(vouch, actor, options.page),
        });
        const found = await vouch.governance.explain(asked, actor);
        if (!found.allowed) process.exitCode = EXIT.refused;
        say(options, found, () =>
          explanationText({ tool, configuration: configuration.identifier }, found),
        );
      });
    });
  common(
    tools
      .command('profiles')
      .description('how this installation stands to each governance profile'),
  ).action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const overview = await vouch.governance.overview(actor);
      say(options, overview, () => profilesText(overview));
    });
  });
}

function profilesText({ current, profiles }: GovernanceOverview): string {
  const lines = [
    `this installation: ${Object.entries(current)
      .map(([setting, value]) => `${setting} ${String(value)}`)
      .join(', ')}`,
    ...profiles.map(
      ({ name, deviations }) =>
        `${name.padEnd(18)} ${deviations.length === 0 ? 'as it asks' : deviations.map(({ setting, is }) => `${setting} ${is}`).join(', ')}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
