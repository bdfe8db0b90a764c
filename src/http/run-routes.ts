import { Hono, type Context } from 'hono';
import type { ServiceActor, UserActor } from '../actors/index.ts';
import { AppError, withNew, type AccompaniedNew } from '../base/index.ts';
import { AnswerRun, ApproveRun, DenyRun, StartRun, type StartedRun } from '../contracts/index.ts';
import { decidedRun, standingRun, type RunResult } from '../runs/index.ts';
import { carryOutOnce } from './carry-out-once.ts';
import type { HttpDeps } from './http-deps.ts';
import { describeDecisions, describeRuns, describeWaiting } from './run-details.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/**
 * Runs, to look at, to cancel, and to decide as far as they hold no process: a process is decided in its conversation,
 * nowhere else, and refused here whoever asks (PRC-04). A decision answers once the run pauses anew or ends.
 */
export function runRoutes(
  deps: Pick<HttpDeps, 'receipts' | 'runs' | 'chat' | 'configurations' | 'host' | 'people'>,
): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { runs } = deps;
  const { inbox } = runs;

  routes.get('/runs', async (context) => {
    const actor = context.get('actor');
    const whose = context.req.query('whose') ?? 'all';
    if (whose !== 'all' && whose !== 'mine') {
      throw new AppError('invalid_request', '“whose” is all or mine.');
    }
    const list = await runs.list(actor, { isOwnOnly: whose === 'mine' });
    return context.json(await describeRuns(deps, list, actor));
  });

  // For programs: people work in conversations, where a process can be decided.
  routes.post('/runs', async (context) => {
    const request = await readBody(context, StartRun);
    const actor = context.get('actor');
    if (actor.kind !== 'service') {
      throw new AppError('not_permitted', 'Runs are started here by service accounts alone.');
    }
    return carryOutOnce(deps, context, {
      body: request,
      status: 202,
      carryOut: (keep) => startRun(deps, { ...request, alongside: keep }, actor),
      answerAgain: (uuid) => Promise.resolve({ uuid }),
    });
  });

  routes.get('/inbox', async (context) => {
    const actor = context.get('actor');
    return context.json(await describeWaiting(deps, await runs.waiting(actor), actor));
  });

  routes.get('/runs/:uuid/inspection', async (context) => {
    const actor = context.get('actor');
    const inspection = await runs.inspect(context.req.param('uuid'), actor);
    if (inspection === null) throw noSuchRun();
    const [run] = await describeRuns(deps, [inspection.run], actor);
    const decisions = await describeDecisions(deps, inspection.decisions);
    return context.json({ ...inspection, decisions, run });
  });

  routes.get('/runs/:uuid', async (context) => {
    const run = await runs.status(context.req.param('uuid'), context.get('actor'));
    if (run === null) throw noSuchRun();
    return context.json(run);
  });

  routes.get('/runs/:uuid/events', async (context) => {
    const uuid = context.req.param('uuid');
    const actor = context.get('actor');
    const after = context.req.query('after') ?? '0';
    if (!/^\d{1,15}$/.test(after)) throw new AppError('invalid_request', '“after” is a number.');
    if ((await runs.status(uuid, actor)) === null) throw noSuchRun();
    return context.json(await runs.events(uuid, Number(after), actor));
  });

  /** A decision, carried out once; sent again, it tells where the run stands now. */
  const decided = (
    context: Context<RouteEnv, '/:uuid'>,
    body: unknown,
    decide: (uuid: string, by: { readonly actor: UserActor | ServiceActor }) => Promise<RunResult>,
  ) => {
    const uuid = context.req.param('uuid');
    const actor = context.get('actor');
    return carryOutOnce(deps, context, {
      body,
      status: 200,
      isLong: true,
      carryOut: async () => decidedRun(await decide(uuid, { actor })),
      answerAgain: async () => {
        const run = await runs.status(uuid, actor);
        if (run === null) throw noSuchRun();
        return standingRun(run, await runs.events(uuid, 0, actor));
      },
    });
  };

  routes.post('/runs/:uuid/approve', async (context) => {
    const { cardDigest } = await readBody(context, ApproveRun);
    return decided(context, { cardDigest }, (uuid, by) =>
      inbox.approve(uuid, { approved: true, cardDigest }, by),
    );
  });

  routes.post('/runs/:uuid/deny', async (context) => {
    const { cardDigest, reason } = await readBody(context, DenyRun);
    const denial = { approved: false, cardDigest, ...(reason === undefined ? {} : { reason }) };
    return decided(context, denial, (uuid, by) => inbox.approve(uuid, denial, by));
  });

  routes.post('/runs/:uuid/answer', async (context) => {
    const answer = await readBody(context, AnswerRun);
    return decided(context, answer, (uuid, by) => inbox.submitInput(uuid, answer, by));
  });

  routes.post('/runs/:uuid/cancel', async (context) => {
    const cancelled = await runs.cancel(context.req.param('uuid'), context.get('actor'));
    return context.json({ cancelled });
  });

  return routes;
}

async function startRun(
  deps: Pick<HttpDeps, 'runs' | 'configurations' | 'host'>,
  { configurationUid, text, skillUid, page, predecessor, alongside }: StartRun & AccompaniedNew,
  actor: ServiceActor,
): Promise<StartedRun> {
  const uid = configurationUid ?? (await deps.configurations.defaultConfiguration())?.uid;
  if (uid === undefined) throw new AppError('configuration_gone', 'There is no configuration.');
  // A skill refuses its page itself, once it is invoked; without one nobody else would say that there is none.
  if (page !== undefined && (await deps.host.readPage(page, actor)) === null) {
    throw new AppError('subject_unreadable', 'The page does not exist, or you may not read it.');
  }
  const subject = page === undefined ? {} : { subject: { table: 'pages', uid: page } };
  const uuid = await deps.runs.enqueue(
    {
      configurationUid: uid,
      messages: [{ role: 'user', content: text }],
      actor,
      ...(skillUid === undefined ? {} : { invocation: { skillUid, ...subject } }),
      ...(predecessor === undefined ? {} : { predecessor }),
    },
    { alongside: withNew({ alongside }) },
  );
  return { uuid };
}

/** An unknown run and a foreign one answer alike. */
function noSuchRun(): AppError {
  return new AppError('access_denied', 'There is no such run.');
}
