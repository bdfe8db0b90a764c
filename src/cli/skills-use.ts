import { Option, type Command } from 'commander';
import { LoadMode } from '../contracts/index.ts';
import { acting, common, say, type Common } from './acting.ts';
import { findConfiguration } from './find-named.ts';
import { findSkill } from './find-skill.ts';

interface AttachOptions extends Common {
  readonly configuration?: string;
  readonly load: LoadMode;
}

/** `vouch skills enable|disable|attach|detach`: whether a skill is used, and where. */
export function addUseCommands(skills: Command): void {
  for (const [name, isEnabled, words, done] of [
    ['enable', true, 'switch a skill on: an approved version may instruct', 'is switched on'],
    ['disable', false, 'switch a skill off: nothing of it is used', 'is switched off'],
  ] as const) {
    common(skills.command(`${name} <skill>`).description(`${words} (identifier or uid)`)).action(
      async (named: string, options: Common, command: Command) => {
        await acting(command, options, async ({ vouch, actor }) => {
          const { uid } = await findSkill(vouch, actor, named);
          const skill = await vouch.skills.setEnabled(uid, isEnabled, actor);
          say(options, skill, () => `${skill.name} ${done}.\n`);
        });
      },
    );
  }
  attachOptions(skills.command('attach <skill>').description('let a configuration offer a skill'))
    .addOption(
      new Option('--load <mode>', 'given along always, or when the model asks for it')
        .choices(LoadMode.options)
        .default('on_demand' satisfies LoadMode),
    )
    .action(async (named: string, options: AttachOptions, command: Command) => {
      await attach(command, { named, options, loadMode: options.load });
    });
  attachOptions(
    skills.command('detach <skill>').description('let a configuration offer a skill no more'),
  ).action(async (named: string, options: AttachOptions, command: Command) => {
    await attach(command, { named, options, loadMode: null });
  });
}

function attachOptions(command: Command): Command {
  return common(command).option(
    '--configuration <identifier>',
    'which one (default: the default configuration)',
  );
}

async function attach(
  command: Command,
  given: {
    readonly named: string;
    readonly options: AttachOptions;
    readonly loadMode: LoadMode | null;
  },
): Promise<void> {
  const { named, options, loadMode } = given;
  await acting(command, options, async ({ vouch, actor }) => {
    const skill = await findSkill(vouch, actor, named);
    const configuration = await findConfiguration(vouch, options.configuration);
    await vouch.skills.setAttachment(
      skill.uid,
      { configurationUid: configuration.uid, loadMode },
      actor,
    );
    const { identifier } = configuration;
    say(options, { skill: skill.identifier, configuration: identifier, loadMode }, () =>
      loadMode === null
        ? `${identifier} offers ${skill.name} no more.\n`
        : `${identifier} offers ${skill.name}, ${loadMode === 'always' ? 'always' : 'on demand'}.\n`,
    );
  });
}
