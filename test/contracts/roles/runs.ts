import { skill, TASK, type Prepared, type Row } from './row.ts';

const run = (rest: string) => (world: Prepared) => `/api/runs/${world.runUuid}${rest}`;
const task = (rest: string) => (world: Prepared) => `/api/tasks/${String(world.taskUid)}${rest}`;

export const RUN_ROWS: readonly Row[] = [
  { route: 'GET /api/runs', cells: [401, 200, 200] },
  { route: 'GET /api/stale-runs', cells: [401, 200, 200] },
  { route: 'GET /api/inbox', cells: [401, 200, 200] },
  { route: 'GET /api/runs/:uuid/inspection', path: run('/inspection'), cells: [401, 200, 200] },
  { route: 'GET /api/runs/:uuid', path: run(''), cells: [401, 200, 200] },
  { route: 'GET /api/runs/:uuid/events', path: run('/events'), cells: [401, 200, 200] },
  {
    route: 'POST /api/runs/:uuid/approve',
    path: run('/approve'),
    body: () => ({ cardDigest: 'd' }),
    cells: [401, 409, 409],
  },
  {
    route: 'POST /api/runs/:uuid/deny',
    path: run('/deny'),
    body: () => ({ cardDigest: 'd' }),
    cells: [401, 409, 409],
  },
  {
    route: 'POST /api/runs/:uuid/answer',
    path: run('/answer'),
    body: () => ({ cardDigest: 'd', input: {} }),
    cells: [401, 409, 409],
  },
  { route: 'POST /api/runs/:uuid/cancel', path: run('/cancel'), cells: [401, 200, 200] },
];

/** For people who may use tasks; this editor may not. The last ones are for administrators. */
export const TASK_ROWS: readonly Row[] = [
  { route: 'GET /api/tasks', cells: [401, 200, 200] },
  { route: 'GET /api/tasks/:uid', path: task(''), cells: [401, 404, 200] },
  {
    route: 'POST /api/tasks/:uid/run',
    path: task('/run'),
    body: () => ({ inputs: {} }),
    cells: [401, 404, 200],
  },
  { route: 'GET /api/task-results', cells: [401, 200, 200] },
  {
    route: 'GET /api/task-results/:uuid',
    path: () => '/api/task-results/none',
    cells: [401, 404, 404],
  },
  { route: 'GET /api/task-options', cells: [401, 403, 200] },
  {
    route: 'POST /api/tasks',
    body: () => ({ ...TASK, identifier: 'another' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/tasks/:uid',
    path: task(''),
    body: () => ({ ...TASK, version: 1 }),
    cells: [401, 403, 200],
  },
  {
    route: 'PUT /api/tasks/:uid/skills/:skill',
    path: (w) => `/api/tasks/${String(w.taskUid)}/skills/${skill(w)}`,
    body: () => ({ loadMode: 'on_demand' }),
    cells: [401, 403, 200],
  },
];
