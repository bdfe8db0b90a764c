import { Hono } from 'hono';
import { openApiDocument, referencePage } from './api-reference/index.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** What this API is, for programs and for people (API-04). */
export function referenceRoutes(): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get('/openapi.json', (context) => context.json(openApiDocument()));
  routes.get('/reference', (context) => context.html(referencePage(openApiDocument())));
  return routes;
}
