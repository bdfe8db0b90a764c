import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { TrySkill } from '../contracts/index.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

const DEFAULT_HEARTBEAT_MS = 15_000;

/**
 * Trying a version on a page (WEB-04). The request is the trial: its events come as the answer, and whoever hangs up ends
 * it. So there is nothing to keep, to find again or to continue, on however many servers.
 */
export function skillTrialRoutes(
  deps: Pick<HttpDeps, 'trials' | 'accounts' | 'clock' | 'log'>,
  { heartbeatMs = DEFAULT_HEARTBEAT_MS }: Pick<HttpOptions, 'heartbeatMs'>,
): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.post('/skills/:uid/trial', async (context) => {
    const skillUid = readUid(context.req.param('uid'));
    const request = await readBody(context, TrySkill);
    const person = context.get('person');
    const { headers } = context.req.raw;
    const trial = await deps.trials.begin({ skillUid, ...request }, person);
    context.header('X-Accel-Buffering', 'no');
    return streamSSE(context, async (stream) => {
      const hungUp = new AbortController();
      const ended = new AbortController();
      stream.onAbort(() => {
        hungUp.abort();
      });
      const beat = async () => {
        while (!ended.signal.aborted) {
          await deps.clock.sleep(heartbeatMs, ended.signal);
          // A session that ended ends its trial (SEC-02).
          if ((await deps.accounts.session(headers)) !== person.userId) hungUp.abort();
          else await stream.write(': still here\n\n');
        }
      };
      const beating = beat().catch((error: unknown) => {
        if (ended.signal.aborted) return;
        hungUp.abort();
        deps.log('A trial lost its listener', { error: String(error) });
      });
      let written: Promise<unknown> = Promise.resolve();
      try {
        await trial.run((event) => {
          written = written.then(() => stream.writeSSE({ data: JSON.stringify(event) }));
        }, hungUp.signal);
        await written;
      } finally {
        ended.abort();
        await beating;
      }
    });
  });

  return routes;
}
