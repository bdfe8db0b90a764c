import type { AddWebhook } from '../../../src/contracts/index.ts';
import type { Prepared, Row } from './row.ts';

const webhook = (rest: string) => (world: Prepared) => `/api/webhooks/${world.webhookId}${rest}`;
export const WEBHOOK: AddWebhook = {
  name: 'Chat',
  url: 'https://hooks.example.org/in',
  events: ['run.waiting'],
};

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
  { route: 'GET /api/webhooks', cells: [401, 403, 200] },
  {
    route: 'POST /api/webhooks',
    body: () => ({ ...WEBHOOK, name: 'Another' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/webhooks/:id',
    path: webhook(''),
    body: () => ({ isActive: false }),
    cells: [401, 403, 200],
  },
  { route: 'DELETE /api/webhooks/:id', path: webhook(''), cells: [401, 403, 204] },
  { route: 'POST /api/webhooks/:id/secret', path: webhook('/secret'), cells: [401, 403, 201] },
  { route: 'POST /api/webhooks/:id/test', path: webhook('/test'), cells: [401, 403, 200] },
  {
    route: 'GET /api/webhooks/:id/deliveries',
    path: webhook('/deliveries'),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/webhooks/:id/deliveries/:delivery/again',
    path: (world) => webhook(`/deliveries/${world.deliveryId}/again`)(world),
    cells: [401, 403, 202],
  },
];

const PLAYGROUND = { configurationUid: 1, text: 'Hello', skillUids: [], snippetUids: [] };
