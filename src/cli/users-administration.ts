import type { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import {
  AddPerson,
  ChangePerson,
  type AccessPreview,
  type Locale,
  type PeopleActorKind,
} from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { addressNote } from './address-note.ts';
import { checked, someChange } from './checked.ts';
import { app } from './open.ts';
import { groupNamed } from './groups-command.ts';
import { localeFor, localeOption } from './locale-option.ts';
import {
  collect,
  GIVEN_RIGHTS_HELP,
  grantsOf,
  rightsOf,
  rightsOptions,
  type RightsOptions,
} from './rights-options.ts';

interface InviteOptions extends Common, RightsOptions {
  readonly name: string;
  readonly email: string;
  readonly admin?: boolean;
  readonly locale?: Locale;
  readonly group?: readonly string[];
}

interface ChangeOptions extends Common, RightsOptions {
  readonly name?: string;
  readonly admin?: boolean;
  readonly group?: readonly string[];
}

/** What changed something, where it has no name. */
const WITHOUT_NAME: Readonly<Record<PeopleActorKind, string>> = {
  person: 'nobody in person',
  set_up_link: 'set-up link',
  sign_in_provider: 'sign-in provider',
  command_line: 'command line',
};

/** What an administrator does with people, as on the screen: written down, and for whom it is done. */
export function addAdministrationCommands(users: Command): void {
  addInvite(users);
  addChange(users);
  common(
    users.command('link <e-mail>').description('a one-time link to set a password, to hand over'),
  ).action(async (email: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId } = await personAt(vouch, email);
      const link = await vouch.peopleAdministration.issueLink(userId, actor);
      say(options, shownLink(vouch, link), () => linkText(vouch, link));
    });
  });
  for (const [name, isDisabled, words, done] of [
    ['disable', true, 'sign somebody out everywhere and let them in no more', 'may not sign in'],
    ['enable', false, 'let somebody in again', 'may sign in again'],
  ] as const) {
    common(users.command(`${name} <e-mail>`).description(words)).action(
      async (email: string, options: Common, command: Command) => {
        await acting(command, options, async ({ vouch, actor }) => {
          const { userId } = await personAt(vouch, email);
          const person = await vouch.peopleAdministration.change(userId, { isDisabled }, actor);
          say(options, person, () => `${person.name} ${done}.\n`);
        });
      },
    );
  }
  common(
    users
      .command('reset-second-factor <e-mail>')
      .description('for somebody who lost the authenticator; ends every session'),
  ).action(async (email: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId } = await personAt(vouch, email);
      const person = await vouch.peopleAdministration.resetTwoFactor(userId, actor);
      say(options, person, () => `${person.name} signs in with the password alone.\n`);
    });
  });
  addSeeAs(users);
  addSessions(users);
  common(users.command('log').description('who changed what about people, newest first')).action(
    async (options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const rows = await vouch.peopleAdministration.audit(actor);
        say(options, rows, () =>
          rows
            .map(
              (row) =>
                `${new Date(row.atMs).toISOString()}  ${row.event.padEnd(18)} ${row.subject} (${row.actorName ?? WITHOUT_NAME[row.actorKind]})\n`,
            )
            .join(''),
        );
      });
    },
  );
}

function addInvite(users: Command): void {
  rightsOptions(
    common(
      users
        .command('invite')
        .description('a further person, who sets the password by a link that is shown this once')
        .requiredOption('--name <name>', 'the person’s name (required)')
        .requiredOption('--email <address>', 'the e-mail address to sign in with (required)')
        .option('--admin', 'may also administer skills, sources and people')
        .option('--group <name>', 'a group; repeat it for more', collect)
        .addOption(localeOption('language the person begins with'))
        .addHelpText('after', GIVEN_RIGHTS_HELP),
    ),
  ).action(async (options: InviteOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const person = checked(AddPerson, {
        name: options.name,
        email: options.email.trim(),
        locale: await localeFor(vouch, options.locale, actor),
        isAdministrator: options.admin === true,
        ...(await groupsOf(vouch, actor, options.group)),
        ...grantsOf(options),
        ...(await rightsOf(options)),
      });
      const invited = await vouch.peopleAdministration.invite(person, actor);
      const link = shownLink(vouch, invited.link);
      say(
        options,
        { person: invited.person, link },
        () => `${person.name} is invited.\n${linkText(vouch, invited.link)}`,
      );
    });
  });
}

