import { expect, it } from 'vitest';
import {
  ALL_CONTENT_RIGHTS,
  EDITOR_CONTENT_RIGHTS,
  type ContentRights,
} from '../../src/actors/index.ts';
import {
  createListOpenPointsTool,
  createOpenPointLists,
  createSlashMenu,
} from '../../src/chat/index.ts';
import { createAgentRuntime } from '../../src/runs/index.ts';
import { createToolRegistry, type Tool } from '../../src/tools/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import {
  ADMIN,
  createWorld,
  EDITOR,
  progress,
  READER,
  setFields,
  told,
  type World,
} from './chat-world.ts';

async function waitingProcess(world: World, fields: Record<string, string>) {
  const { uuid } = await world.chat.create(EDITOR, { page: world.page, locale: 'de' });
  world.model.add({ calls: [setFields(world.page, fields)] });
  const view = await world.send(uuid, '', world.processUid);
  expect(view.status).toBe('awaiting_approval');
  return { uuid };
}

function withRights(rights: Partial<ContentRights>) {
  return { ...EDITOR, rights: { ...EDITOR_CONTENT_RIGHTS, ...rights } };
}

async function record(
  world: World,
  points: readonly { field: string; uid?: number; skill?: number }[],
) {
  await world.transactions.transact((tx) =>
    world.stores.openPoints.within(tx).record(
      points.map(({ field, uid = world.page, skill = world.processUid }, index) => ({
        id: `p${String(index).padStart(4, '0')}`,
        skillUid: skill,
        subject: { table: 'pages', uid: world.page },
        target: { table: 'pages', uid },
        field,
        recordedBy: EDITOR.userId,
        atMs: index,
      })),
    ),
  );
}

