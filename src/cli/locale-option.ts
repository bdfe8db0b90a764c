import { Option } from 'commander';
import type { Vouch } from '../app/index.ts';
import { Locale } from '../contracts/index.ts';
import type { Actor } from './acting.ts';

/** Which language is taken where none is said, as every help says it. */
const OF_ENVIRONMENT = 'that of LC_ALL or LANG, else en';

/** A language that need not be said. `nobodyActs`: there is no person yet whose own it could be. */
export function localeOption(what: string, { nobodyActs = false } = {}): Option {
  const usual = nobodyActs ? OF_ENVIRONMENT : `the acting person’s own, else ${OF_ENVIRONMENT}`;
  return new Option('--locale <locale>', `${what} (default: ${usual})`).choices(Locale.options);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The language of an environment, by the variables POSIX asks in this order; `en` where none names one there is. */
export function environmentLocale(env: Environment): Locale {
  const named = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find(
    (value) => value !== undefined && value !== '',
  );
  const language = named?.toLowerCase().match(/^[a-z]+/)?.[0];
  return Locale.options.find((locale) => locale === language) ?? 'en';
}

/**
 * The language a command works in: the one that was said, else the own one of the person it acts for, else that of the
 * environment. `actor`: `null` = the only administrator, if there is one.
 */
export async function localeFor(
  vouch: Pick<Vouch, 'people'>,
  said: Locale | undefined,
  actor: Actor | null,
): Promise<Locale> {
  if (said !== undefined) return said;
  const people = await vouch.people.people();
  const acting = people.filter((person) =>
    actor === null
      ? person.isAdministrator && !person.isDisabled
      : actor.kind === 'user' && person.userId === actor.userId,
  );
  const [person] = acting;
  return person !== undefined && acting.length === 1
    ? person.locale
    : environmentLocale(process.env);
}
