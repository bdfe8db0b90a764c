/**
 * Who acts. Passed explicitly to everything that reads or writes for somebody; never read from a global.
 * Words: *user* signs in; *service account* holds scopes instead of rights; *grant* is a permission of its own.
 */

import type { Grant, Scope } from '../contracts/index.ts';

export type { Grant, Scope };

/** A list of names, or every name there is. */
export type AllOr<Name> = 'all' | readonly Name[];

/** What an editor may read and change in a content host: page, record type, field, language (ADR-214, decisions §46). */
export interface ContentRights {
  /** Page path prefixes, relative to the content root, `/`-separated. */
  readonly pages: AllOr<string>;
  readonly readTables: AllOr<string>;
  readonly writeTables: AllOr<string>;
  /** Protected fields granted, as `table.field`. Unprotected fields need no grant. */
  readonly fieldGrants: AllOr<string>;
  /** Language codes. */
  readonly languages: AllOr<string>;
}

export interface UserActor {
  readonly kind: 'user';
  readonly userId: string;
  readonly name: string;
  readonly isAdministrator: boolean;
  readonly groupIds: readonly string[];
  readonly grants: readonly Grant[];
  readonly rights: ContentRights;
}

export interface ServiceActor {
  readonly kind: 'service';
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rights: ContentRights;
}

export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export type Actor = UserActor | ServiceActor | AnonymousActor;

/** Who is written down as having acted; `null` = nobody in particular. */
export function actorIdOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'user':
      return actor.userId;
    case 'service':
      return `service:${actor.accountId}`;
    case 'anonymous':
      return null;
  }
}

/** Everything there is; what an administrator holds. */
export const ALL_CONTENT_RIGHTS: ContentRights = {
  pages: 'all',
  readTables: 'all',
  writeTables: 'all',
  fieldGrants: 'all',
  languages: 'all',
};

/** Nothing at all; what nobody in particular holds. */
export const NO_CONTENT_RIGHTS: ContentRights = {
  pages: [],
  readTables: [],
  writeTables: [],
  fieldGrants: [],
  languages: [],
};
