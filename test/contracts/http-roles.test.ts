import { expect, it } from 'vitest';
import { versionDigest } from '../../src/skills/index.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { codeOf, createHttpWorld, describeOnSqlite, type HttpWorld } from './http-world.ts';
import { MODEL_AND_TOOL_ROWS, SNIPPET_ROWS } from './roles/administration.ts';
import { CHAT_ROWS } from './roles/chat.ts';
import { undescribed } from './roles/described.ts';
import { OPERATION_ROWS, WEBHOOK } from './roles/operation.ts';
import { OPEN_ROWS, PAGE_ROWS } from './roles/pages.ts';
import { PEOPLE_ROWS } from './roles/people.ts';
import { preparePeople } from './people-world.ts';
import { MCP_SERVER, TASK, type Prepared, type Row } from './roles/row.ts';
import { RUN_ROWS, TASK_ROWS } from './roles/runs.ts';
import { SKILL_ROWS } from './roles/skills.ts';

/** Every route. */
const TABLE: readonly Row[] = [
  ...OPEN_ROWS,
  ...PAGE_ROWS,
  ...CHAT_ROWS,
  ...RUN_ROWS,
  ...TASK_ROWS,
  ...SKILL_ROWS,
  ...SNIPPET_ROWS,
  ...MODEL_AND_TOOL_ROWS,
  ...PEOPLE_ROWS,
  ...OPERATION_ROWS,
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

  it.each(TABLE)('SEC-01, API-04 $route: anonymous, editor, administrator', async (row) => {
    const world = await createHttpWorld(openFresh);
    const prepared = await prepare(world);
    const [method = '', route = ''] = row.route.split(' ');
    for (const [index, [asking, who]] of ROLES.entries()) {
      const asked = { ...prepared, asking };
      const response = await world.ask(
        method === 'ALL' ? 'POST' : method,
        row.path?.(asked) ?? route,
        { who, body: row.body?.(asked) },
      );
      expect([asking, response.status]).toEqual([asking, row.cells[index]]);
      expect([asking, await undescribed(row.route, response)]).toEqual([asking, null]);
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

async function prepare(world: HttpWorld): Promise<Omit<Prepared, 'asking'>> {
  const known = await world.stores.skills.skill(world.processUid);
  if (known === null) throw new Error('no skill');
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
  const tone = { name: 'Tone', text: 'Write plainly.' };
  const { uid: snippetUid } = await world.snippets.create(tone, ADMIN);
  const task = { ...TASK, inputs: [], identifier: 'teaser' };
  const { uid: taskUid } = await world.tasks.create(task, ADMIN);
  const provider = await world.modelService.addProvider(
    { identifier: 'p', name: 'P', kind: 'ollama', trustZone: 'local' },
    ADMIN,
  );
  const { models } = await world.modelService.addModel(provider.uid, { modelId: 'm' }, ADMIN);
  const { uid: mcpServerUid } = await world.remoteServers.add(MCP_SERVER, ADMIN);
  const { groupId, accountId } = await preparePeople(world);
  const { view: webhook } = await world.webhooks.service.add(WEBHOOK, ADMIN);
  const { id: deliveryId } = await world.webhooks.service.test(webhook.id, ADMIN);
  return {
    ...world,
    groupId,
    accountId,
    webhookId: webhook.id,
    deliveryId,
    conversations,
    runUuid,
    taskUid,
    sourceUid,
    providerUid: provider.uid,
    mcpServerUid,
    modelUid: models[0]?.uid ?? 0,
    snippetUid,
    digest: versionDigest(known.version),
  };
}

/** Entries of the router that are no routes: what runs before them. */
const MIDDLEWARE = new Set([
  'ALL /*',
  'ALL /embed/sign-in',
  'ALL /preview/*',
  'ALL /preview-asset/*',
]);
