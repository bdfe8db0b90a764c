import { expect, it } from 'vitest';
import type { PlaygroundRequest } from '../../src/contracts/index.ts';
import { createPlayground } from '../../src/runs/index.ts';
import { describeEachDatabase, type OpenFresh } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, setFields, type World } from './chat-world.ts';

async function open(openFresh: OpenFresh) {
  const world = await createWorld(openFresh);
  const playground = createPlayground(world.runtime);
  const configuration = await world.stores.configurations.defaultConfiguration();
  const request = (more: Partial<PlaygroundRequest> = {}): PlaygroundRequest => ({
    configurationUid: configuration?.uid ?? 0,
    text: 'Which pages lack a description?',
    skillUids: [],
    snippetUids: [],
    ...more,
  });
  return { ...world, playground, request };
}

/** A snippet that is marked, and may so join a system message of the caller's. */
async function marked(world: World) {
  const snippet = await world.snippets.create({ name: 'Tone', text: 'Write plainly.' }, ADMIN);
  return world.snippets.mark(snippet.uid, snippet.digest, ADMIN);
}

describeEachDatabase('playground', (openFresh) => {
  it('a rehearsal shows word for word what the run then sends, and neither calls nor stores anything', async () => {
    const world = await open(openFresh);
    const approved = await world.createSkill({ name: 'Approved', process: false });
    const waiting = await world.createSkill({ name: 'Waiting', process: false, approve: false });
    const snippet = await marked(world);
    const requests = [
      world.request(),
      world.request({ skillUids: [approved, waiting], snippetUids: [snippet.uid] }),
      world.request({ systemMessage: 'You are terse.', skillUids: [approved] }),
      world.request({ tools: ['set_fields'], maxIterations: 2 }),
      world.request({ tools: [] }),
    ];
    for (const request of requests) {
      const rehearsal = await world.playground.rehearse(request, ADMIN);
      const before = requests.indexOf(request);
      expect(world.model.requests).toHaveLength(before);
      expect(await world.runtime.list(ADMIN)).toHaveLength(before);
      world.model.add({ text: 'Done.' });
      const { uuid } = await world.playground.start(request, ADMIN);
      await world.runtime.runQueued(uuid);
      const sent = world.model.requests.at(-1);
      expect(rehearsal.messages).toEqual(
        sent?.messages.map(({ role, content }) => ({ role, content })),
      );
      expect(rehearsal.tools).toEqual(sent?.tools);
      expect(rehearsal).toMatchObject({ fits: true, model: 'scripted' });
    }
    const [, forced] = await Promise.all(
      requests.map((each) => world.playground.rehearse(each, ADMIN)),
    );
    expect(forced?.pins.map(({ name }) => name)).toEqual(['Approved']);
    // What is not approved is there as a quotation only.
    const [system, user] = forced?.messages ?? [];
    expect(system?.content).toContain('Write plainly.');
    expect(system?.content).not.toContain('Waiting');
    expect(user?.content).toContain('Waiting');
    world.model.finish();
  });

  it('is for administrators; what a start refuses it refuses, and says what would not be sent', async () => {
    const world = await open(openFresh);
    await expect(world.playground.rehearse(world.request(), EDITOR)).rejects.toMatchObject({
      code: 'not_permitted',
    });
    await expect(world.playground.start(world.request(), EDITOR)).rejects.toMatchObject({
      code: 'not_permitted',
    });
    await expect(
      world.playground.rehearse(world.request({ configurationUid: 99 }), ADMIN),
    ).rejects.toMatchObject({ code: 'configuration_access' });
    // A process is never forced (PRC-02).
    const forced = await world.playground.rehearse(
      world.request({ skillUids: [world.processUid] }),
      ADMIN,
    );
    expect(forced.pins).toEqual([]);
    expect(forced.notices).toMatchObject([{ data: { skillUid: world.processUid } }]);
  });

  it('PRC-04 a run of the playground is decided in the inbox, a process run is refused there, its initiator included', async () => {
    const world = await open(openFresh);
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] }, { text: 'Done.' });
    const { uuid } = await world.playground.start(world.request(), ADMIN);
    await world.runtime.runQueued(uuid);
    const waiting = await world.runtime.status(uuid, ADMIN);
    const approval = { approved: true, cardDigest: waiting?.card?.digest ?? '' } as const;
    expect(
      await world.runtime.inbox.approve(uuid, approval, {
        actor: { ...ADMIN, grants: ['approve_own_changes'] },
      }),
    ).toMatchObject({ outcome: 'completed' });

    world.model.add({ calls: [setFields(world.page, { description: 'Newer' })] });
    const { uuid: conversation } = await world.open();
    await world.send(conversation, 'Go', world.processUid);
    const [process] = await world.runtime.waiting(ADMIN);
    for (const actor of [ADMIN, EDITOR]) {
      await expect(
        world.runtime.inbox.approve(
          process?.run.uuid ?? '',
          { approved: true, cardDigest: process?.run.card?.digest ?? '' },
          { actor },
        ),
      ).rejects.toMatchObject({ code: 'decide_in_chat' });
    }
    world.model.finish();
  });
});
