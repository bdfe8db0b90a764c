import { Hono } from 'hono';
import type { Actor, IssuedLink } from '../actors/index.ts';
import { accessPreview, rightsOptions } from '../content/index.ts';
import {
  AddGroup,
  AddPerson,
  ChangeGroup,
  ChangePerson,
  type PasswordLink,
  type PeopleOverview,
} from '../contracts/index.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

type PeopleDeps = Pick<
  HttpDeps,
  'peopleAdministration' | 'sessions' | 'signInLinks' | 'host' | 'log'
>;

/** People and groups. Who may do what is the services' to say. */
export function peopleRoutes(deps: PeopleDeps, options: Pick<HttpOptions, 'baseUrl'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { peopleAdministration: people, sessions, signInLinks: links } = deps;

  routes.get('/people', async (context) => {
    const actor = context.get('person');
    const overview: PeopleOverview = {
      people: [...(await people.people(actor))],
      groups: [...(await people.groups(actor))],
      options: await optionsOf(deps, actor),
    };
    return context.json(overview);
  });

  routes.post('/people', async (context) => {
    const body = await readBody(context, AddPerson);
    const { person, link } = await people.invite(body, context.get('person'));
    return context.json({ person, link: shownLink(link, options) }, 201);
  });

  routes.put('/people/:id', async (context) => {
    const body = await readBody(context, ChangePerson);
    return context.json(await people.change(context.req.param('id'), body, context.get('person')));
  });

  routes.post('/people/:id/link', async (context) => {
    const link = await people.issueLink(context.req.param('id'), context.get('person'));
    return context.json(shownLink(link, options), 201);
  });

  routes.delete('/people/:id/two-factor', async (context) =>
    context.json(await people.resetTwoFactor(context.req.param('id'), context.get('person'))),
  );

  // It is written down, so no page elsewhere may cause it.
  routes.post('/people/:id/see-as', async (context) => {
    const actor = context.get('person');
    const person = await people.lookAt(context.req.param('id'), actor);
    const [groups, site, tree] = await Promise.all([
      people.groups(actor),
      deps.host.describe(actor),
      deps.host.pageTree(actor),
    ]);
    return context.json(accessPreview(person, groups, { ...site, roots: tree.roots }));
  });

  routes.get('/people/:id/sessions', async (context) =>
    context.json(await sessions.list(context.req.param('id'), context.get('person'), null)),
  );

  routes.delete('/people/:id/sessions', async (context) => {
    await sessions.endAll(context.req.param('id'), context.get('person'), null);
    return context.body(null, 204);
  });

  routes.get('/people/:id/sign-in-links', async (context) =>
    context.json(await links.list(context.req.param('id'), context.get('person'))),
  );

  routes.delete('/people/:id/sign-in-links/:provider', async (context) => {
    const { id, provider } = context.req.param();
    await links.end(id, provider, context.get('person'));
    return context.body(null, 204);
  });

  routes.get('/people-audit', async (context) =>
    context.json(await people.audit(context.get('person'))),
  );

  routes.post('/groups', async (context) => {
    const body = await readBody(context, AddGroup);
    return context.json(await people.addGroup(body, context.get('person')), 201);
  });

  routes.put('/groups/:id', async (context) => {
    const body = await readBody(context, ChangeGroup);
    const id = context.req.param('id');
    return context.json(await people.changeGroup(id, body, context.get('person')));
  });

  routes.delete('/groups/:id', async (context) => {
    await people.removeGroup(context.req.param('id'), context.get('person'));
    return context.body(null, 204);
  });

  return routes;
}

/** The link as it is handed over. The token is behind `#`: a browser sends that part to no server, and no log holds it. */
function shownLink(
  { token, kind, expiresAtMs }: IssuedLink,
  { baseUrl }: Pick<HttpOptions, 'baseUrl'>,
): PasswordLink {
  return { kind, url: `${baseUrl}/password#${token}`, expiresAtMs };
}

/** What rights can be about; a site that does not answer keeps nobody from managing people. */
async function optionsOf(
  { host, log }: Pick<HttpDeps, 'host' | 'log'>,
  actor: Actor,
): Promise<PeopleOverview['options']> {
  try {
    const [site, tree] = await Promise.all([host.describe(actor), host.pageTree(actor)]);
    return rightsOptions({ ...site, roots: tree.roots });
  } catch (error) {
    log('The site cannot be described; rights are shown without its names', {
      error: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
}
