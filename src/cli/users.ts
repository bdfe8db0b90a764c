import { Command } from 'commander';
import { AppError } from '../base/index.ts';
import { Setup, type Locale } from '../contracts/index.ts';
import { say } from './acting.ts';
import { addAdministrationCommands, personAt } from './users-administration.ts';
import { addDataCommands } from './users-data.ts';
import { localeFor, localeOption } from './locale-option.ts';
import { withVouch } from './open.ts';
import { readPassword } from './read-password.ts';

interface AddOptions {
  readonly name: string;
  readonly email: string;
  readonly admin?: boolean;
  readonly locale?: Locale;
  readonly json?: boolean;
}

/** `vouch users`: who may sign in, further people, a new password for somebody who forgot theirs. */
export function usersCommand(): Command {
  const users = new Command('users').description('people: who may sign in, and what they may do');
  users
    .command('list')
    .description('everybody who has an account')
    .option('--json', 'machine-readable output')
    .action(async (options: { json?: boolean }, command: Command) => {
      await withVouch(command, async (vouch) => {
        const people = (await vouch.people.people()).map(
          ({ userId, name, email, locale, isAdministrator, isDisabled }) => ({
            id: userId,
            name,
            email,
            locale,
            isAdministrator,
            isDisabled,
          }),
        );
        say(options, people, () => people.map(line).join(''));
      });
    });
  users
    .command('add')
    .description('a further person: an editor, or with --admin an administrator')
    .requiredOption('--name <name>', 'the person’s name (required)')
    .requiredOption('--email <address>', 'the e-mail address to sign in with (required)')
    .option('--admin', 'may also administer skills, sources and people')
    .addOption(localeOption('language the person begins with'))
    .option('--json', 'machine-readable output')
    .addHelpText('after', PASSWORD_HELP)
    .addHelpText('after', ADDED_RIGHTS_HELP)
    .action(async (options: AddOptions, command: Command) => {
      const name = checked('name', options.name);
      const email = checked('email', options.email);
      const password = await readPassword();
      const isAdministrator = options.admin === true;
      await withVouch(
        command,
        async (vouch) => {
          await vouch.people.createUser({
            name,
            email,
            password,
            locale: await localeFor(vouch, options.locale, null),
            isAdministrator,
          });
          say(options, { name, email, isAdministrator }, () => `${name} may sign in now.\n`);
        },
        { mayBegin: true },
      );
    });
  users
    .command('reset-password')
    .description('give somebody a new password and end all their sessions')
    .requiredOption('--email <address>', 'whose password (required)')
    .option('--json', 'machine-readable output')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (options: { email: string; json?: boolean }, command: Command) => {
      const password = await readPassword();
      await withVouch(command, async (vouch) => {
        const { userId, name } = await personAt(vouch, options.email);
        await vouch.people.setPassword(userId, password);
        say(
          options,
          { id: userId, name },
          () => `${name} has a new password and is signed out everywhere.\n`,
        );
      });
    });
  addAdministrationCommands(users);
  addDataCommands(users);
  return users;
}

const ADDED_RIGHTS_HELP =
  'Every page, every kind of record and every language may be read and written, and own changes approved. Less: vouch users change, or vouch users invite.';

const PASSWORD_HELP = '\nThe password, at least 10 characters, is read from standard input.';

function checked(field: 'name' | 'email', text: string): string {
  const read = Setup.shape[field].safeParse(text.trim());
  if (read.success) return read.data;
  throw new AppError(
    'invalid_request',
    field === 'name'
      ? 'The name must have 1 to 255 characters.'
      : 'This is not an e-mail address of at most 255 characters.',
  );
}

function line(person: {
  readonly name: string;
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly isDisabled: boolean;
}): string {
  const role = person.isAdministrator ? 'administrator' : 'editor';
  return `${person.email.padEnd(32)} ${role.padEnd(14)} ${person.isDisabled ? '(closed) ' : ''}${person.name}\n`;
}
