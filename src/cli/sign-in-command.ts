import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import {
  AddSignInProvider,
  ChangeSignInProvider,
  type SignInProviderTest,
  type SignInProviderView,
} from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { addressNote } from './address-note.ts';
import { checked, invalid, someChange } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { groupNamed } from './groups-command.ts';
import { collect } from './rights-options.ts';
import { readAll } from './standard-input.ts';
import { timeText } from './time-text.ts';
import { personAt } from './users-administration.ts';

interface ProviderOptions extends Common {
  readonly name?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly secret?: string;
  readonly scope?: readonly string[];
  readonly domain?: readonly string[];
  readonly checkedEmails?: boolean;
  readonly admitUnknown?: boolean;
  readonly groupsClaim?: string;
  readonly group?: readonly string[];
  readonly adminValue?: string;
  readonly off?: boolean;
  readonly on?: boolean;
}

const HELP = `
The client secret: --secret - reads it from standard input, --secret VOUCH_KEY_… names the environment variable of the
server that holds it, --secret none takes it away. “none” also empties --domain, --group, --groups-claim and --admin-value.`;

/** `vouch sign-in`: where people have accounts they sign in with (OpenID Connect). */
export function signInCommand(): Command {
  const signIn = new Command('sign-in').description(
    'providers people sign in with: OpenID Connect, such as Keycloak, Authentik or Google',
  );
  common(signIn.command('list').description('every provider')).action(
    async (options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const all = await vouch.signInProviders.list(actor);
        say(
          options,
          all,
          () =>
            all.map(providerText).join('') || 'There are no providers. Next: vouch sign-in add\n',
        );
      });
    },
  );
  providerOptions(
    signIn
      .command('add <id>')
      .description('a further provider; the id is part of its redirect URL'),
  ).action(async (id: string, options: ProviderOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const given = checked(AddSignInProvider, { id, ...(await fieldsOf(vouch, actor, options)) });
      const added = await vouch.signInProviders.add(given, actor);
      say(
        options,
        added,
        () =>
          `Added. Enter this redirect URL at the provider: ${added.redirectUrl}\n${addressNote(vouch)}Next: vouch sign-in test ${id}\n`,
      );
    });
  });
  providerOptions(
    signIn
      .command('change <id>')
      .description('change a provider; what is left out stays')
      .option('--off', 'nobody signs in with it')
      .option('--on', 'people sign in with it again'),
  ).action(async (id: string, options: ProviderOptions, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      await providerNamed(vouch, actor, id);
      const changes = someChange(
        checked(ChangeSignInProvider, {
          ...(await fieldsOf(vouch, actor, options)),
          ...(options.off === true ? { isActive: false } : {}),
          ...(options.on === true ? { isActive: true } : {}),
        }),
      );
      const changed = await vouch.signInProviders.change(id, changes, actor);
      say(options, changed, () => providerText(changed));
    });
  });
  addPlainCommands(signIn);
  addLinkCommands(signIn);
  return signIn;
}

function addPlainCommands(signIn: Command): void {
  common(
    signIn.command('remove <id>').description('a provider and every link to its accounts'),
  ).action(async (id: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      await providerNamed(vouch, actor, id);
      await vouch.signInProviders.remove(id, actor);
      say(options, { removed: id }, () => `Removed. Nobody signs in with ${id} any more.\n`);
    });
  });
  common(
    signIn
      .command('test <id>')
      .description(
        `whether a provider can be reached and is set up right; exit code ${String(EXIT.unfinished)} when not`,
      ),
  ).action(async (id: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      await providerNamed(vouch, actor, id);
      const test = await vouch.signInProviders.test(id, actor);
      say(options, test, () => testText(id, test));
      if (!test.ok) process.exitCode = EXIT.unfinished;
    });
  });
}

/** Throws `not_found` with what to do unless there is a provider of that id. */
async function providerNamed(vouch: Vouch, actor: Actor, id: string): Promise<void> {
  const all = await vouch.signInProviders.list(actor);
  if (all.some((provider) => provider.id === id)) return;
  throw new AppError('not_found', `There is no provider ${id}; see: vouch sign-in list`);
}

function testText(id: string, { ok, message, mayLinkNobody }: SignInProviderTest): string {
  if (!ok) return `${message}\n`;
  return mayLinkNobody
    ? `It answers as it should, but does not list email_verified among what it tells: then nobody is linked. If it gives out checked addresses alone: vouch sign-in change ${id} --checked-emails\n`
    : 'It answers as it should.\n';
}

