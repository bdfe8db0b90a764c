import { Hono } from 'hono';
import { AddSignInProvider, ChangeSignInProvider } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

type SignInDeps = Pick<HttpDeps, 'signInProviders'>;

/** The buttons of the sign-in page: open to everybody. */
export function signInChoiceRoutes({ signInProviders }: SignInDeps): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get('/sign-in-choices', async (context) => context.json(await signInProviders.choices()));
  return routes;
}

/** Where people have accounts they sign in with; for administrators. */
export function signInProviderRoutes({ signInProviders: providers }: SignInDeps): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/sign-in-providers', async (context) =>
    context.json(await providers.list(context.get('person'))),
  );

  routes.post('/sign-in-providers', async (context) => {
    const body = await readBody(context, AddSignInProvider);
    return context.json(await providers.add(body, context.get('person')), 201);
  });

  routes.put('/sign-in-providers/:id', async (context) => {
    const body = await readBody(context, ChangeSignInProvider);
    const id = context.req.param('id');
    return context.json(await providers.change(id, body, context.get('person')));
  });

  routes.delete('/sign-in-providers/:id', async (context) => {
    await providers.remove(context.req.param('id'), context.get('person'));
    return context.body(null, 204);
  });

  routes.post('/sign-in-providers/:id/test', async (context) =>
    context.json(await providers.test(context.req.param('id'), context.get('person'))),
  );

  return routes;
}
