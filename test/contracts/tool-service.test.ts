import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, setFields, type World } from './chat-world.ts';

async function toolOf(world: World, name: string) {
  const groups = await world.tools.list(ADMIN);
  const tool = groups.flatMap(({ tools }) => tools).find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

const refused = (code: string) => expect.objectContaining({ code }) as unknown;

describeEachDatabase('tools and their switches', (openFresh) => {
  it('TOL-01, TOL-02 lists tools by group with what they do, and names the first gate that says no', async () => {
    const world = await createWorld(openFresh);
    const groups = await world.tools.list(ADMIN);
    expect(groups.map(({ group }) => group)).toEqual([...groups.map(({ group }) => group)].sort());
    expect(await toolOf(world, 'set_fields')).toMatchObject({
      effect: 'idempotent_write',
      requiresApproval: true,
      dataClass: 'editorContent',
      switch: null,
      enabled: true,
      notOffered: [],
    });
    await world.transactions.transact((tx) =>
      world.stores.configurations
        .within(tx)
        .update(1, { allowedToolGroups: ['process'] }, world.clock.now()),
    );
    const reasons = async () =>
      (await toolOf(world, 'set_fields')).notOffered.map(({ reason }) => reason);
    expect(await reasons()).toEqual(['configurationGroup']);
    // The switch is asked before the configuration.
    await world.tools.switchTool('set_fields', false, ADMIN);
    expect(await reasons()).toEqual(['toolDisabled']);
  });

  it('TOL-01, ALW-01 a tool that no attached skill lists is not offered, as in a run', async () => {
    const world = await createWorld(openFresh);
    const uid = await world.createSkill({ name: 'Lister', process: false, approve: false });
    const text = { name: 'Lister', description: 'Lists.', body: 'List.', process: false };
    await world.skills.edit(uid, { ...text, allowedTools: ['progress'] }, ADMIN);
    await world.approve(uid);
    await world.skills.setEnabled(uid, true, ADMIN);
    const reasons = async (name: string) =>
      (await toolOf(world, name)).notOffered.map(({ reason }) => reason);
    expect(await reasons('set_fields')).toEqual(['skillList']);
    expect(await reasons('progress')).toEqual([]);
    expect(await reasons('load_skill')).toEqual([]);
    const { uuid } = await world.open();
    world.model.add({ text: 'Hi.' });
    await world.send(uuid, 'Hello');
    expect(world.model.requests.at(-1)?.tools.map(({ name }) => name)).not.toContain('set_fields');
    await world.skills.setEnabled(uid, false, ADMIN);
    expect(await reasons('set_fields')).toEqual([]);
  });

  it('API-04, ALW-01 who writes skills reads which tools a skill may name, and nothing else of them', async () => {
    const world = await createWorld(openFresh);
    const author = { ...EDITOR, grants: ['skills_author' as const] };
    const names = await world.tools.names(author);
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['highlight', 'progress', 'set_fields']),
    );
    expect(names.map(({ name }) => name)).not.toContain('load_skill');
    expect(Object.keys(names[0] ?? {}).sort()).toEqual(['description', 'group', 'name']);
    await expect(world.tools.list(author)).rejects.toEqual(refused('not_permitted'));
    await expect(world.tools.names(EDITOR)).rejects.toEqual(refused('not_permitted'));
  });

  it('TOL-02 a switch beats the default, a group that is off beats both, and a run offers accordingly', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const offered = async () => {
      world.model.add({ text: 'Hi.' });
      await world.send(uuid, 'Hello');
      return world.model.requests.at(-1)?.tools.some(({ name }) => name === 'set_fields');
    };
    expect(await offered()).toBe(true);
    await world.tools.switchTool('set_fields', false, ADMIN);
    expect(await toolOf(world, 'set_fields')).toMatchObject({ switch: false, enabled: false });
    expect(await offered()).toBe(false);
    await world.tools.switchTool('set_fields', true, ADMIN);
    await world.tools.switchGroup('editing', false, ADMIN);
    expect(await toolOf(world, 'set_fields')).toMatchObject({ switch: true, enabled: false });
    expect(await offered()).toBe(false);
    await world.tools.switchGroup('editing', true, ADMIN);
    await world.tools.switchTool('set_fields', null, ADMIN);
    expect(await toolOf(world, 'set_fields')).toMatchObject({ switch: null, enabled: true });
    expect(await offered()).toBe(true);
  });

  it('TOL-01 a tool switched off while its card waits does not run when it is approved', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'One' })] });
    await world.send(uuid, 'Change it');
    await world.tools.switchTool('set_fields', false, ADMIN);
    // Its preview cannot be made any more, so a fresh card says that first.
    await world.answer(uuid, { answer: 'approve' });
    world.model.add({ text: 'It is off.' });
    await world.answer(uuid, { answer: 'approve' });
    const page = await world.host.readPage(world.page, ADMIN);
    expect(page?.page.fields['description']).toBe('Old words');
    expect(world.model.requests.at(-1)?.messages.at(-1)).toMatchObject({
      role: 'tool',
      isError: true,
    });
  });

  it('SEC-01 only administrators, and only what there is', async () => {
    const world = await createWorld(openFresh);
    for (const asked of [
      world.tools.list(EDITOR),
      world.tools.switchTool('set_fields', false, EDITOR),
      world.tools.switchGroup('editing', false, EDITOR),
    ]) {
      await expect(asked).rejects.toEqual(refused('not_permitted'));
    }
    await expect(world.tools.switchTool('nothing', false, ADMIN)).rejects.toEqual(
      refused('not_found'),
    );
    await expect(world.tools.switchGroup('nothing', false, ADMIN)).rejects.toEqual(
      refused('not_found'),
    );
    expect((await toolOf(world, 'set_fields')).enabled).toBe(true);
  });
});
