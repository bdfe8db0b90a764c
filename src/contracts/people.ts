import { z } from 'zod';
import { Locale } from './records.ts';

/** Permissions a person may hold beside being an administrator (facts §5, §9). */
export const Grant = z.enum([
  'tasks_use',
  'agent_approve',
  'approve_own_changes',
  'skills_author',
  'snippets_author',
]);
export type Grant = z.infer<typeof Grant>;

const Name = z.string().trim().min(1).max(255);
const Names = z.array(z.string().trim().min(1).max(500)).max(500).readonly();
const AllOrNames = z.literal('all').or(Names);

/** What may be read and changed: page folder, record type, protected field, language. A list, or everything there is. */
export const RightsView = z.strictObject({
  /** Path prefixes relative to the content root. */
  pages: AllOrNames,
  readTables: AllOrNames,
  writeTables: AllOrNames,
  /** Protected fields, as `table.field`. */
  fieldGrants: AllOrNames,
  languages: AllOrNames,
});
export type RightsView = z.infer<typeof RightsView>;

/** How somebody stands: may sign in, was invited and has no password yet, or may not sign in. */
export const PersonState = z.enum(['active', 'invited', 'disabled']);
export type PersonState = z.infer<typeof PersonState>;

/** Somebody with an account, as administrators see it. Nothing of a password is ever part of it. */
export const PersonView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  locale: Locale,
  state: PersonState,
  hasTwoFactor: z.boolean(),
  isAdministrator: z.boolean(),
  groupIds: z.array(z.string()).readonly(),
  grants: z.array(Grant).readonly(),
  rights: RightsView,
});
export type PersonView = z.infer<typeof PersonView>;

/** What a group holds, every member holds. */
export const GroupView = z.object({
  id: z.string(),
  name: z.string(),
  grants: z.array(Grant).readonly(),
  rights: RightsView,
});
export type GroupView = z.infer<typeof GroupView>;

/** What rights can be about in this site. */
export const RightsOptions = z.object({
  /** Folders of pages, by path. */
  folders: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), en: z.string(), de: z.string() })),
  /** Protected fields, as `table.field`. */
  protectedFields: z.array(z.object({ name: z.string(), en: z.string(), de: z.string() })),
  languages: z.array(z.string()),
});
export type RightsOptions = z.infer<typeof RightsOptions>;

/** `GET /api/people`. */
export const PeopleOverview = z.object({
  people: z.array(PersonView),
  groups: z.array(GroupView),
  /** `null` = the site does not say at the moment. */
  options: RightsOptions.nullable(),
});
export type PeopleOverview = z.infer<typeof PeopleOverview>;

const PersonRights = z.strictObject({
  isAdministrator: z.boolean(),
  groupIds: Names,
  grants: z.array(Grant).readonly(),
  rights: RightsView,
});

/** `POST /api/people`: somebody is invited. Left out: an editor of all content who may approve own changes in the chat. */
export const AddPerson = PersonRights.partial().extend({
  name: Name,
  email: z.email().max(255),
  locale: Locale.optional(),
});
export type AddPerson = z.infer<typeof AddPerson>;

/** `PUT /api/people/:id`: what is left out stays. */
export const ChangePerson = PersonRights.partial().extend({
  name: Name.optional(),
  isDisabled: z.boolean().optional(),
});
export type ChangePerson = z.infer<typeof ChangePerson>;

/** `POST /api/groups`. */
export const AddGroup = z.strictObject({
  name: Name,
  grants: z.array(Grant).readonly(),
  rights: RightsView,
});
export type AddGroup = z.infer<typeof AddGroup>;

/** `PUT /api/groups/:id`: what is left out stays. */
export const ChangeGroup = AddGroup.partial();
export type ChangeGroup = z.infer<typeof ChangeGroup>;

/** What a link is for: a first password, or another one. */
export const PasswordLinkKind = z.enum(['invitation', 'reset']);
export type PasswordLinkKind = z.infer<typeof PasswordLinkKind>;

/** `POST /api/people/:id/link`: a link to hand over, shown this once. An earlier one of the same person is void with it. */
export const PasswordLink = z.object({
  kind: PasswordLinkKind,
  url: z.string(),
  expiresAtMs: z.number().int(),
});
export type PasswordLink = z.infer<typeof PasswordLink>;

/** The answer of `POST /api/people`. */
export const InvitedPerson = z.object({ person: PersonView, link: PasswordLink });
export type InvitedPerson = z.infer<typeof InvitedPerson>;

/** `POST /api/password-link/state`: whether a link still sets a password, and whose. Changes nothing. Public. */
export const PasswordLinkState = z.object({
  valid: z.boolean(),
  kind: PasswordLinkKind.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});
export type PasswordLinkState = z.infer<typeof PasswordLinkState>;

