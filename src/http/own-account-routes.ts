import { Hono } from 'hono';
import { LinkToken, UsePasswordLink } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import { browserOf, type RouteEnv, type Routes } from './route-env.ts';
import { cookieOnly } from './session-routes.ts';

/** Links that set a password: open to whoever holds one. */
export function passwordLinkRoutes({
  passwordLinks,
  accounts,
}: Pick<HttpDeps, 'passwordLinks' | 'accounts'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.post('/password-link/state', async (context) => {
    const { token } = await readBody(context, LinkToken);
    return context.json(await passwordLinks.state(token));
  });
  routes.post('/password-link', async (context) => {
    const { token, password } = await readBody(context, UsePasswordLink);
    const { email } = await passwordLinks.use(token, password);
    return cookieOnly(await accounts.signIn({ email, password }, browserOf(context)));
  });
  return routes;
}

/** Where one is signed in, and the accounts elsewhere one enters with. */
export function ownSessionRoutes({
  sessions,
  accounts,
  signInLinks: links,
}: Pick<HttpDeps, 'sessions' | 'accounts' | 'signInLinks'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/me/sessions', async (context) => {
    const person = context.get('person');
    const current = await accounts.sessionId(context.req.raw.headers);
    return context.json(await sessions.list(person.userId, person, current));
  });

  // All but the one that asks.
  routes.delete('/me/sessions', async (context) => {
    const person = context.get('person');
    const current = await accounts.sessionId(context.req.raw.headers);
    await sessions.endAll(person.userId, person, current);
    return context.body(null, 204);
  });

  routes.delete('/me/sessions/:session', async (context) => {
    const person = context.get('person');
    await sessions.end(person.userId, context.req.param('session'), person);
    return context.body(null, 204);
  });

  routes.get('/me/sign-in-links', async (context) => {
    const person = context.get('person');
    return context.json(await links.list(person.userId, person));
  });

  routes.delete('/me/sign-in-links/:provider', async (context) => {
    const person = context.get('person');
    await links.end(person.userId, context.req.param('provider'), person);
    return context.body(null, 204);
  });

  return routes;
}
