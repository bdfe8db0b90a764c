export {
  actorIdOf,
  ALL_CONTENT_RIGHTS,
  NO_CONTENT_RIGHTS,
  type Actor,
  type AllOr,
  type AnonymousActor,
  type ContentRights,
  type Grant,
  type Scope,
  type ServiceActor,
  type UserActor,
} from './actor.ts';
export {
  actorMayUse,
  allows,
  contentRightsOf,
  holdsGrant,
  isAdministrator,
  isInitiatorOf,
  mayActOnRun,
  requireAdministrator,
  type OwnedRun,
} from './may.ts';
export { createActorDirectory, type ActorDirectory } from './directory.ts';
export type { Accounts, Passwords } from './accounts.ts';
export { actorOf, combinedRights, EDITOR_CONTENT_RIGHTS } from './effective-rights.ts';
export { createPeople, type NewUser, type People, type PeopleDependencies } from './people.ts';
export type { Group, NewPerson, PeopleStore, PeopleWriter, Person } from './person.ts';
export { createPeopleAdministration, type PeopleAdministration } from './people-administration.ts';
export {
  createRecorder,
  differences,
  type PeopleAuditStore,
  type Recorder,
} from './people-audit.ts';
export {
  createPasswordLinks,
  type IssuedLink,
  type PasswordLinks,
  type PasswordLinkStore,
} from './password-links.ts';
export { passwordProblem } from './password-rules.ts';
export { createPeopleSessions, type PeopleSessions, type SessionStore } from './people-sessions.ts';
export { apiKeyIn } from './api-key.ts';
export type { ApiKey, ServiceAccount, ServiceAccountStore } from './service-account.ts';
export { createServiceAccounts, type ServiceAccounts } from './service-accounts.ts';
export { createSignInLinks, type SignInLinks } from './sign-in-links.ts';
export {
  signInSecretContext,
  type ElsewhereIdentity,
  type SignInProvider,
  type SignInProviderFields,
  type SignInProviderStore,
  type SignInProviderWriter,
  type WaysIn,
} from './sign-in-provider.ts';
export { createSignInProviders, type SignInProviders } from './sign-in-providers.ts';
export { createSignInElsewhere, type SignInElsewhere } from './sign-in-elsewhere.ts';
export {
  createPersonalData,
  pseudonymOf,
  type PersonalData,
  type PersonalDataStore,
} from './personal-data.ts';
