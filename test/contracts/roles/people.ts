import { EDITOR } from '../chat-world.ts';
import { PROVIDER, RIGHTS } from '../people-world.ts';
import type { Prepared, Row } from './row.ts';

const editor = (rest: string) => () => `/api/people/${EDITOR.userId}${rest}`;
const group = (w: Prepared) => `/api/groups/${w.groupId}`;
const provider =
  (rest = '') =>
  () =>
    `/api/sign-in-providers/${PROVIDER.id}${rest}`;
const account =
  (rest = '') =>
  (w: Prepared) =>
    `/api/service-accounts/${w.accountId}${rest}`;

/** People, groups and service accounts: for administrators. One's own sessions: everybody's. */
export const PEOPLE_ROWS: readonly Row[] = [
  {
    route: 'POST /api/password-link/state',
    body: () => ({ token: 'guess' }),
    cells: [200, 200, 200],
  },
  {
    route: 'POST /api/password-link',
    body: () => ({ token: 'guess', password: 'correct horse battery' }),
    cells: [403, 403, 403],
  },
  { route: 'GET /api/me/sessions', cells: [401, 200, 200] },
  { route: 'DELETE /api/me/sessions', cells: [401, 204, 204] },
  {
    route: 'DELETE /api/me/sessions/:session',
    path: () => '/api/me/sessions/none',
    cells: [401, 404, 404],
  },
  { route: 'GET /api/me/sign-in-links', cells: [401, 200, 200] },
  {
    route: 'DELETE /api/me/sign-in-links/:provider',
    path: () => '/api/me/sign-in-links/none',
    cells: [401, 404, 404],
  },
  { route: 'GET /api/people', cells: [401, 403, 200] },
  {
    route: 'POST /api/people',
    body: () => ({ name: 'Cleo', email: 'cleo@example.org' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/people/:id',
    path: editor(''),
    body: () => ({ grants: ['tasks_use'] }),
    cells: [401, 403, 200],
  },
  { route: 'POST /api/people/:id/link', path: editor('/link'), cells: [401, 403, 201] },
  { route: 'POST /api/people/:id/see-as', path: editor('/see-as'), cells: [401, 403, 200] },
  {
    route: 'DELETE /api/people/:id/two-factor',
    path: editor('/two-factor'),
    cells: [401, 403, 200],
  },
  { route: 'GET /api/people/:id/sessions', path: editor('/sessions'), cells: [401, 200, 200] },
  { route: 'DELETE /api/people/:id/sessions', path: editor('/sessions'), cells: [401, 204, 204] },
  {
    route: 'GET /api/people/:id/sign-in-links',
    path: editor('/sign-in-links'),
    cells: [401, 200, 200],
  },
  {
    route: 'DELETE /api/people/:id/sign-in-links/:provider',
    path: editor('/sign-in-links/none'),
    cells: [401, 404, 404],
  },
  { route: 'GET /api/people-audit', cells: [401, 403, 200] },
  {
    route: 'POST /api/groups',
    body: () => ({ name: 'Shop', grants: [], rights: RIGHTS }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/groups/:id',
    path: group,
    body: () => ({ name: 'Shop' }),
    cells: [401, 403, 200],
  },
  { route: 'DELETE /api/groups/:id', path: group, cells: [401, 403, 204] },
  { route: 'POST /api/me/data', cells: [401, 200, 200] },
  { route: 'POST /api/people/:id/data', path: editor('/data'), cells: [401, 200, 200] },
  { route: 'GET /api/people/:id/erasure', path: editor('/erasure'), cells: [401, 403, 200] },
  {
    route: 'POST /api/people/:id/erasure',
    path: editor('/erasure'),
    body: () => ({ email: `${EDITOR.userId}@example.org` }),
    cells: [401, 403, 200],
  },
  { route: 'GET /api/sign-in-choices', cells: [200, 200, 200] },
  { route: 'GET /api/sign-in-providers', cells: [401, 403, 200] },
  {
    route: 'POST /api/sign-in-providers',
    body: () => ({ ...PROVIDER, id: 'other' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/sign-in-providers/:id',
    path: provider(),
    body: () => ({ name: 'Ours' }),
    cells: [401, 403, 200],
  },
  { route: 'DELETE /api/sign-in-providers/:id', path: provider(), cells: [401, 403, 204] },
  {
    route: 'POST /api/sign-in-providers/:id/test',
    path: provider('/test'),
    cells: [401, 403, 200],
  },
  { route: 'GET /api/service-accounts', cells: [401, 403, 200] },
  {
    route: 'POST /api/service-accounts',
    body: () => ({ name: 'Importer', scopes: [] }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/service-accounts/:id',
    path: account(),
    body: () => ({ scopes: ['agent:read'] }),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/service-accounts/:id/keys',
    path: account('/keys'),
    body: () => ({ name: 'Nightly' }),
    cells: [401, 403, 201],
  },
  {
    route: 'DELETE /api/service-accounts/:id/keys/:key',
    path: account('/keys/none'),
    cells: [401, 403, 404],
  },
  { route: 'POST /api/runs', body: () => ({ text: 'Hi' }), cells: [401, 403, 403] },
];
