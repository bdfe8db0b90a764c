import { Hono } from 'hono';
import { TrySkill } from '../contracts/index.ts';
import { answerEvents } from './event-stream.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/**
 * Trying a version on a page (WEB-04). The request is the trial: its events come as the answer, and whoever hangs up ends
 * it. So there is nothing to keep, to find again or to continue, on however many servers.
 */
export function skillTrialRoutes(
  deps: Pick<HttpDeps, 'trials' | 'accounts' | 'clock' | 'log'>,
  { heartbeatMs }: Pick<HttpOptions, 'heartbeatMs'>,
): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.post('/skills/:uid/trial', async (context) => {
    const skillUid = readUid(context.req.param('uid'));
    const request = await readBody(context, TrySkill);
    const person = context.get('person');
    const trial = await deps.trials.begin({ skillUid, ...request }, person);
    return answerEvents(deps, context, {
      name: 'A trial',
      heartbeatMs,
      tell: async (send, signal) => {
        let written: Promise<unknown> = Promise.resolve();
        await trial.run((event) => {
          written = written.then(() => send(event));
        }, signal);
        await written;
      },
    });
  });

  return routes;
}
