import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import { AddGroup, ChangeGroup, type GroupView, type RightsView } from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { checked, someChange } from './checked.ts';
import { grantsOf, rightsOf, rightsOptions, type RightsOptions } from './rights-options.ts';

type GroupOptions = Common & RightsOptions & { readonly name?: string };

/** Where a group begins that says nothing of rights. */
const NOTHING: RightsView = {
  pages: [],
  readTables: [],
  writeTables: [],
  fieldGrants: [],
  languages: [],
};

/** `vouch groups`: what a group holds, every member holds. */
export function groupsCommand(): Command {
  const groups = new Command('groups').description('groups: what their members may do');
  common(groups.command('list').description('every group')).action(
    async (options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const all = await vouch.peopleAdministration.groups(actor);
        say(
          options,
          all,
          () =>
            all.map(({ name, grants }) => `${name.padEnd(32)} ${grants.join(', ')}\n`).join('') ||
            'There are no groups. Next: vouch groups add\n',
        );
      });
    },
  );
  rightsOptions(common(groups.command('add <name>').description('a further group'))).action(
    async (name: string, options: GroupOptions, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const group = checked(AddGroup, {
          name,
          grants: [],
          rights: NOTHING,
          ...grantsOf(options),
          ...(await rightsOf(options)),
        });
        const added = await vouch.peopleAdministration.addGroup(group, actor);
        say(options, added, () => `Added ${added.name}.\n`);
      });
    },
  );
  rightsOptions(
    common(
      groups
        .command('change <group>')
        .description('change a group; what is left out stays')
        .option('--name <name>', 'another name'),
    ),
  ).action(async (named: string, options: GroupOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { id } = await groupNamed(vouch, actor, named);
      const changes = someChange(
        checked(ChangeGroup, {
          ...(options.name === undefined ? {} : { name: options.name }),
          ...grantsOf(options),
          ...(await rightsOf(options)),
        }),
      );
      const changed = await vouch.peopleAdministration.changeGroup(id, changes, actor);
      say(options, changed, () => `Changed ${changed.name}.\n`);
    });
  });
  common(groups.command('remove <group>').description('remove a group; its members stay')).action(
    async (named: string, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { id, name } = await groupNamed(vouch, actor, named);
        await vouch.peopleAdministration.removeGroup(id, actor);
        say(options, { removed: name }, () => `Removed ${name}.\n`);
      });
    },
  );
  return groups;
}

/** The group with this name. Throws `not_found`. */
export async function groupNamed(vouch: Vouch, actor: Actor, name: string): Promise<GroupView> {
  const groups = await vouch.peopleAdministration.groups(actor);
  const found = groups.find((group) => group.name.toLowerCase() === name.trim().toLowerCase());
  if (found !== undefined) return found;
  throw new AppError(
    'not_found',
    `There is no group ${name}; see: vouch groups list, or make it first: vouch groups add`,
  );
}
