import { Hono } from 'hono';
import { openApiDocument, referencePage, type ApiDocument } from './api-reference/index.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** What this API is, for programs and for people (API-04). */
export function referenceRoutes(): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  let made: ApiDocument | null = null;
  const document = () => (made ??= openApiDocument()); // the same for everybody, and long
  routes.get('/openapi.json', (context) => context.json(document()));
  routes.get('/reference', (context) => context.html(referencePage(document())));
  return routes;
}
