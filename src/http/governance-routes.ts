import { Hono } from 'hono';
import { ExplainTool } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** How an installation is governed. Who may do what is the service's to say. */
export function governanceRoutes({ governance }: Pick<HttpDeps, 'governance'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/governance', async (context) =>
    context.json(await governance.overview(context.get('person'))),
  );

  // Nothing changes by it; what is asked does not belong into an address.
  routes.post('/governance/explain', async (context) => {
    const asked = await readBody(context, ExplainTool);
    return context.json(await governance.explain(asked, context.get('person')));
  });

  return routes;
}
