import { Hono } from 'hono';
import { PlaygroundRequest } from '../contracts/index.ts';
import { carryOutOnce } from './carry-out-once.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Trying a configuration: what would be sent, or a run. Who may do what is the playground's to say. */
export function playgroundRoutes(deps: Pick<HttpDeps, 'playground' | 'receipts'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { playground } = deps;

  routes.post('/playground/rehearsal', async (context) => {
    const request = await readBody(context, PlaygroundRequest);
    return context.json(await playground.rehearse(request, context.get('person')));
  });

  routes.post('/playground/runs', async (context) => {
    const request = await readBody(context, PlaygroundRequest);
    return carryOutOnce(deps, context, {
      body: request,
      status: 202,
      carryOut: (keep) => playground.start({ ...request, alongside: keep }, context.get('person')),
      answerAgain: (uuid) => Promise.resolve({ uuid }),
    });
  });

  return routes;
}
