import { Hono } from 'hono';
import type { HttpDeps } from './http-deps.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Runs, to look at. A process is decided in its conversation, nowhere else (PRC-04). */
export function runRoutes(deps: Pick<HttpDeps, 'runs'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get('/runs', async (context) => context.json(await deps.runs.list(context.get('person'))));
  return routes;
}
