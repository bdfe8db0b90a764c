import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { CreateTask } from '../../src/contracts/index.ts';
import { MIGRATIONS } from '../../src/adapters/storage/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, READER, setFields } from './chat-world.ts';

const WRITER = { ...EDITOR, userId: 'writer', name: 'Willa', grants: ['tasks_use'] as const };

const TEASER: CreateTask = {
  identifier: 'teaser',
  name: 'Teaser',
  description: 'Two sentences for the front page.',
  category: 'content',
  configurationUid: null,
  promptTemplate: 'Write a teaser in the tone {{tone}} for:\n{{text}}',
  inputs: [
    { name: 'tone', label: 'Tone', kind: 'choice', required: true, options: ['warm', 'plain'] },
    { name: 'text', label: 'Text', kind: 'text', required: true, options: [] },
  ],
  outputFormat: 'plain',
  isActive: true,
};

async function open(openFresh: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(openFresh);
  world.people.set(WRITER.userId, WRITER);
  return world;
}

const refused = (code: string, more: object = {}) =>
  expect.objectContaining({ code, ...more }) as unknown;

describeEachDatabase('tasks', (openFresh) => {
  it('TSK-01 a task is one prompt and one answer: one model call without a tool, whatever the model asks for', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TEASER, ADMIN);
    world.model.add({
      text: 'A warm welcome.',
      calls: [setFields(world.page, { description: 'Overwritten' })],
    });
    const answer = await world.tasks.run(
      uid,
      { inputs: { tone: 'warm', text: 'The mill. {{tone}}' }, skillUids: [] },
      WRITER,
    );
    expect(answer).toMatchObject({
      taskName: 'Teaser',
      status: 'completed',
      termination: 'completed',
      text: 'A warm welcome.',
      outputFormat: 'plain',
      isJson: null,
      notices: [],
      applied: [],
      isMine: true,
      model: world.model.name,
      usage: { promptTokens: expect.any(Number) as number },
    });
    // The same is in the list, under the same name.
    expect(await world.tasks.results(WRITER)).toMatchObject([{ uuid: answer.uuid }]);
    expect(world.model.requests).toHaveLength(1);
    expect(world.model.requests[0]?.tools).toEqual([]);
    // What was given fills its own place and is no template itself.
    expect(world.model.requests[0]?.messages.at(-1)).toEqual({
      role: 'user',
      content: 'Write a teaser in the tone warm for:\nThe mill. {{tone}}',
    });
    const page = await world.host.readPage(world.page, ADMIN);
    expect(page?.page.fields['description']).toBe('Old words');
    world.model.finish();
  });

  it('TSK-01 creates no agent run, whether there is an answer or none', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TEASER, ADMIN);
    const run = { inputs: { tone: 'warm', text: 'x' }, skillUids: [] };
    world.model.add({ text: 'Done.' });
    await world.tasks.run(uid, run, WRITER);
    world.model.add(() => {
      throw new AppError('provider_failed', 'The provider is not there.', {
        data: { failureClass: 'connection' },
      });
    });
    expect(await world.tasks.run(uid, run, WRITER)).toMatchObject({
      status: 'failed',
      termination: 'provider_failed',
      text: 'The provider is not there.',
      usage: null,
    });
    expect(world.calls).toEqual([]);
    expect(await world.runtime.list(ADMIN)).toEqual([]);
    const { rows } = await sql`select 1 from run union all select 1 from run_event`.execute(
      world.database.database.reads,
    );
    expect(rows).toEqual([]);
    expect(await world.tasks.results(WRITER)).toHaveLength(2);
  });

  it('SEC-05 an answer is given whole and kept as the level says; nobody else reads it', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TEASER, ADMIN);
    const run = { inputs: { tone: 'warm', text: 'x' }, skillUids: [] };
    const text = 'Write to ada@example.org. ' + 'a'.repeat(3_000);
    const stored = async (uuid: string) => (await world.stores.tasks.result(uuid))?.answer ?? null;
    for (const [level, kept] of [
      ['none', null],
      ['metadata', null],
      ['redacted', expect.stringMatching(/^Write to \[e-mail\]\. a{1980}…$/) as string],
      ['full', text],
    ] as const) {
      world.model.add({ text });
      const tasks = world.tasksAt(level);
      const answer = await tasks.run(uid, run, WRITER);
      expect(answer).toMatchObject({ text, keptAs: level, characters: 3_026 });
      expect(await tasks.result(answer.uuid, WRITER)).toEqual({ ...answer, text: kept });
      // What is kept is sealed, and for the person it was given to.
      expect((await stored(answer.uuid)) === null).toBe(kept === null);
      expect((await stored(answer.uuid)) ?? '').not.toContain('Write');
      expect(await tasks.result(answer.uuid, ADMIN)).toMatchObject({ text: null, isMine: false });
      await expect(tasks.result(answer.uuid, EDITOR)).rejects.toEqual(refused('not_found'));
    }
    expect((await world.tasks.results(ADMIN)).map((each) => each.text)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(await world.tasks.results(EDITOR)).toEqual([]);
  });

  it('TOL-05 a text more confidential than the model may see is not sent, and nothing is kept', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TEASER, ADMIN);
    const run = { inputs: { tone: 'warm', text: 'x' }, skillUids: [] };
    const house = await world.createSkill({ name: 'House', process: false });
    await world.tasks.attach(uid, { skillUid: house, loadMode: 'always' }, ADMIN);
    await world.skills.setDataClass(house, 'internalConfiguration', ADMIN);
    const tasks = world.tasksAt('metadata', 'editorContent');
    await expect(tasks.run(uid, run, WRITER)).rejects.toEqual(
      refused('context_blocked', { data: { name: 'House' } }),
    );
    expect(world.model.requests).toEqual([]);
    expect(await world.tasks.results(ADMIN)).toEqual([]);
    await world.skills.setDataClass(house, 'editorContent', ADMIN);
    world.model.add({ text: 'Done.' });
    expect(await tasks.run(uid, run, WRITER)).toMatchObject({ status: 'completed' });
  });

  it('TSK-01, PRC-02 a process is never part of a task: not attached always, not picked, and left out when it became one', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TEASER, ADMIN);
    const inputs = { tone: 'warm', text: 'x' };
    const process = { skillUid: world.processUid };
    await expect(
      world.tasks.attach(uid, { ...process, loadMode: 'always' }, ADMIN),
    ).rejects.toEqual(
      refused('process_in_task', {
        message:
          '“SEO” is a process: it is started beside a page, in a conversation. A task is one prompt and one answer.',
      }),
    );
    await world.tasks.attach(uid, { ...process, loadMode: 'on_demand' }, ADMIN);
    await expect(
      world.tasks.run(uid, { inputs, skillUids: [world.processUid] }, WRITER),
    ).rejects.toEqual(refused('process_in_task'));

    const plain = await world.createSkill({ name: 'Tone', process: false });
    await world.tasks.attach(uid, { skillUid: plain, loadMode: 'always' }, ADMIN);
    const { skills } = world;
    const text = { description: 'About Tone', body: 'Do Tone.', allowedTools: null };
    const review = await skills.edit(plain, { ...text, name: 'Tone', process: true }, ADMIN);
    await skills.approve(plain, review.digest, ADMIN);
    world.model.add({ text: 'Done.' });
    const answer = await world.tasks.run(uid, { inputs, skillUids: [] }, WRITER);
    expect(answer.notices).toMatchObject([{ code: 'process_skipped', data: { name: 'Tone' } }]);
    const sent = JSON.stringify(world.model.requests[0]?.messages);
    expect(sent).not.toContain('Do Tone.');
    expect(sent).not.toContain('Do SEO.');
  });

  it('TSK-01 a skill that is switched off is left out, by its name and with the reason', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TEASER, ADMIN);
    const skillUid = await world.createSkill({ name: 'House', process: false });
    await world.tasks.attach(uid, { skillUid, loadMode: 'always' }, ADMIN);
    await world.skills.setEnabled(skillUid, false, ADMIN);
    world.model.add({ text: 'Done.' });
    const inputs = { tone: 'warm', text: 'x' };
    const { notices } = await world.tasks.run(uid, { inputs, skillUids: [] }, WRITER);
    expect(notices).toEqual([
      { code: 'skill_not_available', data: { skillUid, name: 'House', reason: 'switched_off' } },
    ]);
  });

  it('TSK-01 there is no step table and no workflow engine', () => {
    const names = MIGRATIONS.map(({ name }) => name).join(' ');
    expect(names).not.toMatch(/step|workflow|state.?machine/i);
  });

  it('TSK-01, CMP-01, CMP-02 its skills: always ones and picked ones; an instruction in the system message, other text in the fence', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TEASER, ADMIN);
    const always = await world.createSkill({ name: 'House', process: false });
    const picked = await world.createSkill({ name: 'Draft', process: false, approve: false });
    const left = await world.createSkill({ name: 'Left', process: false });
    await world.tasks.attach(uid, { skillUid: always, loadMode: 'always' }, ADMIN);
    for (const skillUid of [picked, left]) {
      await world.tasks.attach(uid, { skillUid, loadMode: 'on_demand' }, ADMIN);
    }
    world.model.add({ text: 'Done.' });
    const inputs = { tone: 'plain', text: 'x' };
    const answer = await world.tasks.run(uid, { inputs, skillUids: [picked] }, WRITER);
    expect(answer.applied).toEqual([
      { skillUid: always, name: 'House', as: 'instruction' },
      { skillUid: picked, name: 'Draft', as: 'reference' },
    ]);
    const [system, user] = world.model.requests[0]?.messages ?? [];
    expect(system?.content).toContain('Do House.');
    expect(system?.content).not.toContain('Do Draft.');
    expect(user?.content).toContain('Do Draft.');
    expect(JSON.stringify(world.model.requests[0])).not.toContain('Do Left.');
    await expect(
      world.tasks.run(uid, { inputs, skillUids: [always + 1_000] }, WRITER),
    ).rejects.toEqual(refused('skill_not_attached'));
  });

  it('TSK-01 people with the right list and run what is open to them; administrators write', async () => {
    const world = await open(openFresh);
    const { uid, version } = await world.tasks.create(TEASER, ADMIN);
    const run = { inputs: { tone: 'warm', text: 'x' }, skillUids: [] };
    expect(await world.tasks.list(WRITER)).toMatchObject([{ identifier: 'teaser' }]);
    expect(await world.tasks.list(READER)).toEqual([]);
    await expect(world.tasks.run(uid, run, READER)).rejects.toEqual(refused('not_found'));
    for (const write of [
      world.tasks.create({ ...TEASER, identifier: 'b' }, WRITER),
      world.tasks.edit(uid, { ...TEASER, version }, WRITER),
      world.tasks.attach(uid, { skillUid: 1, loadMode: null }, WRITER),
      world.tasks.options(WRITER),
    ]) {
      await expect(write).rejects.toEqual(refused('not_permitted'));
    }
    await world.tasks.edit(uid, { ...TEASER, isActive: false, version }, ADMIN);
    expect(await world.tasks.list(WRITER)).toEqual([]);
    await expect(world.tasks.show(uid, WRITER)).rejects.toEqual(refused('not_found'));
    await expect(world.tasks.edit(uid, { ...TEASER, version }, ADMIN)).rejects.toEqual(
      refused('task_changed'),
    );
    expect(await world.tasks.show(uid, ADMIN)).toMatchObject({ version: 2, isActive: false });
  });

  it('TSK-01 bad input is refused with the field, and nothing is asked or kept', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(
      {
        ...TEASER,
        promptTemplate: '{{page}} {{tone}}',
        inputs: [
          { name: 'page', label: 'Page', kind: 'page', required: true, options: [] },
          { name: 'tone', label: 'Tone', kind: 'choice', required: false, options: ['warm'] },
        ],
      },
      ADMIN,
    );
    const page = String(world.page);
    for (const [inputs, field, problem] of [
      [{}, 'page', 'missing'],
      [{ page, tone: 'loud' }, 'tone', 'not_an_option'],
      [{ page, other: 'x' }, 'other', 'unknown'],
      [{ page: '999999' }, 'page', 'unreadable'],
      [{ page: 'about' }, 'page', 'unreadable'],
    ] as const) {
      await expect(
        world.tasks.run(uid, { inputs: { ...inputs }, skillUids: [] }, WRITER),
      ).rejects.toEqual(refused('task_input_invalid', { data: { field, problem } }));
    }
    expect(await world.tasks.results(ADMIN)).toEqual([]);
    expect(world.model.requests).toEqual([]);
    await expect(world.tasks.create(TEASER, ADMIN)).rejects.toEqual(
      refused('invalid_request', { data: { field: 'identifier' } }),
    );
    const bad = { ...TEASER, identifier: 'bad', promptTemplate: '{{nobody}}' };
    await expect(world.tasks.create(bad, ADMIN)).rejects.toEqual(
      refused('invalid_request', { data: { field: 'promptTemplate' } }),
    );
    world.model.add({ text: 'Read.' });
    await world.tasks.run(uid, { inputs: { page }, skillUids: [] }, WRITER);
    expect(world.model.requests[0]?.messages.at(-1)?.content).toContain('A first text.');
  });

  it('TSK-01 a JSON task asks for JSON and says whether the answer is', async () => {
    const world = await open(openFresh);
    const json = { ...TEASER, outputFormat: 'json' as const };
    const { uid } = await world.tasks.create(json, ADMIN);
    const run = { inputs: { tone: 'warm', text: 'x' }, skillUids: [] };
    for (const [text, isJson] of [
      ['{"a":1}', true],
      ['```json\n[1]\n```', true],
      ['Sure: {"a":1}', false],
    ] as const) {
      world.model.add({ text });
      expect(await world.tasks.run(uid, run, WRITER)).toMatchObject({ text, isJson });
    }
    expect(world.model.requests[0]?.messages.at(-1)?.content).toContain(
      'Answer with one JSON value and nothing else.',
    );
  });
});
