import { Hono } from 'hono';
import { AddMcpServer, ApproveMcpServer, ChangeMcpServer } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Servers of tools. Who may do what is the service's to say. */
export function mcpRoutes({ remoteServers }: Pick<HttpDeps, 'remoteServers'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/mcp-servers', async (context) =>
    context.json(await remoteServers.overview(context.get('person'))),
  );

  routes.post('/mcp-servers', async (context) => {
    const body = await readBody(context, AddMcpServer);
    return context.json(await remoteServers.add(body, context.get('person')), 201);
  });

  routes.put('/mcp-servers/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const body = await readBody(context, ChangeMcpServer);
    return context.json(await remoteServers.change(uid, body, context.get('person')));
  });

  // It goes out to the server, so no page elsewhere may cause it.
  routes.post('/mcp-servers/:uid/look', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await remoteServers.look(uid, context.get('person')));
  });

  routes.get('/mcp-servers/:uid/review', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await remoteServers.review(uid, context.get('person')));
  });

  routes.post('/mcp-servers/:uid/approve', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { digest } = await readBody(context, ApproveMcpServer);
    return context.json(await remoteServers.approve(uid, digest, context.get('person')));
  });

  routes.delete('/mcp-servers/:uid', async (context) => {
    await remoteServers.remove(readUid(context.req.param('uid')), context.get('person'));
    return context.body(null, 204);
  });

  return routes;
}
