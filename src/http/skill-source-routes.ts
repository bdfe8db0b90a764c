import { Hono } from 'hono';
import { z } from 'zod';
import { AddSkillSource, ChangeSkillSource, CreateBackendSource } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

const Kind = z.looseObject({ type: z.string().optional() });

/** Where skills come from, and their syncs. Who may do what is the services' to say. */
export function skillSourceRoutes(deps: Pick<HttpDeps, 'skills' | 'ingest'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { skills, ingest } = deps;

  routes.get('/skill-sources', async (context) =>
    context.json(await ingest.sources(context.get('person'))),
  );

  routes.post('/skill-sources', async (context) => {
    const actor = context.get('person');
    const { type = 'backend' } = await readBody(context, Kind);
    if (type !== 'backend') {
      const source = await readBody(context, AddSkillSource);
      return context.json(await ingest.addSource(source, actor), 201);
    }
    const source = await readBody(context, CreateBackendSource);
    const { uid } = await skills.createBackendSource(source, actor);
    return context.json(
      (await ingest.sources(actor)).find((view) => view.uid === uid),
      201,
    );
  });

  routes.put('/skill-sources/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const changes = await readBody(context, ChangeSkillSource);
    return context.json(await ingest.changeSource(uid, changes, context.get('person')));
  });

  routes.post('/skill-sources/:uid/sync', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await ingest.startSync(uid, context.get('person')), 202);
  });

  routes.get('/skill-sources/:uid/sync', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await ingest.syncState(uid, context.get('person')));
  });

  routes.delete('/skill-sources/:uid/sync', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await ingest.cancelSync(uid, context.get('person')));
  });

  routes.get('/skills/:uid/export', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const text = await ingest.exportSkill(uid, context.get('person'));
    return context.body(text, 200, {
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': 'attachment; filename="SKILL.md"',
    });
  });

  return routes;
}
