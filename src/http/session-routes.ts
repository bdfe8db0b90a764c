import { Hono } from 'hono';
import { holdsGrant, type UserActor } from '../actors/index.ts';
import { LinkToken, Setup, type Me } from '../contracts/index.ts';
import { mayWriteSnippets } from '../prompts/index.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { readBody } from './read-request.ts';
import { browserOf, clientAddressOf, type RouteEnv, type Routes } from './route-env.ts';

/** Signing in and out, and the one-time set-up link: the only routes of the API for somebody who is not signed in. */
export function publicSessionRoutes(deps: Pick<HttpDeps, 'accounts' | 'people'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.post('/setup/state', async (context) => {
    const { token } = await readBody(context, LinkToken);
    return context.json(await deps.people.setupState(token));
  });
  routes.post('/setup', async (context) => {
    const setup = await readBody(context, Setup);
    await deps.people.createAdministrator(setup);
    const { email, password } = setup;
    return cookieOnly(await deps.accounts.signIn({ email, password }, browserOf(context)));
  });
  routes.all('/auth/*', async (context) =>
    cookieOnly(await deps.accounts.handle(context.req.raw, clientAddressOf(context))),
  );
  return routes;
}

/**
 * A success of the sign-in library with its cookies and nearly nothing of its body, which holds the session's token: no script
 * needs that, so none gets it (SEC-02). Who is signed in says `/api/me`.
 */
export async function cookieOnly(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const answer = Response.json(told(await response.json().catch(() => null)));
  for (const cookie of response.headers.getSetCookie()) answer.headers.append('Set-Cookie', cookie);
  return answer;
}

/** Of a success what a screen has to show: that a code is wanted, or what an authenticator is set up with. */
function told(body: unknown): Readonly<Record<string, unknown>> {
  const { twoFactorRedirect, totpURI, backupCodes, url } = (body ?? {}) as Record<string, unknown>;
  return {
    ...(twoFactorRedirect === true ? { codeWanted: true } : {}),
    ...(typeof totpURI === 'string' ? { totpUri: totpURI } : {}),
    ...(Array.isArray(backupCodes) ? { recoveryCodes: backupCodes } : {}),
    ...(typeof url === 'string' ? { url } : {}),
  };
}

/** Who is signed in. Answers without the content host too: whoever mends it needs to get in. */
export function meRoutes(
  deps: Pick<HttpDeps, 'people' | 'host' | 'configurations' | 'models' | 'log'>,
  options: Pick<HttpOptions, 'siteName'>,
): Routes {
  let siteName = options.siteName ?? '';
  const currentName = async (actor: UserActor) => {
    try {
      siteName = (await deps.host.describe(actor)).name;
    } catch (error) {
      deps.log('The site cannot be described; its last known name is shown', {
        error: error instanceof Error ? error.message : String(error),
      });
    }
    return siteName;
  };
  const routes: Routes = new Hono<RouteEnv>();
  routes.get('/me', async (context) => {
    const actor = context.get('person');
    const [person, name, model] = await Promise.all([
      deps.people.person(actor.userId),
      currentName(actor),
      modelOf(deps),
    ]);
    const me: Me = {
      id: actor.userId,
      name: actor.name,
      email: person?.email ?? '',
      isAdministrator: actor.isAdministrator,
      hasPassword: person?.hasPassword ?? false,
      hasTwoFactor: person?.hasTwoFactor ?? false,
      mayApproveOwn: mayApproveOwn(actor),
      mayWriteSnippets: mayWriteSnippets(actor),
      siteName: name,
      model,
    };
    return context.json(me);
  });
  return routes;
}

function mayApproveOwn(actor: UserActor): boolean {
  return holdsGrant(actor, 'approve_own_changes');
}

/** The model people talk to; one that is not set up right is still named. */
async function modelOf(
  deps: Pick<HttpDeps, 'configurations' | 'models' | 'log'>,
): Promise<Me['model']> {
  const configuration = await deps.configurations.defaultConfiguration();
  if (configuration === null) return { name: '', builtIn: false };
  try {
    const { name, builtIn } = await deps.models.modelFor(configuration);
    return { name, builtIn };
  } catch (error) {
    deps.log('The model of the default configuration cannot be used', {
      configuration: configuration.uid,
      error: error instanceof Error ? error.message : String(error),
    });
    return { name: configuration.model, builtIn: false };
  }
}
