import { Hono } from 'hono';
import { CreateTourSeries, TourPosition } from '../contracts/index.ts';
import { carryOutOnce } from './carry-out-once.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** One process over several pages: a person's own series, and what can be done with them. */
export function tourRoutes(deps: Pick<HttpDeps, 'tours' | 'receipts'>): Routes {
  const { tours } = deps;
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/tours', async (context) => context.json(await tours.list(context.get('person'))));

  routes.post('/tours', async (context) => {
    const request = await readBody(context, CreateTourSeries);
    const person = context.get('person');
    return carryOutOnce(deps, context, {
      body: request,
      status: 201,
      carryOut: (keep) => tours.create(person, { ...request, alongside: keep }),
      referenceOf: ({ uuid }) => uuid,
      answerAgain: (uuid) => tours.view(person, uuid),
    });
  });

  routes.get('/tours/:uuid', async (context) =>
    context.json(await tours.view(context.get('person'), context.req.param('uuid'))),
  );

  for (const action of ['look', 'pause', 'resume', 'stop'] as const) {
    routes.post(`/tours/:uuid/${action}`, async (context) =>
      context.json(await tours[action](context.get('person'), context.req.param('uuid'))),
    );
  }
  for (const action of ['skip', 'retry'] as const) {
    routes.post(`/tours/:uuid/${action}`, async (context) => {
      const { position } = await readBody(context, TourPosition);
      const uuid = context.req.param('uuid');
      return context.json(await tours[action](context.get('person'), uuid, position));
    });
  }

  return routes;
}
