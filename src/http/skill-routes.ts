import { Hono } from 'hono';
import { AppError } from '../base/index.ts';
import {
  ApproveSkill,
  CreateSkill,
  DeclareDataClass,
  RevokeSkill,
  RollBack,
  SetAttachment,
  SwitchSkill,
  WriteSkill,
} from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readBody, readOptionalUid, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** In a filter of the audit: what nobody did in person. */
const SYSTEM = 'system';

/** Skills: reading, approving, revoking, writing. Who may do what is the service's to say. */
export function skillRoutes(deps: Pick<HttpDeps, 'skills' | 'configurations'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { skills } = deps;

  routes.get('/skills', async (context) => context.json(await skills.list(context.get('person'))));

  routes.post('/skills', async (context) => {
    const skill = await readBody(context, CreateSkill);
    return context.json(await skills.create(skill, context.get('person')), 201);
  });

  routes.put('/skills/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const skill = await readBody(context, WriteSkill);
    return context.json(await skills.edit(uid, skill, context.get('person')));
  });

  routes.get('/skills/:uid/review', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await skills.review(uid, context.get('person')));
  });

  routes.post('/skills/:uid/approve', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { digest } = await readBody(context, ApproveSkill);
    return context.json(await skills.approve(uid, digest, context.get('person')));
  });

  routes.get('/skills/:uid/reach', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const digest = context.req.query('digest') ?? '';
    return context.json(await skills.reach(uid, digest, context.get('person')));
  });

  routes.post('/skills/:uid/revoke', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const revocation = await readBody(context, RevokeSkill);
    return context.json(await skills.revoke(uid, revocation, context.get('person')));
  });

  routes.get('/skills/:uid/history', async (context) => {
    const uid = readUid(context.req.param('uid'));
    return context.json(await skills.history(uid, context.get('person')));
  });

  routes.post('/skills/:uid/rollback', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { historyId } = await readBody(context, RollBack);
    return context.json(await skills.rollback(uid, historyId, context.get('person')));
  });

  routes.post('/skills/:uid/enabled', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { enabled } = await readBody(context, SwitchSkill);
    const actor = context.get('person');
    await skills.setEnabled(uid, enabled, actor);
    return context.json(await skills.review(uid, actor));
  });

  routes.put('/skills/:uid/data-class', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { dataClass } = await readBody(context, DeclareDataClass);
    const actor = context.get('person');
    await skills.setDataClass(uid, dataClass, actor);
    return context.json(await skills.review(uid, actor));
  });

  routes.put('/skills/:uid/attachment', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const { loadMode } = await readBody(context, SetAttachment);
    const actor = context.get('person');
    const configuration = await deps.configurations.defaultConfiguration();
    if (configuration === null) {
      throw new AppError('unavailable', 'No default configuration is set.');
    }
    await skills.setAttachment(uid, { configurationUid: configuration.uid, loadMode }, actor);
    return context.json(await skills.review(uid, actor));
  });

  routes.get('/audit', async (context) => {
    const skillUid = readOptionalUid(context, 'skill');
    const sourceUid = readOptionalUid(context, 'source');
    const event = context.req.query('event') ?? '';
    const person = context.req.query('person') ?? '';
    const filter = {
      ...(skillUid === null ? {} : { skillUid }),
      ...(sourceUid === null ? {} : { sourceUid }),
      ...(event === '' ? {} : { events: [event] }),
      ...(person === '' ? {} : { actorId: person === SYSTEM ? null : person }),
    };
    return context.json(await skills.audit(filter, context.get('person')));
  });

  routes.get('/audit/people', async (context) =>
    context.json(await skills.auditPeople(context.get('person'))),
  );

  return routes;
}
