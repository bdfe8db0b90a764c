import { Hono } from 'hono';
import { AppError } from '../base/index.ts';
import { AnswerRun, ApproveRun, DenyRun, type RunDecided } from '../contracts/index.ts';
import type { RunResult } from '../runs/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { describeRuns, describeWaiting } from './run-details.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/**
 * Runs, to look at, to cancel, and to decide as far as they hold no process: a process is decided in its conversation,
 * nowhere else, and refused here whoever asks (PRC-04). A decision answers once the run pauses anew or ends.
 */
export function runRoutes(
  deps: Pick<HttpDeps, 'runs' | 'chat' | 'configurations' | 'host' | 'people'>,
): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { runs } = deps;
  const { inbox } = runs;

  routes.get('/runs', async (context) => {
    const actor = context.get('person');
    return context.json(await describeRuns(deps, await runs.list(actor), actor));
  });

  routes.get('/inbox', async (context) => {
    const actor = context.get('person');
    return context.json(await describeWaiting(deps, await runs.waiting(actor), actor));
  });

  routes.get('/runs/:uuid/inspection', async (context) => {
    const actor = context.get('person');
    const inspection = await runs.inspect(context.req.param('uuid'), actor);
    if (inspection === null) throw noSuchRun();
    const [run] = await describeRuns(deps, [inspection.run], actor);
    return context.json({ ...inspection, run });
  });

  routes.get('/runs/:uuid', async (context) => {
    const run = await runs.status(context.req.param('uuid'), context.get('person'));
    if (run === null) throw noSuchRun();
    return context.json(run);
  });

  routes.get('/runs/:uuid/events', async (context) => {
    const uuid = context.req.param('uuid');
    const actor = context.get('person');
    const after = context.req.query('after') ?? '0';
    if (!/^\d{1,15}$/.test(after)) throw new AppError('invalid_request', '“after” is a number.');
    if ((await runs.status(uuid, actor)) === null) throw noSuchRun();
    return context.json(await runs.events(uuid, Number(after), actor));
  });

  routes.post('/runs/:uuid/approve', async (context) => {
    const { cardDigest } = await readBody(context, ApproveRun);
    const decided = await inbox.approve(
      context.req.param('uuid'),
      { approved: true, cardDigest },
      { actor: context.get('person') },
    );
    return context.json(decidedView(decided));
  });

  routes.post('/runs/:uuid/deny', async (context) => {
    const { cardDigest, reason } = await readBody(context, DenyRun);
    const decided = await inbox.approve(
      context.req.param('uuid'),
      { approved: false, cardDigest, ...(reason === undefined ? {} : { reason }) },
      { actor: context.get('person') },
    );
    return context.json(decidedView(decided));
  });

  routes.post('/runs/:uuid/answer', async (context) => {
    const answer = await readBody(context, AnswerRun);
    const decided = await inbox.submitInput(context.req.param('uuid'), answer, {
      actor: context.get('person'),
    });
    return context.json(decidedView(decided));
  });

  routes.post('/runs/:uuid/cancel', async (context) => {
    const cancelled = await runs.cancel(context.req.param('uuid'), context.get('person'));
    return context.json({ cancelled });
  });

  return routes;
}

function decidedView({ uuid, outcome, termination, text }: RunResult): RunDecided {
  return { uuid, outcome, termination, message: text };
}

/** An unknown run and a foreign one answer alike. */
function noSuchRun(): AppError {
  return new AppError('access_denied', 'There is no such run.');
}
