import { Hono } from 'hono';
import {
  AddConfiguration,
  AddModel,
  AddProvider,
  ChangeConfiguration,
  ChangeModel,
  ChangeProvider,
  TestProvider,
} from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Providers, models and configurations. Who may do what is the service's to say. */
export function modelRoutes({ modelService }: Pick<HttpDeps, 'modelService'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/models', async (context) =>
    context.json(await modelService.overview(context.get('person'))),
  );

  routes.post('/providers', async (context) => {
    const body = await readBody(context, AddProvider);
    return context.json(await modelService.addProvider(body, context.get('person')), 201);
  });

  routes.put('/providers/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const body = await readBody(context, ChangeProvider);
    return context.json(await modelService.changeProvider(uid, body, context.get('person')));
  });

  routes.post('/providers/:uid/test', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { modelId } = await readBody(context, TestProvider);
    return context.json(await modelService.testProvider(uid, modelId, context.get('person')));
  });

  // It goes out to the provider, so no page elsewhere may cause it.
  routes.post('/providers/:uid/discover', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await modelService.discover(uid, context.get('person')));
  });

  routes.post('/providers/:uid/models', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const body = await readBody(context, AddModel);
    return context.json(await modelService.addModel(uid, body, context.get('person')), 201);
  });

  routes.put('/models/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const body = await readBody(context, ChangeModel);
    return context.json(await modelService.changeModel(uid, body, context.get('person')));
  });

  routes.post('/configurations', async (context) => {
    const body = await readBody(context, AddConfiguration);
    return context.json(await modelService.addConfiguration(body, context.get('person')), 201);
  });

  routes.put('/configurations/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const body = await readBody(context, ChangeConfiguration);
    return context.json(await modelService.changeConfiguration(uid, body, context.get('person')));
  });

  return routes;
}
