import type { Context, Hono } from 'hono';
import type { ServiceActor, UserActor } from '../actors/index.ts';

/** What a request carries through the routes. */
export interface RouteEnv {
  Variables: {
    /** The signed-in person, resolved afresh for this request; only behind `requireActor`, and not on routes that keys open. */
    person: UserActor;
    /** Who asks, a person or a service account by its key. */
    actor: UserActor | ServiceActor;
  };
  Bindings: {
    /** The Node request, where a Node server answers. */
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  };
}

export type Routes = Hono<RouteEnv>;
export type RouteContext = Context<RouteEnv>;

/** The address of the connection; never a header that a client may write. */
export function clientAddressOf(context: RouteContext): string {
  // Without a Node server, as in tests, Hono hands in no bindings at all.
  const env = context.env as RouteEnv['Bindings'] | undefined;
  return env?.incoming?.socket?.remoteAddress ?? 'unknown';
}

/** The browser of a request as it calls itself, and the address it comes from. */
export function browserOf(context: RouteContext): { userAgent: string; clientAddress: string } {
  return {
    userAgent: context.req.header('User-Agent') ?? '',
    clientAddress: clientAddressOf(context),
  };
}
