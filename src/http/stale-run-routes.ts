import { Hono } from 'hono';
import type { HttpDeps } from './http-deps.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Runs that ask for an operator: interrupted, not picked up, or ended for good without a result. */
export function staleRunRoutes(deps: { readonly runs: Pick<HttpDeps['runs'], 'stale'> }): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get('/stale-runs', async (context) =>
    context.json(await deps.runs.stale(context.get('person'))),
  );
  return routes;
}
