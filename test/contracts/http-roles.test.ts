import { expect, it } from 'vitest';
import { versionDigest } from '../../src/skills/index.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { codeOf, createHttpWorld, describeOnSqlite, type HttpWorld } from './http-world.ts';

/**
 * Every route and who gets in (SEC-01). A cell is the status of a well-formed request: for somebody who may, its success or
 * the refusal that only what is asked for brings; 401 and 403 are the border itself.
 */
interface Row {
  readonly route: string;
  /** The address asked for; default: the route's own. */
  readonly path?: (world: Prepared) => string;
  readonly body?: (world: Prepared) => unknown;
  readonly cells: readonly [anonymous: number, editor: number, administrator: number];
}

type Prepared = HttpWorld & {
  readonly sourceUid: number;
  readonly providerUid: number;
  readonly mcpServerUid: number;
  readonly modelUid: number;
  readonly digest: string;
  readonly conversations: Readonly<Record<string, string>>;
  readonly asking: string;
  readonly snippetUid: number;
  readonly taskUid: number;
  /** A run of the editor's. */
  readonly runUuid: string;
};

const page = ({ page: uid }: Prepared) => String(uid);
const skill = ({ processUid }: Prepared) => String(processUid);
const own = ({ conversations, asking }: Prepared) => conversations[asking] ?? 'none';
const snippet = (rest: string) => (world: Prepared) =>
  `/api/snippets/${String(world.snippetUid)}${rest}`;
const run = (rest: string) => (world: Prepared) => `/api/runs/${world.runUuid}${rest}`;
const task = (rest: string) => (world: Prepared) => `/api/tasks/${String(world.taskUid)}${rest}`;
const TASK = {
  name: 'Teaser',
  description: '',
  category: 'content',
  configurationUid: null,
  promptTemplate: 'Write a teaser.',
  inputs: [],
  outputFormat: 'plain',
  isActive: true,
} as const;
const MCP_SERVER = {
  identifier: 'shop',
  name: 'Shop',
  transport: 'http',
  url: 'https://mcp.example.org/mcp',
} as const;
const mcpServer = (rest: string) => (world: Prepared) =>
  `/api/mcp-servers/${String(world.mcpServerUid)}${rest}`;
const TEXT = { name: 'N', description: 'D', body: 'B', allowedTools: null, process: false };
const SETUP = {
  token: 't',
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  locale: 'en',
};

