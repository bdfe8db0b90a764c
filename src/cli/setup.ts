import { Command } from 'commander';
import { AppError } from '../base/index.ts';
import type { Locale } from '../contracts/index.ts';
import { environmentLocale, localeOption } from './locale-option.ts';
import { withVouch } from './open.ts';
import { readPassword } from './read-password.ts';

/** `vouch setup`: the first administrator without a browser. */
export function setupCommand(): Command {
  return new Command('setup')
    .description(
      'create the first administrator (the browser does it too, by the link `vouch serve` prints)',
    )
    .requiredOption('--name <name>', 'the person’s name (required)')
    .requiredOption('--email <address>', 'the e-mail address to sign in with (required)')
    .addOption(localeOption('language the person begins with', { nobodyActs: true }))
    .addHelpText('after', '\nThe password, at least 10 characters, is read from standard input.')
    .action(async (options: { name: string; email: string; locale?: Locale }, command: Command) => {
      const password = await readPassword();
      await withVouch(
        command,
        async (vouch) => {
          const token = await vouch.people.issueSetupToken();
          if (token === null) {
            throw new AppError('already_set_up', 'This installation has an administrator already.');
          }
          const locale = options.locale ?? environmentLocale(process.env);
          const person = { ...options, locale, token, password };
          await vouch.people.createAdministrator(person, 'command_line');
          process.stdout.write(`${options.name} is now the administrator.\n`);
        },
        { mayBegin: true },
      );
    });
}
