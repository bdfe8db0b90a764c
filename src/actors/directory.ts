import type { Actor } from './actor.ts';
import { actorOf } from './effective-rights.ts';
import type { PeopleStore } from './person.ts';

/** Resolves people afresh: what a user may do is read when it matters, never copied into a run. */
export interface ActorDirectory {
  /** The user as an actor, with groups, grants and rights as they are now; `null` when unknown or disabled. */
  user(userId: string): Promise<Actor | null>;
}

/** A directory over the stored people. */
export function createActorDirectory(
  store: Pick<PeopleStore, 'person' | 'groups'>,
): ActorDirectory {
  return {
    user: async (userId) => {
      const person = await store.person(userId);
      if (person === null) return null;
      return actorOf(person, person.groupIds.length === 0 ? [] : await store.groups());
    },
  };
}
