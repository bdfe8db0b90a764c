import { Hono } from 'hono';
import { AddApiKey, AddServiceAccount, ChangeServiceAccount } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Service accounts and their keys. Who may do what is the service's to say. */
export function serviceAccountRoutes({
  serviceAccounts: accounts,
}: Pick<HttpDeps, 'serviceAccounts'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/service-accounts', async (context) =>
    context.json(await accounts.list(context.get('person'))),
  );

  routes.post('/service-accounts', async (context) => {
    const body = await readBody(context, AddServiceAccount);
    return context.json(await accounts.add(body, context.get('person')), 201);
  });

  routes.put('/service-accounts/:id', async (context) => {
    const body = await readBody(context, ChangeServiceAccount);
    const id = context.req.param('id');
    return context.json(await accounts.change(id, body, context.get('person')));
  });

  routes.post('/service-accounts/:id/keys', async (context) => {
    const body = await readBody(context, AddApiKey);
    const id = context.req.param('id');
    return context.json(await accounts.addKey(id, body, context.get('person')), 201);
  });

  routes.delete('/service-accounts/:id/keys/:key', async (context) => {
    const { id, key } = context.req.param();
    await accounts.revokeKey(id, key, context.get('person'));
    return context.body(null, 204);
  });

  return routes;
}
