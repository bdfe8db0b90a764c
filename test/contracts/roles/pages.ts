import { page, type Row } from './row.ts';

const SETUP = {
  token: 't',
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  locale: 'en',
};

/** What is open to everybody. */
export const OPEN_ROWS: readonly Row[] = [
  { route: 'GET /healthz', cells: [200, 200, 200] },
  { route: 'GET /readyz', cells: [200, 200, 200] },
  { route: 'GET /metrics', cells: [404, 404, 404] },
  { route: 'GET /page-highlight.js', cells: [200, 200, 200] },
  { route: 'GET /page-preview.css', cells: [200, 200, 200] },
  { route: 'GET /*', path: () => '/pages', cells: [200, 200, 200] },
  { route: 'POST /api/setup/state', body: () => ({ token: '' }), cells: [200, 200, 200] },
  { route: 'POST /api/setup', body: () => SETUP, cells: [409, 409, 409] },
  { route: 'ALL /api/auth/*', path: () => '/api/auth/sign-out', cells: [200, 200, 200] },
];

/** Who is signed in, the site and its pages. */
export const PAGE_ROWS: readonly Row[] = [
  { route: 'GET /api/openapi.json', cells: [401, 200, 200] },
  { route: 'GET /api/reference', cells: [401, 200, 200] },
  { route: 'GET /api/me', cells: [401, 200, 200] },
  {
    route: 'POST /api/embed/tokens',
    body: () => ({ origin: 'https://cms.example' }),
    cells: [401, 403, 403],
  },
  { route: 'POST /api/embed/tokens/renewal', cells: [401, 401, 401] },
  { route: 'GET /api/site', cells: [401, 200, 200] },
  {
    route: 'GET /api/search',
    path: () => '/api/search?query=home',
    cells: [401, 200, 200],
  },
  { route: 'GET /api/pages/:uid', path: (w) => `/api/pages/${page(w)}`, cells: [401, 200, 200] },
  {
    route: 'GET /api/pages/:uid/link',
    path: (w) => `/api/pages/${page(w)}/link?to=index.md`,
    cells: [401, 200, 200],
  },
  {
    route: 'GET /api/pages/:uid/history',
    path: (w) => `/api/pages/${page(w)}/history`,
    cells: [401, 200, 200],
  },
  {
    route: 'GET /api/pages/:uid/open-points',
    path: (w) => `/api/pages/${page(w)}/open-points`,
    cells: [401, 200, 200],
  },
  { route: 'GET /api/open-points', cells: [401, 200, 200] },
  {
    route: 'POST /api/history/:id/undo',
    path: () => '/api/history/none/undo',
    cells: [401, 409, 409],
  },
  { route: 'GET /preview/:uid', path: (w) => `/preview/${page(w)}`, cells: [401, 200, 200] },
  {
    route: 'GET /preview-asset/*',
    path: () => '/preview-asset/none.png',
    cells: [401, 404, 404],
  },
];
