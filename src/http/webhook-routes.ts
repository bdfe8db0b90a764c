import { Hono } from 'hono';
import { AddWebhook, ChangeWebhook } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Programs that are told of events. Who may do what is the service's to say. */
export function webhookRoutes({ webhooks }: Pick<HttpDeps, 'webhooks'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/webhooks', async (context) =>
    context.json(await webhooks.list(context.get('person'))),
  );

  routes.post('/webhooks', async (context) => {
    const body = await readBody(context, AddWebhook);
    return context.json(await webhooks.add(body, context.get('person')), 201);
  });

  routes.put('/webhooks/:id', async (context) => {
    const body = await readBody(context, ChangeWebhook);
    return context.json(
      await webhooks.change(context.req.param('id'), body, context.get('person')),
    );
  });

  routes.delete('/webhooks/:id', async (context) => {
    await webhooks.remove(context.req.param('id'), context.get('person'));
    return context.body(null, 204);
  });

  routes.post('/webhooks/:id/secret', async (context) =>
    context.json(await webhooks.rotate(context.req.param('id'), context.get('person')), 201),
  );

  // It goes out to the receiver, so no page elsewhere may cause it.
  routes.post('/webhooks/:id/test', async (context) =>
    context.json(await webhooks.test(context.req.param('id'), context.get('person'))),
  );

  routes.get('/webhooks/:id/deliveries', async (context) =>
    context.json(await webhooks.deliveries(context.req.param('id'), context.get('person'))),
  );

  routes.post('/webhooks/:id/deliveries/:delivery/again', async (context) => {
    const { id, delivery } = context.req.param();
    return context.json(await webhooks.sendAgain(id, delivery, context.get('person')), 202);
  });

  return routes;
}
