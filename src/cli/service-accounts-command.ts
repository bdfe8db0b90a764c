import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import {
  AddApiKey,
  AddServiceAccount,
  ChangeServiceAccount,
  Scope,
  type ServiceAccountView,
} from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { checked, someChange } from './checked.ts';
import { collect, RIGHTS_HELP, rightsOf, rightsOption } from './rights-options.ts';

interface AccountOptions extends Common {
  readonly scope?: readonly string[];
  readonly rights?: string;
  readonly off?: boolean;
  readonly on?: boolean;
}

interface KeyOptions extends Common {
  readonly name: string;
  readonly days: string;
}

/** `vouch service-accounts`: programs that use the HTTP API for themselves, and their keys. */
export function serviceAccountsCommand(): Command {
  const accounts = new Command('service-accounts').description(
    'programs that use the HTTP API for themselves, and their keys',
  );
  common(accounts.command('list').description('every account with its keys')).action(
    async (options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const all = await vouch.serviceAccounts.list(actor);
        say(
          options,
          all,
          () =>
            all.map(accountText).join('') ||
            'There are no service accounts. Next: vouch service-accounts add\n',
        );
      });
    },
  );
  accountOptions(accounts.command('add <name>').description('a further account')).action(
    async (name: string, options: AccountOptions, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const account = checked(AddServiceAccount, {
          name,
          scopes: options.scope ?? [],
          ...(await rightsOf(options)),
        });
        const added = await vouch.serviceAccounts.add(account, actor);
        say(options, added, () => `Added. Next: vouch service-accounts new-key ${name} --name …\n`);
      });
    },
  );
  accountOptions(
    accounts
      .command('change <account>')
      .description('change an account; what is left out stays')
      .option('--off', 'no key of it works')
      .option('--on', 'its keys work again'),
  ).action(async (named: string, options: AccountOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { id } = await accountNamed(vouch, actor, named);
      const changes = someChange(
        checked(ChangeServiceAccount, {
          ...(options.scope === undefined ? {} : { scopes: options.scope }),
          ...(options.off === true ? { isDisabled: true } : {}),
          ...(options.on === true ? { isDisabled: false } : {}),
          ...(await rightsOf(options)),
        }),
      );
      const changed = await vouch.serviceAccounts.change(id, changes, actor);
      say(options, changed, () => accountText(changed));
    });
  });
  addKeyCommands(accounts);
  return accounts;
}

function accountOptions(command: Command): Command {
  return common(command)
    .option(
      '--scope <name>',
      `what it may do: ${Scope.options.join(', ')}; repeat it for more`,
      collect,
    )
    .addOption(rightsOption())
    .addHelpText('after', RIGHTS_HELP);
}

function addKeyCommands(accounts: Command): void {
  common(
    accounts
      .command('new-key <account>')
      .description('a key, shown this once')
      .requiredOption('--name <name>', 'what it is for (required)')
      .option('--days <count>', 'how long it is good for; “never” = for good', '365'),
  ).action(async (named: string, options: KeyOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { id } = await accountNamed(vouch, actor, named);
      const key = checked(AddApiKey, {
        name: options.name,
        days: options.days === 'never' ? null : Number(options.days),
      });
      const made = await vouch.serviceAccounts.addKey(id, key, actor);
      say(options, made, () => `${made.key}\n`);
    });
  });
  common(
    accounts
      .command('revoke-key <account> <beginning>')
      .description('end a key, named by how it begins'),
  ).action(async (...[named, prefix, options, command]: [string, string, Common, Command]) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const account = await accountNamed(vouch, actor, named);
      const key = account.keys.find((each) => each.prefix === prefix);
      if (key === undefined) {
        throw new AppError('not_found', `${account.name} has no key that begins with ${prefix}.`);
      }
      await vouch.serviceAccounts.revokeKey(account.id, key.id, actor);
      say(options, { revoked: prefix }, () => `Revoked ${key.name} (${prefix}…).\n`);
    });
  });
}

async function accountNamed(vouch: Vouch, actor: Actor, name: string): Promise<ServiceAccountView> {
  const accounts = await vouch.serviceAccounts.list(actor);
  const found = accounts.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  if (found !== undefined) return found;
  throw new AppError(
    'not_found',
    `There is no service account ${name}; see: vouch service-accounts list`,
  );
}

function accountText({ name, scopes, isDisabled, keys }: ServiceAccountView): string {
  const lines = keys.map((key) => `  ${key.prefix}…  ${key.state.padEnd(8)} ${key.name}`);
  return [
    `${name}${isDisabled ? ' (off)' : ''}: ${scopes.join(', ') || 'no scopes'}`,
    ...lines,
    '',
  ].join('\n');
}
