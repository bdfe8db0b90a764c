import { Hono } from 'hono';
import { AttachTaskSkill, ChangeTask, CreateTask, RunTask } from '../contracts/index.ts';
import { carryOutOnce } from './carry-out-once.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Tasks: writing, attaching, running, and the answers; one answers when its model has. Who may do what is the service's to say. */
export function taskRoutes(deps: Pick<HttpDeps, 'tasks' | 'receipts'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { tasks } = deps;

  routes.get('/tasks', async (context) => context.json(await tasks.list(context.get('person'))));

  routes.post('/tasks', async (context) => {
    const task = await readBody(context, CreateTask);
    return context.json(await tasks.create(task, context.get('person')), 201);
  });

  routes.get('/task-options', async (context) =>
    context.json(await tasks.options(context.get('person'))),
  );

  routes.get('/tasks/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await tasks.show(uid, context.get('person')));
  });

  routes.put('/tasks/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const change = await readBody(context, ChangeTask);
    return context.json(await tasks.edit(uid, change, context.get('person')));
  });

  routes.put('/tasks/:uid/skills/:skill', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const skillUid = readUid(context.req.param('skill'));
    const { loadMode } = await readBody(context, AttachTaskSkill);
    return context.json(await tasks.attach(uid, { skillUid, loadMode }, context.get('person')));
  });

  routes.post('/tasks/:uid/run', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const run = await readBody(context, RunTask);
    const person = context.get('person');
    return carryOutOnce(deps, context, {
      body: run,
      status: 200,
      isLong: true,
      carryOut: () => tasks.run(uid, run, person),
      referenceOf: ({ uuid }) => uuid,
      answerAgain: (uuid) => tasks.result(uuid, person),
    });
  });

  routes.get('/task-results', async (context) =>
    context.json(await tasks.results(context.get('person'))),
  );

  routes.get('/task-results/:uuid', async (context) =>
    context.json(await tasks.result(context.req.param('uuid'), context.get('person'))),
  );

  return routes;
}
