import { Hono } from 'hono';
import { SwitchTool, SwitchToolGroup } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Tools and their switches. Who may do what is the service's to say. */
export function toolRoutes({ tools }: Pick<HttpDeps, 'tools'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/tools', async (context) => context.json(await tools.list(context.get('person'))));

  routes.get('/tool-names', async (context) =>
    context.json(await tools.names(context.get('person'))),
  );

  routes.put('/tools/:name', async (context) => {
    const { enabled } = await readBody(context, SwitchTool);
    const name = context.req.param('name');
    return context.json(await tools.switchTool(name, enabled, context.get('person')));
  });

  routes.put('/tool-groups/:name', async (context) => {
    const { enabled } = await readBody(context, SwitchToolGroup);
    const group = context.req.param('name');
    return context.json(await tools.switchGroup(group, enabled, context.get('person')));
  });

  return routes;
}
