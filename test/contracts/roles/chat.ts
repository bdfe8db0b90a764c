import type { Prepared, Row } from './row.ts';

const own = ({ conversations, asking }: Prepared) => conversations[asking] ?? 'none';

/** Conversations and tours: each person's own. */
export const CHAT_ROWS: readonly Row[] = [
  { route: 'GET /api/catalogue', cells: [401, 200, 200] },
  { route: 'GET /api/conversations', cells: [401, 200, 200] },
  {
    route: 'POST /api/conversations',
    body: (w) => ({ page: w.page, locale: 'en' }),
    cells: [401, 201, 201],
  },
  {
    route: 'GET /api/conversations/:uuid',
    path: (w) => `/api/conversations/${own(w)}`,
    cells: [401, 200, 200],
  },
  {
    route: 'POST /api/conversations/:uuid/messages',
    path: (w) => `/api/conversations/${own(w)}/messages`,
    body: () => ({ text: 'Hi' }),
    cells: [401, 202, 202],
  },
  {
    route: 'POST /api/conversations/:uuid/decision',
    path: (w) => `/api/conversations/${own(w)}/decision`,
    body: () => ({ cardDigest: 'd', answer: 'approve' }),
    cells: [401, 409, 409],
  },
  {
    route: 'POST /api/conversations/:uuid/input',
    path: (w) => `/api/conversations/${own(w)}/input`,
    body: () => ({ cardDigest: 'd', input: {} }),
    cells: [401, 409, 409],
  },
  {
    route: 'POST /api/conversations/:uuid/end-process',
    path: (w) => `/api/conversations/${own(w)}/end-process`,
    cells: [401, 202, 202],
  },
  {
    route: 'POST /api/conversations/:uuid/pin',
    path: (w) => `/api/conversations/${own(w)}/pin`,
    body: () => ({ pinned: true }),
    cells: [401, 200, 200],
  },
  {
    route: 'POST /api/conversations/:uuid/title',
    path: (w) => `/api/conversations/${own(w)}/title`,
    body: () => ({ title: 'Autumn' }),
    cells: [401, 200, 200],
  },
  {
    route: 'POST /api/conversations/:uuid/tab',
    path: (w) => `/api/conversations/${own(w)}/tab`,
    body: () => ({ open: false }),
    cells: [401, 200, 200],
  },
  {
    route: 'POST /api/conversations/:uuid/stop',
    path: (w) => `/api/conversations/${own(w)}/stop`,
    cells: [401, 202, 202],
  },
  {
    route: 'POST /api/conversations/:uuid/archive',
    path: (w) => `/api/conversations/${own(w)}/archive`,
    cells: [401, 200, 200],
  },
  {
    route: 'POST /api/conversations/:uuid/unarchive',
    path: (w) => `/api/conversations/${own(w)}/unarchive`,
    cells: [401, 200, 200],
  },
  {
    route: 'POST /api/conversations/:uuid/attachments',
    path: (w) => `/api/conversations/${own(w)}/attachments?name=a.txt`,
    body: () => ({ said: 'text' }),
    cells: [401, 201, 201],
  },
  {
    route: 'GET /api/conversations/:uuid/attachments/:attachment',
    path: (w) => `/api/conversations/${own(w)}/attachments/none`,
    cells: [401, 404, 404],
  },
  {
    route: 'DELETE /api/conversations/:uuid/attachments/:attachment',
    path: (w) => `/api/conversations/${own(w)}/attachments/none`,
    cells: [401, 200, 200],
  },
  {
    route: 'DELETE /api/conversations/:uuid',
    path: (w) => `/api/conversations/${own(w)}`,
    cells: [401, 204, 204],
  },
  {
    route: 'GET /api/conversations/:uuid/stream',
    path: (w) => `/api/conversations/${own(w)}/stream`,
    cells: [401, 200, 200],
  },
  { route: 'GET /api/tours', cells: [401, 200, 200] },
  {
    route: 'POST /api/tours',
    body: (w) => ({ pages: [w.page], skillUid: w.processUid, locale: 'en' }),
    cells: [401, 201, 201],
  },
  { route: 'GET /api/tours/:uuid', path: () => '/api/tours/none', cells: [401, 404, 404] },
  ...(['look', 'pause', 'resume', 'stop', 'skip', 'retry'] as const).map((action): Row => ({
    route: `POST /api/tours/:uuid/${action}`,
    path: () => `/api/tours/none/${action}`,
    body: () => ({ position: 1 }),
    cells: [401, 404, 404],
  })),
];
