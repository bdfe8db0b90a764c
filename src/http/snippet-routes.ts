import { Hono } from 'hono';
import {
  ArchiveSnippet,
  ChangeSnippetUse,
  CreateSnippet,
  MarkSnippet,
  RollBack,
  WriteSnippet,
} from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Snippets: reading, writing, marking, and which configurations take them. Who may do what is the service's to say. */
export function snippetRoutes(deps: Pick<HttpDeps, 'snippets'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { snippets } = deps;

  routes.get('/snippets', async (context) =>
    context.json(await snippets.list(context.get('person'))),
  );

  routes.post('/snippets', async (context) => {
    const snippet = await readBody(context, CreateSnippet);
    return context.json(await snippets.create(snippet, context.get('person')), 201);
  });

  routes.get('/snippets/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await snippets.show(uid, context.get('person')));
  });

  routes.put('/snippets/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const changes = await readBody(context, WriteSnippet);
    return context.json(await snippets.edit(uid, changes, context.get('person')));
  });

  routes.delete('/snippets/:uid', async (context) => {
    await snippets.remove(readUid(context.req.param('uid')), context.get('person'));
    return context.json({});
  });

  routes.post('/snippets/:uid/mark', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { digest } = await readBody(context, MarkSnippet);
    return context.json(await snippets.mark(uid, digest, context.get('person')));
  });

  routes.delete('/snippets/:uid/mark', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await snippets.unmark(uid, context.get('person')));
  });

  routes.post('/snippets/:uid/archived', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { archived } = await readBody(context, ArchiveSnippet);
    return context.json(await snippets.setArchived(uid, archived, context.get('person')));
  });

  routes.get('/snippets/:uid/history', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await snippets.history(uid, context.get('person')));
  });

  routes.post('/snippets/:uid/rollback', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { historyId } = await readBody(context, RollBack);
    return context.json(await snippets.rollback(uid, historyId, context.get('person')));
  });

  routes.get('/snippets/:uid/audit', async (context) => {
    const snippetUid = readUid(context.req.param('uid'));
    return context.json(await snippets.audit({ snippetUid }, context.get('person')));
  });

  routes.get('/snippet-audit', async (context) =>
    context.json(await snippets.audit({}, context.get('person'))),
  );

  routes.get('/snippet-uses', async (context) =>
    context.json(await snippets.uses(context.get('person'))),
  );

  routes.put('/snippet-uses/:configurationUid', async (context) => {
    const uid = readUid(context.req.param('configurationUid'));
    const change = await readBody(context, ChangeSnippetUse);
    return context.json(await snippets.changeUse(uid, change, context.get('person')));
  });

  return routes;
}
