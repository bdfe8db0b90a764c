import { expect, it } from 'vitest';
import { createAgentRuntime, type WakeUpCall } from '../../src/runs/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, setFields, told } from './chat-world.ts';

describeEachDatabase('a run its conversation went on without', (openFresh) => {
  it('DUR-03, CHT-03 is picked up by the run worker when the server that carried out its decision stops half-way', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({
      text: 'Like this?',
      calls: [setFields(world.page, { description: 'One' })],
    });
    const waiting = await world.send(uuid, 'Change it');
    const left = waiting.runUuid ?? '';
    const cardDigest = waiting.card?.digest ?? '';
    // An ordinary card does not stop a message: its run waits on, in the inbox.
    world.model.add({ text: 'Sure.' });
    const newer = await world.send(uuid, 'Something else');
    expect(newer).toMatchObject({ status: 'idle' });
    expect(newer.runUuid).not.toBe(left);

    // Decided in the inbox by a server that stops after the write, before the model is asked again.
    const stopping = createAgentRuntime({
      ...world.runtimeDeps,
      reach: async (point) => {
        if (point === 'result.recorded') stopping.handOver();
        await Promise.resolve();
      },
    });
    const decided = await stopping.inbox.approve(
      left,
      { approved: true, cardDigest },
      { actor: ADMIN },
    );
    expect(decided.outcome).toBe('requeued');
    await world.settle();
    expect(await world.runtime.status(left, ADMIN)).toMatchObject({ status: 'queued' });

    const woken: WakeUpCall[] = [];
    const server = createAgentRuntime({
      ...world.runtimeDeps,
      wakeUp: { wake: (call) => void woken.push(call) },
    });
    await server.recoverInterrupted();
    expect(woken).toEqual([{ topic: 'run', id: left }]);
    world.model.add({ text: 'Done.' });
    for (const { topic, id } of woken) {
      if (topic === 'conversation') await world.chat.processConversation(id);
      else await server.runQueued(id);
    }
    expect(await world.runtime.status(left, ADMIN)).toMatchObject({ status: 'completed' });
    const page = await world.host.readPage(world.page, ADMIN);
    expect(page?.page.fields['description']).toBe('One');
    // The conversation is where it went, and is told what became of the card.
    await world.chat.processConversation(uuid);
    const view = await world.view(uuid);
    expect(view).toMatchObject({ status: 'idle', runUuid: newer.runUuid });
    expect(told(view)).toEqual([...told(newer), 'notice:decided_elsewhere', 'assistant:Done.']);
    world.model.finish();
  });

  it('DUR-03 the run a conversation works on is still its own to pick up', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    await world.chat.sendMessage({ ...ADMIN, userId: 'editor', isAdministrator: false }, uuid, {
      text: 'Hello',
    });
    const woken: WakeUpCall[] = [];
    const server = createAgentRuntime({
      ...world.runtimeDeps,
      wakeUp: { wake: (call) => void woken.push(call) },
    });
    await server.recoverInterrupted();
    expect(woken).toEqual([{ topic: 'conversation', id: uuid }]);
  });
});