function addChange(users: Command): void {
  rightsOptions(
    common(
      users
        .command('change <e-mail>')
        .description('change who somebody is and what they may do; what is left out stays')
        .option('--name <name>', 'another name')
        .option('--admin', 'is an administrator')
        .option('--no-admin', 'is no administrator')
        .option('--group <name>', 'a group; repeat it for more, “none” for none', collect),
    ),
  ).action(async (email: string, options: ChangeOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId } = await personAt(vouch, email);
      const changes = someChange(
        checked(ChangePerson, {
          ...(options.name === undefined ? {} : { name: options.name }),
          ...(options.admin === undefined ? {} : { isAdministrator: options.admin }),
          ...(await groupsOf(vouch, actor, options.group)),
          ...grantsOf(options),
          ...(await rightsOf(options)),
        }),
      );
      const person = await vouch.peopleAdministration.change(userId, changes, actor);
      say(options, person, () => `${person.name} is changed.\n`);
    });
  });
}

function addSeeAs(users: Command): void {
  common(
    users.command('see-as <e-mail>').description('what somebody may read and write; written down'),
  ).action(async (email: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId } = await personAt(vouch, email);
      const person = await vouch.peopleAdministration.lookAt(userId, actor);
      const groups = await vouch.peopleAdministration.groups(actor);
      const site = await vouch.host.describe(actor);
      const { roots } = await vouch.host.pageTree(actor);
      const { accessPreview } = await app();
      const preview = accessPreview(person, groups, { ...site, roots });
      say(options, preview, () => accessText(preview));
    });
  });
}

function addSessions(users: Command): void {
  common(users.command('sessions <e-mail>').description('where somebody is signed in')).action(
    async (email: string, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { userId } = await personAt(vouch, email);
        const sessions = await vouch.sessions.list(userId, actor, null);
        say(options, sessions, () =>
          sessions
            .map(
              (each) =>
                `${new Date(each.usedAtMs).toISOString()}  ${each.address}  ${each.userAgent}\n`,
            )
            .join(''),
        );
      });
    },
  );
  common(users.command('sign-out <e-mail>').description('end every session of somebody')).action(
    async (email: string, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const { userId, name } = await personAt(vouch, email);
        await vouch.sessions.endAll(userId, actor, null);
        say(options, { id: userId, name }, () => `${name} is signed out everywhere.\n`);
      });
    },
  );
}

/** The person with this e-mail address. Throws `not_found`. */
export async function personAt(vouch: Vouch, email: string) {
  const wanted = email.trim().toLowerCase();
  const person = (await vouch.people.people()).find((each) => each.email === wanted);
  if (person !== undefined) return person;
  throw new AppError('not_found', `Nobody here has the e-mail address ${email}.`);
}

async function groupsOf(vouch: Vouch, actor: Actor, names: readonly string[] | undefined) {
  if (names === undefined) return {};
  if (names.length === 1 && names[0] === 'none') return { groupIds: [] };
  const groups = await Promise.all(names.map((name) => groupNamed(vouch, actor, name)));
  return { groupIds: groups.map(({ id }) => id) };
}

type Link = Awaited<ReturnType<Vouch['peopleAdministration']['issueLink']>>;

function shownLink({ baseUrl }: Vouch, { token, kind, expiresAtMs }: Link) {
  return { kind, url: `${baseUrl}/password#${token}`, expiresAtMs };
}

function linkText(vouch: Vouch, link: Link): string {
  const { url, expiresAtMs } = shownLink(vouch, link);
  return `Hand this link over; it works once, until ${new Date(expiresAtMs).toISOString()}:\n${url}\n${addressNote(vouch)}`;
}

function accessText(preview: AccessPreview): string {
  const tables = preview.tables.map(
    ({ en, mayRead, mayWrite }) => `  ${en}: ${mayWrite ? 'write' : mayRead ? 'read' : 'nothing'}`,
  );
  const pages = preview.pages.map(({ path, access }) => `  ${access.padEnd(6)} ${path}`);
  return [
    `${preview.name}: ${preview.isAdministrator ? 'administrator' : 'editor'}${preview.isDisabled ? ', disabled: may nothing; it would be this' : ''}`,
    `Permissions: ${preview.grants.join(', ') || 'none'}`,
    'Record types:',
    ...tables,
    'Pages:',
    ...pages,
    '',
  ].join('\n');
}
