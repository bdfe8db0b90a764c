import type { Actor } from './actor.ts';

/** Resolves people afresh: what a user may do is read when it matters, never copied into a run. */
export interface ActorDirectory {
  /** The user as an actor, with groups, grants and rights as they are now; `null` when unknown or disabled. */
  user(userId: string): Promise<Actor | null>;
}
