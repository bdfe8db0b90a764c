import type { Command } from 'commander';
import { AppError, isAppError, maskSecrets } from '../base/index.ts';
import type { Vouch } from '../app/index.ts';
import { EXIT } from './exit-codes.ts';
import { withVouch } from './open.ts';

/** What every command takes that acts for somebody. */
export interface Common {
  readonly as?: string;
  readonly json?: boolean;
}

/** The installation, and whom a command acts for. */
export interface Acting {
  readonly vouch: Vouch;
  readonly actor: Actor;
}

export type Actor = NonNullable<Awaited<ReturnType<Vouch['directory']['user']>>>;

/**
 * Whom a command acts for: the person with this e-mail address, else the only administrator there is. Throws `not_found`
 * with what to do when neither is clear.
 */
export async function actingUser(vouch: Vouch, email: string | undefined): Promise<Actor> {
  const people = (await vouch.people.people()).filter((person) => !person.isDisabled);
  const candidates =
    email === undefined
      ? people.filter((person) => person.isAdministrator)
      : people.filter((person) => person.email === email.trim().toLowerCase());
  const [person] = candidates;
  if (person === undefined) {
    throw new AppError(
      'not_found',
      email === undefined
        ? 'There is no administrator yet. Run: vouch setup --name "…" --email … (the password is read from standard input).'
        : `Nobody here has the e-mail address ${email}.`,
    );
  }
  if (candidates.length > 1) {
    throw new AppError(
      'not_found',
      'There are several administrators: say for whom with --as <e-mail>.',
    );
  }
  const actor = await vouch.directory.user(person.userId);
  if (actor === null) throw new AppError('not_found', 'This account is closed.');
  return actor;
}

/** Adds the options of `Common`. */
export function common(command: Command): Command {
  return command
    .option('--as <e-mail>', 'act for this person (default: the only administrator)')
    .option('--json', 'machine-readable output');
}

/** What a service outside answered with, or not at all: nothing was refused here. */
const OUTSIDE = ['provider_failed', 'mcp_failed'];

/**
 * Opens the installation, acts for the person the options name, and closes it whatever happens. A service outside that fails
 * leaves the command without success.
 */
export async function acting(
  command: Command,
  options: Common,
  work: (who: Acting) => Promise<void>,
): Promise<void> {
  await withVouch(command, async (vouch) => {
    try {
      await work({ vouch, actor: await actingUser(vouch, options.as) });
    } catch (error) {
      if (!isAppError(error) || !OUTSIDE.includes(error.code)) throw error;
      process.stderr.write(`${maskSecrets(error.message)}\n`);
      process.exitCode = EXIT.unfinished;
    }
  });
}

/** Answers: with `--json` the value as one line, else as text for people. */
export function say(options: Pick<Common, 'json'>, value: unknown, text: () => string): void {
  process.stdout.write(options.json === true ? `${JSON.stringify(value)}\n` : text());
}
