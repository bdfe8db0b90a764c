import {
  AccessPreview,
  AddApiKey,
  AddGroup,
  AddPerson,
  AddServiceAccount,
  AddSignInProvider,
  ChangeGroup,
  ChangePerson,
  ChangeServiceAccount,
  ChangeSignInProvider,
  ErasurePlan,
  EraseRequest,
  GroupView,
  InvitedPerson,
  LinkToken,
  NewApiKey,
  PasswordLink,
  PasswordLinkState,
  PeopleAuditEntry,
  PeopleOverview,
  PersonalExport,
  PersonView,
  ServiceAccountView,
  SessionView,
  SignInChoice,
  SignInLink,
  SignInProviderTest,
  SignInProviderView,
  StartedRun,
  StartRun,
  UsePasswordLink,
} from '../../contracts/index.ts';
import { described, many } from './described-route.ts';

const account = { answer: ServiceAccountView } as const;
const signInProvider = { answer: SignInProviderView } as const;
const group = { answer: GroupView } as const;

/** People, groups, sessions and service accounts. */
export const PEOPLE = [
  described('POST /api/password-link/state', 'Whether a link still sets a password', {
    body: LinkToken,
    answer: PasswordLinkState,
    isOpen: true,
  }),
  described('POST /api/password-link', 'Sets a password by a link, and signs in', {
    body: UsePasswordLink,
    answer: 'application/json',
    isOpen: true,
  }),
  described('GET /api/me/sessions', 'Where one is signed in', { answer: many(SessionView) }),
  described('DELETE /api/me/sessions', 'Signs out everywhere else', { status: 204 }),
  described('DELETE /api/me/sessions/:session', 'Ends one session', { status: 204 }),
  described('GET /api/me/sign-in-links', 'Accounts elsewhere one enters with', {
    answer: many(SignInLink),
  }),
  described('DELETE /api/me/sign-in-links/:provider', 'Ends the link to an account elsewhere', {
    status: 204,
  }),
  described('GET /api/people', 'People, groups, and what rights can be about', {
    answer: PeopleOverview,
  }),
  described('POST /api/people', 'Invites somebody', {
    body: AddPerson,
    answer: InvitedPerson,
    status: 201,
  }),
  described('PUT /api/people/:id', 'Changes somebody', { body: ChangePerson, answer: PersonView }),
  described('POST /api/people/:id/link', 'Makes a link that sets a password', {
    answer: PasswordLink,
    status: 201,
  }),
  described('DELETE /api/people/:id/two-factor', 'Takes a second factor away', {
    answer: PersonView,
  }),
  described('POST /api/people/:id/see-as', 'What somebody may read and write', {
    answer: AccessPreview,
  }),
  described('GET /api/people/:id/sessions', 'Where somebody is signed in', {
    answer: many(SessionView),
  }),
  described('DELETE /api/people/:id/sessions', 'Signs somebody out everywhere', { status: 204 }),
  described('GET /api/people/:id/sign-in-links', 'Accounts elsewhere somebody enters with', {
    answer: many(SignInLink),
  }),
  described(
    'DELETE /api/people/:id/sign-in-links/:provider',
    'Ends somebody’s link to an account elsewhere, and every session of the person',
    { status: 204 },
  ),
  described('GET /api/people-audit', 'Who changed what about people, keys and webhooks', {
    answer: many(PeopleAuditEntry),
  }),
  described('POST /api/groups', 'Adds a group', { ...group, body: AddGroup, status: 201 }),
  described('PUT /api/groups/:id', 'Changes a group', { ...group, body: ChangeGroup }),
  described('DELETE /api/groups/:id', 'Removes a group', { status: 204 }),
  described('POST /api/me/data', 'Everything stored about oneself', { answer: PersonalExport }),
  described('POST /api/people/:id/data', 'Everything stored about somebody', {
    answer: PersonalExport,
  }),
  described('GET /api/people/:id/erasure', 'What deleting somebody would do', {
    answer: ErasurePlan,
  }),
  described('POST /api/people/:id/erasure', 'Deletes somebody', {
    body: EraseRequest,
    answer: ErasurePlan,
  }),
  described('GET /api/sign-in-choices', 'Where people can sign in with an account of theirs', {
    answer: many(SignInChoice),
    isOpen: true,
  }),
  described('GET /api/sign-in-providers', 'Providers people sign in with', {
    answer: many(SignInProviderView),
  }),
  described('POST /api/sign-in-providers', 'Adds a provider people sign in with', {
    ...signInProvider,
    body: AddSignInProvider,
    status: 201,
  }),
  described('PUT /api/sign-in-providers/:id', 'Changes a provider people sign in with', {
    ...signInProvider,
    body: ChangeSignInProvider,
  }),
  described('DELETE /api/sign-in-providers/:id', 'Removes a provider and its links', {
    status: 204,
  }),
  described('POST /api/sign-in-providers/:id/test', 'Whether a provider can be reached', {
    answer: SignInProviderTest,
  }),
  described('GET /api/service-accounts', 'Service accounts with their keys', {
    answer: many(ServiceAccountView),
  }),
  described('POST /api/service-accounts', 'Adds a service account', {
    ...account,
    body: AddServiceAccount,
    status: 201,
  }),
  described('PUT /api/service-accounts/:id', 'Changes a service account', {
    ...account,
    body: ChangeServiceAccount,
  }),
  described('POST /api/service-accounts/:id/keys', 'Makes a key, shown this once', {
    body: AddApiKey,
    answer: NewApiKey,
    status: 201,
  }),
  described('POST /api/runs', 'Starts a run of a service account', {
    body: StartRun,
    answer: StartedRun,
    status: 202,
    isOnce: true,
  }),
  described('DELETE /api/service-accounts/:id/keys/:key', 'Revokes a key', { status: 204 }),
] as const;
