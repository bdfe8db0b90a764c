import { Hono } from 'hono';
import { OpenTab, PinConversation, RenameConversation } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** What one's conversations are called, and how long they are kept. */
export function conversationKeepingRoutes({ chat }: Pick<HttpDeps, 'chat'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.post('/conversations/:uuid/title', async (context) => {
    const { title } = await readBody(context, RenameConversation);
    const uuid = context.req.param('uuid');
    return context.json(await chat.rename(context.get('person'), uuid, title));
  });

  routes.post('/conversations/:uuid/pin', async (context) => {
    const { pinned } = await readBody(context, PinConversation);
    const uuid = context.req.param('uuid');
    return context.json(await chat.setPinned(context.get('person'), uuid, pinned));
  });

  routes.post('/conversations/:uuid/tab', async (context) => {
    const { open } = await readBody(context, OpenTab);
    const uuid = context.req.param('uuid');
    return context.json(await chat.setOpen(context.get('person'), uuid, open));
  });

  routes.post('/conversations/:uuid/archive', async (context) =>
    context.json(await chat.archive(context.get('person'), context.req.param('uuid'))),
  );

  routes.post('/conversations/:uuid/unarchive', async (context) =>
    context.json(await chat.unarchive(context.get('person'), context.req.param('uuid'))),
  );

  routes.delete('/conversations/:uuid', async (context) => {
    await chat.remove(context.get('person'), context.req.param('uuid'));
    return context.body(null, 204);
  });

  return routes;
}
