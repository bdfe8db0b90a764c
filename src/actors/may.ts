import { AppError } from '../base/index.ts';
import type { Actor, AllOr, ContentRights, Grant, Scope, UserActor } from './actor.ts';
import { ALL_CONTENT_RIGHTS, NO_CONTENT_RIGHTS } from './actor.ts';

/** What the run rules need to know of a run's owner. `null` when a service account started it. */
export interface OwnedRun {
  readonly initiatorUserId: string | null;
}

/** Whether the list names `name`. */
export function allows<Name>(list: AllOr<Name>, name: Name): boolean {
  return list === 'all' || list.includes(name);
}

export function isAdministrator(actor: Actor): boolean {
  return actor.kind === 'user' && actor.isAdministrator;
}

/** Throws `not_permitted` unless the actor is an administrator. */
export function requireAdministrator(
  actor: Actor,
  message = 'This is for administrators.',
): asserts actor is UserActor {
  if (!isAdministrator(actor)) throw new AppError('not_permitted', message);
}

export function holdsGrant(actor: Actor, grant: Grant): boolean {
  return actor.kind === 'user' && (actor.isAdministrator || actor.grants.includes(grant));
}

/** The content rights the actor acts with; an administrator holds all of them. */
export function contentRightsOf(actor: Actor): ContentRights {
  if (actor.kind === 'anonymous') return NO_CONTENT_RIGHTS;
  return isAdministrator(actor) ? ALL_CONTENT_RIGHTS : actor.rights;
}

/** Whether the actor is the person who started the run; never true for a service account (facts §5). */
export function isInitiatorOf(actor: Actor, run: OwnedRun): boolean {
  return actor.kind === 'user' && run.initiatorUserId === actor.userId;
}

/** Whether the actor may approve, cancel or read a run (facts §5, table mayActOnRun). */
export function mayActOnRun(
  actor: Actor,
  run: OwnedRun,
  scope: 'agent:approve' | 'agent:cancel' | 'agent:read',
): boolean {
  switch (actor.kind) {
    case 'anonymous':
      return false;
    case 'service':
      return actor.scopes.includes(scope satisfies Scope);
    case 'user':
      return (
        actor.isAdministrator ||
        isInitiatorOf(actor, run) ||
        (scope === 'agent:approve' && actor.grants.includes('agent_approve'))
      );
  }
}

/** Whether the actor may use a configuration: unrestricted, administrator, scope, or a group in common (facts §5). */
export function actorMayUse(
  actor: Actor,
  configuration: { readonly allowedGroupIds: readonly string[] },
): boolean {
  switch (actor.kind) {
    case 'anonymous':
      return false;
    case 'service':
      return actor.scopes.includes('configuration:use');
    case 'user':
      return (
        configuration.allowedGroupIds.length === 0 ||
        actor.isAdministrator ||
        actor.groupIds.some((id) => configuration.allowedGroupIds.includes(id))
      );
  }
}
