import { skill, type Row } from './row.ts';

const TEXT = { name: 'N', description: 'D', body: 'B', allowedTools: null, process: false };

/** Skills, where they come from and where they go: for administrators. */
export const SKILL_ROWS: readonly Row[] = [
  { route: 'GET /api/skills', cells: [401, 403, 200] },
  {
    route: 'POST /api/skills',
    body: () => ({ ...TEXT, sourceUid: 1 }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/skills/:uid',
    path: (w) => `/api/skills/${skill(w)}`,
    body: () => TEXT,
    cells: [401, 403, 200],
  },
  {
    route: 'GET /api/skills/:uid/review',
    path: (w) => `/api/skills/${skill(w)}/review`,
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/skills/:uid/approve',
    path: (w) => `/api/skills/${skill(w)}/approve`,
    body: (w) => ({ digest: w.digest }),
    cells: [401, 403, 200],
  },
  {
    route: 'GET /api/skills/:uid/reach',
    path: (w) => `/api/skills/${skill(w)}/reach?digest=${w.digest}`,
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/skills/:uid/revoke',
    path: (w) => `/api/skills/${skill(w)}/revoke`,
    body: (w) => ({ digest: w.digest, reason: 'no more' }),
    cells: [401, 403, 200],
  },
  {
    route: 'GET /api/skills/:uid/history',
    path: (w) => `/api/skills/${skill(w)}/history`,
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/skills/:uid/rollback',
    path: (w) => `/api/skills/${skill(w)}/rollback`,
    body: () => ({ historyId: 999_999 }),
    cells: [401, 403, 404],
  },
  {
    route: 'POST /api/skills/:uid/enabled',
    path: (w) => `/api/skills/${skill(w)}/enabled`,
    body: () => ({ enabled: false }),
    cells: [401, 403, 200],
  },
  {
    route: 'PUT /api/skills/:uid/data-class',
    path: (w) => `/api/skills/${skill(w)}/data-class`,
    body: () => ({ dataClass: 'editorContent' }),
    cells: [401, 403, 200],
  },
  {
    route: 'PUT /api/skills/:uid/attachment',
    path: (w) => `/api/skills/${skill(w)}/attachment`,
    body: () => ({ loadMode: null }),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/skills/:uid/trial',
    path: (w) => `/api/skills/${skill(w)}/trial`,
    body: (w) => ({ digest: w.digest, page: w.page, locale: 'en' }),
    cells: [401, 403, 200],
  },
  { route: 'GET /api/skill-sources', cells: [401, 403, 200] },
  {
    route: 'POST /api/skill-sources',
    body: () => ({ title: 'Ours', trustLevel: 'verified' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/skill-sources/:uid',
    path: (w) => `/api/skill-sources/${String(w.sourceUid)}`,
    body: () => ({ title: 'Other' }),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/skill-sources/:uid/sync',
    path: () => '/api/skill-sources/999999/sync',
    cells: [401, 403, 404],
  },
  {
    route: 'GET /api/skill-sources/:uid/sync',
    path: (w) => `/api/skill-sources/${String(w.sourceUid)}/sync`,
    cells: [401, 403, 200],
  },
  {
    route: 'DELETE /api/skill-sources/:uid/sync',
    path: (w) => `/api/skill-sources/${String(w.sourceUid)}/sync`,
    cells: [401, 403, 200],
  },
  {
    route: 'GET /api/skills/:uid/export',
    path: (w) => `/api/skills/${skill(w)}/export`,
    cells: [401, 403, 200],
  },
  { route: 'GET /api/audit', cells: [401, 403, 200] },
  { route: 'GET /api/audit/people', cells: [401, 403, 200] },
  { route: 'GET /api/skill-attachments', cells: [401, 403, 200] },
  {
    route: 'PUT /api/skill-attachments/:configuration',
    path: () => '/api/skill-attachments/1',
    body: (w) => ({ skillUids: [w.processUid] }),
    cells: [401, 403, 200],
  },
  {
    route: 'PUT /api/skill-attachments/:configuration/:skill',
    path: (w) => `/api/skill-attachments/1/${skill(w)}`,
    body: () => ({ loadMode: 'on_demand' }),
    cells: [401, 403, 200],
  },
];
