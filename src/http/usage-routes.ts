import { Hono } from 'hono';
import { z } from 'zod';
import { Budget, UsageDay } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readQuery } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

const Days = z.object({ from: UsageDay.optional(), to: UsageDay.optional() });

/** What models are used for, and the budgets. Who may do what is the service's to say. */
export function usageRoutes({ usage }: Pick<HttpDeps, 'usage'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/usage', async (context) =>
    context.json(await usage.overview(readQuery(context, Days), context.get('person'))),
  );

  routes.put('/budgets', async (context) => {
    const budget = await readBody(context, Budget);
    return context.json(await usage.setBudget(budget, context.get('person')));
  });

  return routes;
}
