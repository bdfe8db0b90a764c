import { Hono } from 'hono';
import { EraseRequest } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** What is stored about people: one's own to take along, and for administrators anybody's, also to delete. */
export function personalDataRoutes({ personalData }: Pick<HttpDeps, 'personalData'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  // Taking data along is written down, so no page elsewhere may cause it.
  routes.post('/me/data', async (context) => {
    const person = context.get('person');
    return context.json(await personalData.export(person.userId, person));
  });

  routes.post('/people/:id/data', async (context) =>
    context.json(await personalData.export(context.req.param('id'), context.get('person'))),
  );

  routes.get('/people/:id/erasure', async (context) =>
    context.json(await personalData.plan(context.req.param('id'), context.get('person'))),
  );

  routes.post('/people/:id/erasure', async (context) => {
    const { email } = await readBody(context, EraseRequest);
    const id = context.req.param('id');
    return context.json(await personalData.erase(id, email, context.get('person')));
  });

  return routes;
}
