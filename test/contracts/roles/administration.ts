import { MCP_SERVER, type Prepared, type Row } from './row.ts';

const snippet = (rest: string) => (world: Prepared) =>
  `/api/snippets/${String(world.snippetUid)}${rest}`;
const mcpServer = (rest: string) => (world: Prepared) =>
  `/api/mcp-servers/${String(world.mcpServerUid)}${rest}`;

/** For administrators and authors of snippets. */
export const SNIPPET_ROWS: readonly Row[] = [
  { route: 'GET /api/snippets', cells: [401, 403, 200] },
  {
    route: 'POST /api/snippets',
    body: () => ({ name: 'House style', text: 'Be brief.' }),
    cells: [401, 403, 201],
  },
  { route: 'GET /api/snippets/:uid', path: snippet(''), cells: [401, 403, 200] },
  {
    route: 'PUT /api/snippets/:uid',
    path: snippet(''),
    body: () => ({ tags: ['house'] }),
    cells: [401, 403, 200],
  },
  {
    route: 'DELETE /api/snippets/:uid',
    path: () => '/api/snippets/999999',
    cells: [401, 403, 404],
  },
  {
    route: 'POST /api/snippets/:uid/mark',
    path: snippet('/mark'),
    body: () => ({ digest: 'none' }),
    cells: [401, 403, 409],
  },
  { route: 'DELETE /api/snippets/:uid/mark', path: snippet('/mark'), cells: [401, 403, 200] },
  {
    route: 'POST /api/snippets/:uid/archived',
    path: snippet('/archived'),
    body: () => ({ archived: true }),
    cells: [401, 403, 200],
  },
  { route: 'GET /api/snippets/:uid/history', path: snippet('/history'), cells: [401, 403, 200] },
  {
    route: 'POST /api/snippets/:uid/rollback',
    path: snippet('/rollback'),
    body: () => ({ historyId: 999_999 }),
    cells: [401, 403, 404],
  },
  { route: 'GET /api/snippets/:uid/audit', path: snippet('/audit'), cells: [401, 403, 200] },
  { route: 'GET /api/snippet-audit', cells: [401, 403, 200] },
  { route: 'GET /api/snippet-uses', cells: [401, 403, 200] },
  {
    route: 'PUT /api/snippet-uses/:configurationUid',
    path: () => '/api/snippet-uses/1',
    body: () => ({ tags: ['house'] }),
    cells: [401, 403, 200],
  },
];

/** Models, tools and their servers: for administrators. */
export const MODEL_AND_TOOL_ROWS: readonly Row[] = [
  { route: 'GET /api/tool-names', cells: [401, 403, 200] },
  { route: 'GET /api/tools', cells: [401, 403, 200] },
  {
    route: 'PUT /api/tools/:name',
    path: () => '/api/tools/choice',
    body: () => ({ enabled: true }),
    cells: [401, 403, 200],
  },
  {
    route: 'PUT /api/tool-groups/:name',
    path: () => '/api/tool-groups/process',
    body: () => ({ enabled: true }),
    cells: [401, 403, 200],
  },
  { route: 'GET /api/models', cells: [401, 403, 200] },
  { route: 'GET /api/mcp-servers', cells: [401, 403, 200] },
  {
    route: 'POST /api/mcp-servers',
    body: () => ({ ...MCP_SERVER, identifier: 'other' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/mcp-servers/:uid',
    path: mcpServer(''),
    body: () => ({ name: 'Other' }),
    cells: [401, 403, 200],
  },
  { route: 'DELETE /api/mcp-servers/:uid', path: mcpServer(''), cells: [401, 403, 204] },
  { route: 'POST /api/mcp-servers/:uid/look', path: mcpServer('/look'), cells: [401, 403, 200] },
  {
    route: 'GET /api/mcp-servers/:uid/review',
    path: mcpServer('/review'),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/mcp-servers/:uid/approve',
    path: mcpServer('/approve'),
    body: () => ({ digest: '0'.repeat(64) }),
    cells: [401, 403, 400],
  },
  {
    route: 'POST /api/providers',
    body: () => ({ identifier: 'new', name: 'New', kind: 'ollama', trustZone: 'local' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/providers/:uid',
    path: (w) => `/api/providers/${String(w.providerUid)}`,
    body: () => ({ name: 'Other' }),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/providers/:uid/test',
    path: (w) => `/api/providers/${String(w.providerUid)}/test`,
    body: () => ({ modelId: 'm' }),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/providers/:uid/discover',
    path: (w) => `/api/providers/${String(w.providerUid)}/discover`,
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/providers/:uid/models',
    path: (w) => `/api/providers/${String(w.providerUid)}/models`,
    body: () => ({ modelId: 'another' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/models/:uid',
    path: (w) => `/api/models/${String(w.modelUid)}`,
    body: () => ({ isActive: false }),
    cells: [401, 403, 200],
  },
  {
    route: 'POST /api/configurations',
    body: () => ({ identifier: 'new', name: 'New', model: 'default' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/configurations/:uid',
    path: () => '/api/configurations/1',
    body: () => ({ name: 'Ours' }),
    cells: [401, 403, 200],
  },
];
