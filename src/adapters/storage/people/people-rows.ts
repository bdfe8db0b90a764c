import type { Kysely } from 'kysely';
import type { ContentRights, Grant, Group, Person } from '../../../actors/index.ts';
import type { Locale } from '../../../contracts/index.ts';
import { fromFlag } from '../columns.ts';
import type { Schema } from '../schema.ts';
import type { PeopleGroupTable } from './tables.ts';

/**
 * People by name; with an id, that one alone. `deleted`: also somebody who was deleted, under the pseudonym; default no.
 */
export async function readPeople(
  db: Kysely<Schema>,
  userId?: string,
  { deleted = false }: { readonly deleted?: boolean } = {},
): Promise<Person[]> {
  let query = db
    .selectFrom('person')
    .innerJoin('auth_user', 'auth_user.id', 'person.user_id')
    .select(['auth_user.name', 'auth_user.email', 'auth_user.twoFactorEnabled'])
    .selectAll('person')
    .orderBy('auth_user.name')
    .orderBy('person.user_id');
  if (!deleted) query = query.where('erased_at_ms', 'is', null);
  let memberships = db.selectFrom('group_membership').selectAll().orderBy('group_id');
  let entries = entriesOf(db).select(['userId', 'providerId']);
  if (userId !== undefined) {
    query = query.where('person.user_id', '=', userId);
    memberships = memberships.where('user_id', '=', userId);
    entries = entries.where('userId', '=', userId);
  }
  const [rows, members] = [await query.execute(), await memberships.execute()];
  const ways = await entries.execute();
  const canEnter = new Set(ways.map((way) => way.userId));
  const withPassword = new Set(
    ways.filter((way) => way.providerId === PASSWORD).map((way) => way.userId),
  );
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    locale: row.locale as Locale,
    isAdministrator: fromFlag(row.is_administrator),
    isDisabled: fromFlag(row.is_disabled),
    isInvited: !canEnter.has(row.user_id),
    hasPassword: withPassword.has(row.user_id),
    hasTwoFactor: row.twoFactorEnabled === 1 || row.twoFactorEnabled === true,
    groupIds: members
      .filter((member) => member.user_id === row.user_id)
      .map((member) => member.group_id),
    grants: JSON.parse(row.grants) as readonly Grant[],
    rights: JSON.parse(row.rights) as ContentRights,
  }));
}

/** Whether there is an administrator at all. */
export async function administratorExists(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('user_id')
    .where('is_administrator', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Administrators who can sign in: with a password, or by a provider that is switched on. */
export async function activeAdministrators(db: Kysely<Schema>): Promise<readonly string[]> {
  const open = db.selectFrom('sign_in_provider').select('provider_id').where('is_active', '=', 1);
  const rows = await db
    .selectFrom('person')
    .select('user_id')
    .where('is_administrator', '=', 1)
    .where('is_disabled', '=', 0)
    .where(
      'user_id',
      'in',
      db
        .selectFrom('auth_account')
        .select('userId')
        .where((eb) => eb.or([eb('password', 'is not', null), eb('providerId', 'in', open)])),
    )
    .execute();
  return rows.map((row) => row.user_id);
}

/** What the sign-in library calls an account of its own: one with a password. */
const PASSWORD = 'credential';

/** Every way in, open at this moment or not: a password, or an account elsewhere. */
function entriesOf(db: Kysely<Schema>) {
  return db
    .selectFrom('auth_account')
    .where((eb) => eb.or([eb('password', 'is not', null), eb('providerId', '!=', PASSWORD)]));
}

export function groupOf(row: PeopleGroupTable): Group {
  return {
    groupId: row.group_id,
    name: row.name,
    grants: JSON.parse(row.grants) as readonly Grant[],
    rights: JSON.parse(row.rights) as ContentRights,
  };
}

/** A time as the sign-in library keeps it: ISO text on SQLite, a `Date` from PostgreSQL. */
export function timeOf(value: unknown): number {
  return new Date(value as string | Date).getTime();
}
