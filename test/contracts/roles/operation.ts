import type { Row } from './row.ts';

/** Usage, budgets and how an installation is set: for administrators. */
export const OPERATION_ROWS: readonly Row[] = [
  { route: 'GET /api/usage', cells: [401, 403, 200] },
  {
    route: 'PUT /api/budgets',
    body: () => ({
      scope: 'everyone',
      id: '',
      limits: {
        dailyRequests: 100,
        dailyTokens: null,
        dailyCostCents: null,
        monthlyRequests: null,
        monthlyTokens: null,
        monthlyCostCents: null,
      },
    }),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/playground/rehearsal',
    body: () => PLAYGROUND,
    cells: [401, 403, 200],
  },
  { route: 'POST /api/playground/runs', body: () => PLAYGROUND, cells: [401, 403, 202] },
  { route: 'GET /api/governance', cells: [401, 403, 200] },
  {
    route: 'POST /api/governance/explain',
    body: () => ({ userId: 'editor', configurationUid: 1, tool: 'progress' }),
    cells: [401, 403, 200],
  },
  { route: 'GET /api/settings', cells: [401, 403, 200] },
];

const PLAYGROUND = { configurationUid: 1, text: 'Hello', skillUids: [], snippetUids: [] };