function addLinkCommands(signIn: Command): void {
  common(
    signIn
      .command('links <e-mail>')
      .description('the accounts elsewhere that somebody enters with'),
  ).action(async (email: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId, name } = await personAt(vouch, email);
      const links = await vouch.signInLinks.list(userId, actor);
      say(options, links, () =>
        links.length === 0
          ? `No account elsewhere is linked to ${name}.\n`
          : links
              .map(
                (link) =>
                  `${link.provider}  ${timeText(link.linkedAtMs)}  ${link.name}${link.isOnlyWay ? '  the only way in' : ''}\n`,
              )
              .join(''),
      );
    });
  });
  common(
    signIn
      .command('unlink <e-mail> <id>')
      .description('end somebody’s link to an account of a provider, and every session of theirs'),
  ).action(async (...[email, id, options, command]: [string, string, Common, Command]) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId, name } = await personAt(vouch, email);
      await vouch.signInLinks.end(userId, id, actor);
      say(
        options,
        { id: userId, provider: id },
        () =>
          `${name} is unlinked from ${id}. The next sign-in there can link the account again by its e-mail address; to keep somebody out: vouch users disable ${email}\n`,
      );
    });
  });
}

function providerOptions(command: Command): Command {
  return common(command)
    .option('--name <name>', 'on the button (required to add one)')
    .option('--issuer <url>', 'its address, as the provider names itself (required to add one)')
    .option('--client-id <id>', 'this installation at the provider (required to add one)')
    .option('--secret <source>', '- = standard input, VOUCH_KEY_… = environment, none = no secret')
    .option('--scope <name>', 'asked for beside openid; repeat it for more', collect)
    .option('--domain <domain>', 'e-mail addresses that may enter; repeat it for more', collect)
    .option(
      '--checked-emails',
      'this provider only gives out addresses it has checked: one it says nothing about links too',
    )
    .option('--no-checked-emails', 'only addresses it says are verified link (default)')
    .option('--admit-unknown', 'whom nobody invited gets an account, without any right')
    .option('--no-admit-unknown', 'only people who have an account here enter')
    .option('--groups-claim <claim>', 'names groups or roles, such as groups or realm_access.roles')
    .option('--group <value=group>', 'who has the value is in the group; repeat for more', collect)
    .option('--admin-value <value>', 'makes an administrator; its absence takes it away')
    .addHelpText('after', HELP);
}

async function fieldsOf(vouch: Vouch, actor: Actor, options: ProviderOptions) {
  const { name, issuer, clientId, scope, domain, groupsClaim, adminValue } = options;
  const { checkedEmails, admitUnknown } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(await secretOf(options.secret)),
    ...(scope === undefined ? {} : { scopes: scope }),
    ...(domain === undefined ? {} : { emailDomains: orNone(domain) }),
    ...(checkedEmails === undefined ? {} : { emailsAreChecked: checkedEmails }),
    ...(admitUnknown === undefined ? {} : { admitsUnknown: admitUnknown }),
    ...(groupsClaim === undefined ? {} : { groupsClaim: orNull(groupsClaim) }),
    ...(adminValue === undefined ? {} : { administratorValue: orNull(adminValue) }),
    ...(options.group === undefined
      ? {}
      : { groupMap: await groupMapOf(vouch, actor, orNone(options.group)) }),
  };
}

async function secretOf(source: string | undefined) {
  if (source === undefined) return {};
  if (source === 'none') return { clientSecret: null, secretVariable: null };
  if (source === '-') {
    return {
      clientSecret: (await readAll(process.stdin)).replace(/\r?\n$/, ''),
      secretVariable: null,
    };
  }
  if (/^VOUCH_KEY_/.test(source)) return { clientSecret: null, secretVariable: source };
  throw invalid('--secret takes -, none, or the name of a variable that begins with VOUCH_KEY_.');
}

async function groupMapOf(vouch: Vouch, actor: Actor, pairs: readonly string[]) {
  return Promise.all(
    pairs.map(async (pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) {
        throw new AppError(
          'invalid_request',
          '--group takes <value>=<group>, such as cms-news=News.',
        );
      }
      const { id } = await groupNamed(vouch, actor, pair.slice(at + 1));
      return { value: pair.slice(0, at), groupId: id };
    }),
  );
}

function orNone(values: readonly string[]): readonly string[] {
  return values.length === 1 && values[0] === 'none' ? [] : values;
}

function orNull(value: string): string | null {
  return value === 'none' ? null : value;
}

function providerText(provider: SignInProviderView): string {
  const { id, name, issuer, secret, people, admitsUnknown, emailDomains, redirectUrl } = provider;
  return [
    `${id}  ${name}${provider.isActive ? '' : ' (off)'}`,
    `  issuer        ${issuer}`,
    `  secret        ${secret}`,
    `  redirect URL  ${redirectUrl}`,
    `  who enters    ${admitsUnknown ? 'everybody' : 'people with an account here'}${emailDomains.length === 0 ? '' : ` of ${emailDomains.join(', ')}`}; ${String(people)} so far`,
    ...(provider.emailsAreChecked ? ['  addresses     said to be checked there'] : []),
    '',
  ].join('\n');
}
