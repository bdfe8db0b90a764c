import type { Insertable, Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type {
  SignInProvider,
  SignInProviderFields,
  SignInProviderStore,
  SignInProviderWriter,
  WaysIn,
} from '../../../actors/index.ts';
import { ClaimedGroup } from '../../../contracts/index.ts';
import { fromFlag, fromJson, orNull, toFlag, toJson, type Given } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import { activeAdministrators, timeOf } from './people-rows.ts';
import type { SignInProviderTable } from './sign-in-provider-tables.ts';

const Texts = z.array(z.string());
const GroupMap = z.array(ClaimedGroup);

/** Providers people sign in with, in the database; links are the sign-in library's accounts. */
export function createSignInProviderStore({ reads }: Database): SignInProviderStore {
  return {
    providers: async () =>
      (
        await reads
          .selectFrom('sign_in_provider')
          .selectAll()
          .orderBy('name')
          .orderBy('provider_id')
          .execute()
      ).map(providerOf),
    provider: (id) => providerIn(reads, id),
    sealedSecret: async ({ id, issuer }) => {
      const row = await reads
        .selectFrom('sign_in_provider')
        .select('sealed_secret')
        .where('provider_id', '=', id)
        .where('issuer', '=', issuer)
        .executeTakeFirst();
      return row?.sealed_secret ?? null;
    },
    peopleOf: async () => {
      const rows = await reads
        .selectFrom('auth_account')
        .select(['providerId', (eb) => eb.fn.countAll().as('people')])
        .where('providerId', '!=', 'credential')
        .groupBy('providerId')
        .execute();
      return new Map(rows.map((row) => [row.providerId, Number(row.people)]));
    },
    waysIn: (userId) => waysIn(reads, userId),
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return { ...providerWriter(tx), ...linkWriter(tx) };
    },
  };
}

function providerWriter(
  tx: Kysely<Schema>,
): Pick<SignInProviderWriter, 'provider' | 'add' | 'change' | 'setSealedSecret' | 'remove'> {
  return {
    provider: (id) => providerIn(tx, id),
    add: async (id, fields, atMs) => {
      const { numInsertedOrUpdatedRows: added } = await tx
        .insertInto('sign_in_provider')
        .values({
          provider_id: id,
          ...columnsOf(fields),
          sealed_secret: null,
          created_at_ms: atMs,
          updated_at_ms: atMs,
        })
        .onConflict((conflict) => conflict.column('provider_id').doNothing())
        .executeTakeFirst();
      return added === 1n;
    },
    change: async (id, fields, atMs) => {
      await tx
        .updateTable('sign_in_provider')
        .set({ ...columnsOf(fields), updated_at_ms: atMs })
        .where('provider_id', '=', id)
        .execute();
    },
    setSealedSecret: async (id, sealed, atMs) => {
      await tx
        .updateTable('sign_in_provider')
        .set({ sealed_secret: sealed, updated_at_ms: atMs })
        .where('provider_id', '=', id)
        .execute();
    },
    remove: async (id) => {
      await tx.deleteFrom('sign_in_provider').where('provider_id', '=', id).execute();
    },
  };
}