describeEachDatabase('open points', (openFresh) => {
  it('OPN-01, OPN-06, CHT-05 a skip records a point for each field the card named, under process and subject', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world, { description: 'New', title: 'New title' });
    world.model.add({ text: 'Next.' });
    const after = await world.answer(uuid, { answer: 'deny', reason: 'skip' });
    expect(told(after)).toEqual(['user:', 'outcome:skipped', 'assistant:Next.']);
    const page = { table: 'pages', uid: world.page };
    const key = { skillUid: world.processUid, subject: page, target: page, recordedBy: 'editor' };
    const points = await world.points();
    expect(points).toHaveLength(2);
    expect(points).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...key, field: 'description' }),
        expect.objectContaining({ ...key, field: 'title' }),
      ]),
    );
    const denial = world.model.requests.at(-1)?.messages.at(-1);
    expect(denial?.content).toContain('reason=skip');
  });

  it('OPN-02 variant records nothing; CHT-04 earlier variants stay with the card until it is decided', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world, { description: 'First try' });
    world.model.add(
      { calls: [setFields(world.page, { description: 'Second try' })] },
      { calls: [setFields(world.page, { description: 'Third try' })] },
      { text: 'Kept.' },
    );
    await world.answer(uuid, { answer: 'deny', reason: 'variant' });
    const third = await world.answer(uuid, { answer: 'deny', reason: 'variant' });
    expect(third.earlierVariants.map(([field]) => field?.after)).toEqual([
      'First try',
      'Second try',
    ]);
    expect(await world.points()).toEqual([]);
    const done = await world.answer(uuid, { answer: 'deny', reason: 'keep' });
    expect(told(done)).toEqual([
      'user:',
      'outcome:variant',
      'outcome:variant',
      'outcome:kept',
      'assistant:Kept.',
    ]);
    expect(done.earlierVariants).toEqual([]);
    world.model.add({ calls: [setFields(world.page, { description: 'Fourth try' })] });
    const next = await world.send(uuid, 'Once more');
    expect(next.status).toBe('awaiting_approval');
    expect(next.earlierVariants).toEqual([]);
  });

  it('OPN-02 a denial without a reason, a withdrawal and a failed continuation record nothing', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world, { description: 'New' });
    world.model.add({ calls: [setFields(world.page, { description: 'Newer' })] });
    await world.answer(uuid, { answer: 'deny' });
    world.model.add({ calls: [setFields(world.page, { description: 'Newest' })] });
    await world.send(uuid, 'Wait');
    world.model.add(() => {
      throw new Error('the model broke');
    });
    const failed = await world.answer(uuid, { answer: 'deny', reason: 'skip' });
    expect(failed.status).toBe('failed');
    expect(told(failed).filter((line) => line.startsWith('outcome:'))).toEqual([
      'outcome:denied',
      'outcome:withdrawn',
      'outcome:withdrawn',
    ]);
    expect(await world.points()).toEqual([]);
  });

  it('OPN-03 an applied write closes the point on its field, whichever process recorded it, and no other', async () => {
    const world = await createWorld(openFresh);
    await record(world, [
      { field: 'description', skill: 4711 },
      { field: 'title' },
      { field: 'description' },
      { field: '' },
    ]);
    const { uuid } = await waitingProcess(world, { description: 'New' });
    world.model.add({ text: 'Done.' });
    await world.answer(uuid, { answer: 'approve' });
    expect((await world.points()).map(({ field }) => field).sort()).toEqual(['', 'title']);
  });

  it('OPN-03 an accepted keep closes the points of its target; a write that failed closes none', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description' }]);
    const failing = await waitingProcess(world, { description: 'New' });
    world.intercept.current = {
      approve: async (run, decision, options) => {
        const result = await world.runtime.approve(run, decision, options);
        // The tool of this call answered with an error.
        const steps = result.steps.map((step) =>
          step.kind === 'tool' ? { ...step, isError: true } : step,
        );
        return { ...result, steps };
      },
    };
    world.model.add({ text: 'Hm.' });
    const notApplied = await world.answer(failing.uuid, { answer: 'approve' });
    expect(told(notApplied)).toContain('outcome:not_applied');
    expect(await world.points()).toHaveLength(1);
    world.intercept.current = {};
    world.model.add({ calls: [setFields(world.page, { description: 'Again' })] });
    await world.send(failing.uuid, 'Again');
    world.model.add({ text: 'Kept.' });
    const kept = await world.answer(failing.uuid, { answer: 'deny', reason: 'keep' });
    expect(told(kept)).toContain('outcome:kept');
    expect(await world.points()).toEqual([]);
  });

  it('WRT-10, OPN-03 a write of which it is not known whether it happened asks to be checked, and closes no point', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description' }]);
    const { uuid } = await waitingProcess(world, { description: 'New' });
    const tools = world.runtimeDeps.tools.all().map((tool): Tool => {
      if (tool.name !== 'set_fields') return tool;
      return {
        ...tool,
        execute: async (...call) => {
          await tool.execute(...call);
          throw new Error('the connection broke');
        },
      };
    });
    const runtime = createAgentRuntime({
      ...world.runtimeDeps,
      tools: createToolRegistry(tools),
    });
    world.intercept.current = { approve: (...asked) => runtime.approve(...asked) };
    world.model.add({ text: 'I will look.' });
    const after = await world.answer(uuid, { answer: 'approve' });
    expect(told(after)).toContain('outcome:check');
    const outcome = after.entries.find(({ body }) => body.kind === 'outcome')?.body;
    expect(outcome).toMatchObject({ outcome: { kind: 'check', historyId: null } });
    expect(JSON.stringify(outcome)).not.toContain('carriedOut');
    expect(await world.points()).toHaveLength(1);
  });

  it('OPN-04 the prompt of a start and the read tool offer the points again, as identities the reader may see', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description' }, { field: 'title', skill: 4711 }]);
    const { uuid } = await world.open();
    world.model.add({ calls: [{ name: 'list_open_points', arguments: {} }] }, { text: 'I see.' });
    await world.send(uuid, '', world.processUid);
    const [first, second] = world.model.requests;
    const system = first?.messages[0]?.content ?? '';
    const identity = { table: 'pages', uid: world.page, field: 'description' };
    expect(system).toContain(`Open points: ${JSON.stringify([identity])}`);
    expect(system).not.toContain('Old words');
    const result = second?.messages.at(-1);
    expect(JSON.parse(result?.content ?? '')).toEqual([identity]);
  });

  it('OPN-04 the tool shows a reader without the right nothing', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description' }]);
    const tool = createListOpenPointsTool(world.chat.openPoints);
    const run = {
      uuid: 'r',
      subject: { table: 'pages', uid: world.page },
      processSkillUid: null,
    } as const;
    const signal = new AbortController().signal;
    const read = async (actor: typeof EDITOR) =>
      JSON.parse((await tool.execute({}, { actor, run, signal })).content) as unknown;
    expect(await read(EDITOR)).toHaveLength(1);
    expect(await read(withRights({ readTables: ['content'] }))).toEqual([]);
  });

  it('OPN-05, OPN-07 the list is newest first, with page, language, identifier and a sentence of labels and title', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description' }, { field: 'title' }]);
    const [title, description] = await world.chat.openPoints.list(EDITOR);
    expect(title).toMatchObject({
      skillUid: world.processUid,
      page: world.page,
      pageTitle: 'About us',
      language: 'en',
      target: { table: 'pages', uid: world.page },
      field: 'title',
      place: { record: { en: 'Page', de: 'Seite' }, number: null },
      atMs: 1,
    });
    const skill = await world.stores.skills.skill(world.processUid);
    expect(title?.skillIdentifier).toBe(skill?.identifier);
    const { recordTypes } = await world.host.describe(EDITOR);
    const label = recordTypes
      .find(({ table }) => table === 'pages')
      ?.fields.find(({ name }) => name === 'description')?.label;
    expect(description?.sentence).toEqual({
      en: `“About us”: ${label?.en ?? ''} is still open`,
      de: `„About us“: ${label?.de ?? ''} ist noch offen`,
    });
  });

  it('OPN-07 a field that is empty now is said to be missing', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description', uid: await home(world) }]);
    const [point] = await world.chat.openPoints.list(EDITOR);
    expect(point?.sentence.en).toMatch(/^“Home”: .* is missing$/);
    expect(point?.sentence.de).toMatch(/^„Home“: .* fehlt$/);
  });

  it('OPN-05 page, table, language and field rights are asked before the limit', async () => {
    const world = await createWorld(openFresh);
    const many = Array.from({ length: 450 }, () => ({ field: 'description', uid: 0 }));
    // 450 newer points the reader cannot see, behind them one he can.
    await record(world, [
      { field: 'description' },
      ...many.map((point, index) => ({ ...point, uid: 100_000 + index })),
    ]);
    const list = (rights: Partial<ContentRights>, limit = 1) =>
      world.chat.openPoints.list(withRights(rights), { limit });
    expect(await list({})).toHaveLength(1);
    expect(await list({ readTables: ['content'] })).toEqual([]);
    expect(await list({ languages: ['fr'] })).toEqual([]);
    expect(await list({ pages: ['elsewhere'] })).toEqual([]);
    expect(await list({ writeTables: ['content'] })).toEqual([]);
    expect(await list({}, 0)).toEqual([]);
  });

  it('OPN-05 table and language rights are asked even where the host answers for everybody', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description' }]);
    const { host } = world;
    const lists = createOpenPointLists({
      openPoints: world.stores.openPoints,
      skills: world.stores.skills,
      host: {
        ...host,
        describe: () => host.describe(ADMIN),
        pageOf: (target) => host.pageOf(target, ADMIN),
        readPage: (page) => host.readPage(page, ADMIN),
        mayWrite: () => Promise.resolve(true),
      },
    });
    expect(await lists.list(withRights({}))).toHaveLength(1);
    expect(await lists.list(withRights({ readTables: ['content'] }))).toEqual([]);
    expect(await lists.list(withRights({ languages: ['fr'] }))).toEqual([]);
  });

  it('OPN-08 a point whose record cannot be resolved is not listed and not deleted', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: 'description', uid: 987_654 }]);
    expect(await world.chat.openPoints.list(ADMIN)).toEqual([]);
    expect(await world.points()).toHaveLength(1);
  });

  it('OPN-05 a point without a field carries the label of its record type (decisions §76)', async () => {
    const world = await createWorld(openFresh);
    await record(world, [{ field: '' }]);
    const { recordTypes } = await world.host.describe(ADMIN);
    const label = recordTypes.find(({ table }) => table === 'pages')?.label.en ?? '?';
    const [point] = await world.chat.openPoints.list({ ...ADMIN, rights: ALL_CONTENT_RIGHTS });
    expect(point?.sentence.en).toBe(`“About us”: ${label} is still open`);
  });

  it('CHT-06 the slash menu counts the page’s points, and has processes only for who may approve and without four-eyes', async () => {
    const world = await createWorld(openFresh);
    const guide = await world.createSkill({ name: 'Guide', process: false });
    await record(world, [{ field: 'description' }, { field: 'title' }]);
    const menu = createSlashMenu({
      skills: world.skills,
      configurations: world.stores.configurations,
      openPoints: world.chat.openPoints,
    });
    const uids = async (actor: typeof EDITOR) =>
      (await menu.entries(actor, world.page)).map(({ uid, openPoints }) => [uid, openPoints]);
    expect(await uids(EDITOR)).toEqual([
      [world.processUid, 2],
      [guide, 0],
    ]);
    expect(await uids(READER)).toEqual([[guide, 0]]);
    await world.setFourEyes(true);
    expect(await uids(EDITOR)).toEqual([[guide, 0]]);
  });

  it('CHT-09 the tour’s summary holds the outcomes since its start, and shows what was undone (decisions §75)', async () => {
    const world = await createWorld(openFresh);
    const first = await waitingProcess(world, { description: 'One' });
    world.model.add({ calls: [setFields(world.page, { title: 'Two' })] });
    await world.answer(first.uuid, { answer: 'approve' });
    world.model.add({ calls: [progress(2, 2, true)] }, { text: 'Done.' });
    const done = await world.answer(first.uuid, { answer: 'deny', reason: 'skip' });
    expect(told(done).at(-1)).toBe('tour:applied,skipped');
    const applied = done.entries.find(({ body }) => body.kind === 'outcome')?.body;
    const historyId = applied?.kind === 'outcome' ? applied.outcome.historyId : null;
    expect(historyId).not.toBeNull();
    await world.host.undo(historyId ?? '', { actor: EDITOR, runUuid: null });
    await world.chat.markUndone(historyId ?? '');
    const undone = await world.view(first.uuid);
    const summary = undone.entries.at(-1)?.body;
    expect(summary).toMatchObject({
      outcomes: [
        { kind: 'applied', undone: true },
        { kind: 'skipped', undone: false },
      ],
    });
    expect(await world.points()).toHaveLength(1);
    await world.chat.markUndone(historyId ?? '', false);
    expect((await world.view(first.uuid)).entries.at(-1)?.body).toMatchObject({
      outcomes: [{ undone: false }, { undone: false }],
    });
  });
});

async function home(world: World): Promise<number> {
  const uid = await world.host.findPage('index.md', ADMIN);
  if (uid === null) throw new Error('no home page');
  return uid;
}