/** `POST /api/password-link`: sets the password, ends every session of the person and signs in. The link is spent with it. */
export const UsePasswordLink = z.object({ token: z.string(), password: z.string().max(256) });
export type UsePasswordLink = z.infer<typeof UsePasswordLink>;

/** Why a password is refused; `data.reason` of `password_refused`. */
export const PasswordProblem = z.enum(['short', 'long', 'few_characters', 'common', 'own_name']);
export type PasswordProblem = z.infer<typeof PasswordProblem>;

/** A signed-in browser. */
export const SessionView = z.object({
  id: z.string(),
  /** What the browser calls itself; told by it, so to be taken with care. */
  userAgent: z.string(),
  address: z.string(),
  signedInAtMs: z.number().int(),
  /** About when it was last used. */
  usedAtMs: z.number().int(),
  expiresAtMs: z.number().int(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

/** What somebody may do with one page. */
export const PageAccess = z.enum(['none', 'read', 'write']);
export type PageAccess = z.infer<typeof PageAccess>;

/** `POST /api/people/:id/see-as`: what a person may read and write at this moment, own rights and groups together. */
export const AccessPreview = z.object({
  name: z.string(),
  /** A disabled person may nothing; the rest says what it would be. */
  isDisabled: z.boolean(),
  isAdministrator: z.boolean(),
  grants: z.array(Grant),
  tables: z.array(
    z.object({
      name: z.string(),
      en: z.string(),
      de: z.string(),
      mayRead: z.boolean(),
      mayWrite: z.boolean(),
      /** Protected fields of it that may be written, and those that may not. */
      fields: z.array(
        z.object({ name: z.string(), en: z.string(), de: z.string(), mayWrite: z.boolean() }),
      ),
    }),
  ),
  languages: z.array(z.object({ code: z.string(), allowed: z.boolean() })),
  /** In the order of the site. */
  pages: z.array(
    z.object({
      uid: z.number().int(),
      path: z.string(),
      title: z.string(),
      language: z.string(),
      access: PageAccess,
    }),
  ),
});
export type AccessPreview = z.infer<typeof AccessPreview>;

/** What happened to people, groups and service accounts. */
export const PeopleEvent = z.enum([
  'person_added',
  'person_changed',
  'person_disabled',
  'person_enabled',
  'access_viewed',
  'invitation_issued',
  'reset_issued',
  'password_set',
  'sessions_ended',
  'two_factor_on',
  'two_factor_off',
  'two_factor_reset',
  'data_exported',
  'person_erased',
  'sign_in_linked',
  'sign_in_unlinked',
  'sign_in_provider_added',
  'sign_in_provider_changed',
  'sign_in_provider_removed',
  'group_added',
  'group_changed',
  'group_removed',
  'account_added',
  'account_changed',
  'key_created',
  'key_revoked',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_rotated',
]);
export type PeopleEvent = z.infer<typeof PeopleEvent>;

/**
 * What changed something about people: a person, the link an installation is set up by, a sign-in provider whose claims name
 * groups, or the command line. Of entries before there were the second and the third, the command line stands for them too.
 */
export const PeopleActorKind = z.enum([
  'person',
  'set_up_link',
  'sign_in_provider',
  'command_line',
]);
export type PeopleActorKind = z.infer<typeof PeopleActorKind>;

/** What an entry of the log can say more of: fields that were set or changed, and what else was done. */
export const PeopleAuditField = z.enum([
  'name',
  'email',
  'isAdministrator',
  'groupIds',
  'grants',
  'rights',
  'scopes',
  'isDisabled',
  'prefix',
  'expiresAtMs',
  'count',
  'stoppedRuns',
  'provider',
  'issuer',
  'clientId',
  'clientSecret',
  'secretVariable',
  'emailDomains',
  'emailsAreChecked',
  'admitsUnknown',
  'groupsClaim',
  'groupMap',
  'administratorValue',
  'isActive',
  'unlinked',
  'address',
  'events',
]);
export type PeopleAuditField = z.infer<typeof PeopleAuditField>;

/** Who changed what about people, programs with keys and programs that are told of events, newest first. */
export const PeopleAuditEntry = z.object({
  id: z.number().int(),
  atMs: z.number().int(),
  event: PeopleEvent,
  /** Whom or what it is about, named as it was then. */
  subject: z.string(),
  /** What did it. */
  actorKind: PeopleActorKind,
  /** Who did it, a person or a sign-in provider; `null` for the set-up link and the command line. */
  actorName: z.string().nullable(),
  /** By `PeopleAuditField`, in an entry of a former release by others, too. Of what was changed, before and after. */
  detail: z.record(z.string(), z.unknown()),
});
export type PeopleAuditEntry = z.infer<typeof PeopleAuditEntry>;