function linkWriter(
  tx: Kysely<Schema>,
): Omit<SignInProviderWriter, 'provider' | 'add' | 'change' | 'setSealedSecret' | 'remove'> {
  const account = (id: string) =>
    tx.selectFrom('auth_account').select('userId').where('providerId', '=', id);
  return {
    unlinkAll: async (id) => {
      const { numDeletedRows } = await tx
        .deleteFrom('auth_account')
        .where('providerId', '=', id)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    waysIn: (userId) => waysIn(tx, userId),
    unlink: async (id, userId) => {
      const { numDeletedRows } = await tx
        .deleteFrom('auth_account')
        .where('providerId', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    administratorsWhoEnter: async () => (await activeAdministrators(tx)).length,
    administratorsWithPassword: async () => {
      const { people } = await tx
        .selectFrom('person')
        .innerJoin('auth_account', 'auth_account.userId', 'person.user_id')
        .select((eb) => eb.fn.countAll().as('people'))
        .where('is_administrator', '=', 1)
        .where('is_disabled', '=', 0)
        .where('providerId', '=', 'credential')
        .where('password', 'is not', null)
        .executeTakeFirstOrThrow();
      return Number(people);
    },
    linkedTo: async (id, subject) =>
      orNull(
        await account(id).where('accountId', '=', subject).executeTakeFirst(),
        (row) => row.userId,
      ),
    isLinked: async (id, userId) =>
      (await account(id).where('userId', '=', userId).executeTakeFirst()) !== undefined,
    userOf: async (email) =>
      orNull(
        await tx.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirst(),
        (row) => row.id,
      ),
    link: async ({ id, subject, userId }, atMs) => {
      const at = new Date(atMs).toISOString();
      await tx
        .insertInto('auth_account')
        .values({
          // One person has one account of a provider, so both together name the row.
          id: `${userId}/${id}`,
          accountId: subject,
          providerId: id,
          userId,
          password: null,
          createdAt: at,
          updatedAt: at,
        })
        .execute();
    },
  };
}

async function waysIn(db: Kysely<Schema>, userId: string): Promise<WaysIn> {
  const rows = await db
    .selectFrom('auth_account')
    .leftJoin('sign_in_provider', 'sign_in_provider.provider_id', 'auth_account.providerId')
    .select([
      'auth_account.providerId',
      'auth_account.password',
      'auth_account.createdAt',
      'sign_in_provider.name',
      'sign_in_provider.is_active',
    ])
    .where('userId', '=', userId)
    .orderBy('sign_in_provider.name')
    .execute();
  return {
    hasPassword: rows.some(({ password }) => password !== null),
    links: rows.flatMap(({ providerId, name, is_active: isActive, createdAt }) =>
      name === null || isActive === null
        ? []
        : [
            {
              provider: providerId,
              name,
              isActive: fromFlag(isActive),
              linkedAtMs: timeOf(createdAt),
            },
          ],
    ),
  };
}

async function providerIn(db: Kysely<Schema>, id: string): Promise<SignInProvider | null> {
  return orNull(
    await db
      .selectFrom('sign_in_provider')
      .selectAll()
      .where('provider_id', '=', id)
      .executeTakeFirst(),
    providerOf,
  );
}

type Columns = Omit<
  Insertable<SignInProviderTable>,
  'provider_id' | 'sealed_secret' | 'created_at_ms' | 'updated_at_ms'
>;

/** The columns of the fields that are given. */
function columnsOf(fields: SignInProviderFields): Columns;
function columnsOf(fields: Partial<SignInProviderFields>): Given<Columns>;
function columnsOf(fields: Partial<SignInProviderFields>): Given<Columns> {
  return {
    name: fields.name,
    issuer: fields.issuer,
    client_id: fields.clientId,
    secret_variable: fields.secretVariable,
    scopes: toJson(fields.scopes),
    email_domains: toJson(fields.emailDomains),
    emails_are_checked: toFlag(fields.emailsAreChecked),
    admits_unknown: toFlag(fields.admitsUnknown),
    groups_claim: fields.groupsClaim,
    group_map: toJson(fields.groupMap),
    administrator_value: fields.administratorValue,
    is_active: toFlag(fields.isActive),
  };
}

function providerOf(row: Selectable<SignInProviderTable>): SignInProvider {
  return {
    id: row.provider_id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    hasSecret: row.sealed_secret !== null,
    secretVariable: row.secret_variable,
    scopes: fromJson(row.scopes, Texts),
    emailDomains: fromJson(row.email_domains, Texts),
    emailsAreChecked: fromFlag(row.emails_are_checked),
    admitsUnknown: fromFlag(row.admits_unknown),
    groupsClaim: row.groups_claim,
    groupMap: fromJson(row.group_map, GroupMap),
    administratorValue: row.administrator_value,
    isActive: fromFlag(row.is_active),
  };
}
