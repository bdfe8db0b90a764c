import { AppError } from '../base/index.ts';
import type { Vouch } from '../app/index.ts';

type Actor = NonNullable<Awaited<ReturnType<Vouch['directory']['user']>>>;

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
