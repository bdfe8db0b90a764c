import { Hono } from 'hono';
import { AppError } from '../base/index.ts';
import { OrderAttachments, SetAttachment } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** Which configuration offers which skills, how, and in which order. Administrators only, as the service says. */
export function skillAttachmentRoutes(deps: Pick<HttpDeps, 'skills' | 'configurations'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { skills, configurations } = deps;
  const known = async (text: string) => {
    const configuration = await configurations.configuration(readUid(text));
    if (configuration === null) throw new AppError('not_found', 'There is no such configuration.');
    return configuration.uid;
  };

  routes.get('/skill-attachments', async (context) => {
    const person = context.get('person');
    const all = await configurations.configurations();
    return context.json(
      await Promise.all(
        all.map(async ({ uid, name, isDefault }) => ({
          uid,
          name,
          isDefault,
          skills: await skills.attachments(uid, person),
        })),
      ),
    );
  });

  routes.put('/skill-attachments/:configuration', async (context) => {
    const person = context.get('person');
    const { skillUids } = await readBody(context, OrderAttachments);
    const uid = await known(context.req.param('configuration'));
    await skills.orderAttachments(uid, skillUids, person);
    return context.json(await skills.attachments(uid, person));
  });

  routes.put('/skill-attachments/:configuration/:skill', async (context) => {
    const person = context.get('person');
    const { loadMode } = await readBody(context, SetAttachment);
    const configurationUid = await known(context.req.param('configuration'));
    const skillUid = readUid(context.req.param('skill'));
    await skills.setAttachment(skillUid, { configurationUid, loadMode }, person);
    return context.json(await skills.attachments(configurationUid, person));
  });

  return routes;
}
