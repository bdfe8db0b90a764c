import type { ColumnType } from 'kysely';
import type { PeopleAdministrationTables } from './administration-tables.ts';
import type { SignInProviderTables } from './sign-in-provider-tables.ts';

/** People: who may sign in, their groups, grants and content rights. */
export interface PeopleTables extends PeopleAdministrationTables, SignInProviderTables {
  auth_user: AuthUserTable;
  auth_account: AuthAccountTable;
  auth_session: AuthSessionTable;
  auth_two_factor: AuthTwoFactorTable;
  person: PersonTable;
  people_group: PeopleGroupTable;
  group_membership: GroupMembershipTable;
  setup_link: SetupLinkTable;
}

/** A time as the sign-in library keeps it: ISO text on SQLite, `timestamptz` on PostgreSQL. Written as ISO text. */
type LibraryTime = ColumnType<unknown, string, string>;

/** Columns in camel case belong to the sign-in library, which reads and writes these tables too. */
export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  /** Integer on SQLite, boolean on PostgreSQL. */
  emailVerified: ColumnType<unknown, boolean | number, never>;
  image: string | null;
  /** Integer on SQLite, boolean on PostgreSQL; `null` = no. */
  twoFactorEnabled: ColumnType<unknown, null, null>;
  createdAt: LibraryTime;
  updatedAt: LibraryTime;
}

export interface AuthAccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: string | null;
  createdAt: LibraryTime;
  updatedAt: LibraryTime;
}

export interface AuthSessionTable {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: LibraryTime;
  updatedAt: LibraryTime;
  expiresAt: LibraryTime;
}

/** Secrets and recovery codes are sealed by the sign-in library. */
export interface AuthTwoFactorTable {
  id: string;
  userId: string;
}

export interface PersonTable {
  user_id: string;
  locale: string;
  is_administrator: number;
  is_disabled: number;
  /** When the person was deleted; the row stays under a pseudonym. */
  erased_at_ms: number | null;
  /** JSON list. */
  grants: string;
  /** JSON of `ContentRights`. */
  rights: string;
}

export interface PeopleGroupTable {
  group_id: string;
  name: string;
  /** JSON list. */
  grants: string;
  /** JSON of `ContentRights`. */
  rights: string;
}

export interface GroupMembershipTable {
  group_id: string;
  user_id: string;
}

export interface SetupLinkTable {
  token_hash: string;
  issued_at_ms: number;
  spent_at_ms: number | null;
}
