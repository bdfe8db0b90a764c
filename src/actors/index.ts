export {
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
  type OwnedRun,
} from './may.ts';
export type { ActorDirectory } from './directory.ts';