const TABLE: readonly Row[] = [
  // open to everybody
  { route: 'GET /healthz', cells: [200, 200, 200] },
  { route: 'GET /readyz', cells: [200, 200, 200] },
  { route: 'GET /metrics', cells: [404, 404, 404] },
  { route: 'GET /page-highlight.js', cells: [200, 200, 200] },
  { route: 'GET /page-preview.css', cells: [200, 200, 200] },
  { route: 'GET /*', path: () => '/pages', cells: [200, 200, 200] },
  { route: 'GET /api/setup', cells: [200, 200, 200] },
  { route: 'POST /api/setup', body: () => SETUP, cells: [409, 409, 409] },
  { route: 'ALL /api/auth/*', path: () => '/api/auth/sign-out', cells: [200, 200, 200] },
  // for people
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
  { route: 'GET /api/pages/:uid', path: (w) => `/api/pages/${page(w)}`, cells: [401, 200, 200] },
  {
    route: 'GET /api/pages/:uid/link',
    path: (w) => `/api/pages/${page(w)}/link?to=index.md`,
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
  { route: 'GET /api/runs', cells: [401, 200, 200] },
  { route: 'GET /api/stale-runs', cells: [401, 200, 200] },
  { route: 'GET /api/inbox', cells: [401, 200, 200] },
  { route: 'GET /api/runs/:uuid/inspection', path: run('/inspection'), cells: [401, 200, 200] },
  { route: 'GET /api/runs/:uuid', path: run(''), cells: [401, 200, 200] },
  { route: 'GET /api/runs/:uuid/events', path: run('/events'), cells: [401, 200, 200] },
  {
    route: 'POST /api/runs/:uuid/approve',
    path: run('/approve'),
    body: () => ({ cardDigest: 'd' }),
    cells: [401, 409, 409],
  },
  {
    route: 'POST /api/runs/:uuid/deny',
    path: run('/deny'),
    body: () => ({ cardDigest: 'd' }),
    cells: [401, 409, 409],
  },
  {
    route: 'POST /api/runs/:uuid/answer',
    path: run('/answer'),
    body: () => ({ cardDigest: 'd', input: {} }),
    cells: [401, 409, 409],
  },
  { route: 'POST /api/runs/:uuid/cancel', path: run('/cancel'), cells: [401, 200, 200] },
  // for people who may use tasks; this editor may not
  { route: 'GET /api/tasks', cells: [401, 200, 200] },
  { route: 'GET /api/tasks/:uid', path: task(''), cells: [401, 404, 200] },
  {
    route: 'POST /api/tasks/:uid/run',
    path: task('/run'),
    body: () => ({ inputs: {} }),
    cells: [401, 404, 200],
  },
  { route: 'GET /api/task-results', cells: [401, 200, 200] },
  {
    route: 'GET /api/task-results/:uuid',
    path: () => '/api/task-results/none',
    cells: [401, 404, 404],
  },
  // for administrators
  { route: 'GET /api/task-options', cells: [401, 403, 200] },
  {
    route: 'POST /api/tasks',
    body: () => ({ ...TASK, identifier: 'another' }),
    cells: [401, 403, 201],
  },
  {
    route: 'PUT /api/tasks/:uid',
    path: task(''),
    body: () => ({ ...TASK, version: 1 }),
    cells: [401, 403, 200],
  },
  {
    route: 'PUT /api/tasks/:uid/skills/:skill',
    path: (w) => `/api/tasks/${String(w.taskUid)}/skills/${skill(w)}`,
    body: () => ({ loadMode: 'on_demand' }),
    cells: [401, 403, 200],
  },
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
  // for administrators and authors of snippets
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
  // what is not there, is there for nobody
  { route: 'ALL /api/*', path: () => '/api/nothing', cells: [401, 404, 404] },
];

const ROLES = [
  ['anonymous', null],
  ['editor', EDITOR],
  ['administrator', ADMIN],
] as const;

describeOnSqlite('routes', (openFresh) => {
  it('SEC-01 the table names every route there is, and no other', async () => {
    const { app } = await createHttpWorld(openFresh);
    const routes = app.routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !MIDDLEWARE.has(route));
    expect([...new Set(routes)].sort()).toEqual(TABLE.map(({ route }) => route).sort());
  });

  it.each(TABLE)('SEC-01 $route: anonymous, editor, administrator', async (row) => {
    const world = await createHttpWorld(openFresh);
    const skillOf = await world.stores.skills.skill(world.processUid);
    if (skillOf === null) throw new Error('no skill');
    const conversations = {
      editor: (await world.chat.create(EDITOR, { page: world.page, locale: 'en' })).uuid,
      administrator: (await world.chat.create(ADMIN, { page: world.page, locale: 'en' })).uuid,
    };
    world.model.add({ text: 'Hello.' });
    const { uuid: runUuid } = await world.runtime.run({
      configurationUid: 1,
      messages: [{ role: 'user', content: 'Hi' }],
      actor: EDITOR,
    });
    const source = { type: 'repo', url: 'https://github.com/example/skills' } as const;
    const { uid: sourceUid } = await world.ingest.addSource(source, ADMIN);
    const { uid: snippetUid } = await world.snippets.create(
      { name: 'Tone', text: 'Write plainly.' },
      ADMIN,
    );
    const { uid: taskUid } = await world.tasks.create(
      { ...TASK, inputs: [], identifier: 'teaser' },
      ADMIN,
    );
    const provider = await world.modelService.addProvider(
      { identifier: 'p', name: 'P', kind: 'ollama', trustZone: 'local' },
      ADMIN,
    );
    const { models } = await world.modelService.addModel(provider.uid, { modelId: 'm' }, ADMIN);
    const { uid: mcpServerUid } = await world.remoteServers.add(MCP_SERVER, ADMIN);
    const [method = '', route = ''] = row.route.split(' ');
    for (const [index, [asking, who]] of ROLES.entries()) {
      const prepared = {
        ...world,
        conversations,
        asking,
        runUuid,
        taskUid,
        sourceUid,
        providerUid: provider.uid,
        mcpServerUid,
        modelUid: models[0]?.uid ?? 0,
        snippetUid,
        digest: versionDigest(skillOf.version),
      };
      const response = await world.ask(
        method === 'ALL' ? 'POST' : method,
        row.path?.(prepared) ?? route,
        { who, body: row.body?.(prepared) },
      );
      expect([asking, response.status]).toEqual([asking, row.cells[index]]);
      if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
        await response.body?.cancel();
      }
    }
    expect(world.httpProblems).toEqual([]);
  });

  it('SEC-01, CHT-01 a conversation is its owner’s alone, for administrators as for anybody', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid } = await world.chat.create(EDITOR, { page: world.page, locale: 'en' });
    const requests = [
      ['GET', '', undefined],
      ['GET', '/stream', undefined],
      ['POST', '/messages', { text: 'Hi' }],
      ['POST', '/decision', { cardDigest: 'd', answer: 'approve' }],
      ['POST', '/input', { cardDigest: 'd', input: {} }],
      ['POST', '/end-process', undefined],
      ['POST', '/pin', { pinned: true }],
      ['POST', '/archive', undefined],
      ['POST', '/unarchive', undefined],
      ['POST', '/title', { title: 'Mine' }],
      ['POST', '/tab', { open: true }],
      ['POST', '/stop', undefined],
      ['POST', '/attachments?name=a.txt', { said: 'text' }],
      ['DELETE', '/attachments/none', undefined],
      ['DELETE', '', undefined],
    ] as const;
    for (const [method, path, body] of requests) {
      const url = `/api/conversations/${uuid}${path}`;
      const answer = await world.json(method, url, { who: ADMIN, body });
      expect([path, answer.status, codeOf(answer.body)]).toEqual([path, 404, 'not_found']);
    }
  });

  it('SEC-01 a person who was disabled or is unknown is not signed in', async () => {
    const world = await createHttpWorld(openFresh);
    world.people.delete(EDITOR.userId);
    const answer = await world.json('GET', '/api/site', { who: EDITOR });
    expect([answer.status, codeOf(answer.body)]).toEqual([401, 'not_signed_in']);
  });
});

/** Entries of the router that are no routes: what runs before them. */
const MIDDLEWARE = new Set(['ALL /*', 'ALL /preview/*', 'ALL /preview-asset/*']);
