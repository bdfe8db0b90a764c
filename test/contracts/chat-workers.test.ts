import { expect, it } from 'vitest';
import type { Clock } from '../../src/base/index.ts';
import type { ModelRequest } from '../../src/models/index.ts';
import type { ScriptedAnswer } from '../../src/testing/index.ts';
import { createChatService } from '../../src/chat/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createWorld, EDITOR, progress, setFields, told, type World } from './chat-world.ts';

/** Does what the wake-ups ask for on another server, until nothing is left to do. */
async function settleOn(server: ReturnType<World['anotherServer']>, world: World) {
  for (let call = world.calls.shift(); call !== undefined; call = world.calls.shift()) {
    if (call.topic === 'conversation') await server.processConversation(call.id);
  }
}

/** The model's answer, at whose beginning the server is told to stop. */
const stopping =
  (world: World, answer: ScriptedAnswer) =>
  (_request: ModelRequest): ScriptedAnswer => {
    world.runtime.handOver();
    return answer;
  };

describeEachDatabase('a conversation among several servers', (openFresh) => {
  it('CHT-08, DUR-03 a server that stops hands its turn over: what was said stays, and the next server ends it', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(stopping(world, { text: 'First I count.', calls: [progress(1, 2)] }), {
      text: 'Then I answer.',
    });
    expect(told(await world.send(uuid, 'Hi'))).toEqual(['user:Hi', 'assistant:First I count.']);
    expect(await world.view(uuid)).toMatchObject({ status: 'processing' });
    expect(await world.anotherServer().resumeInterrupted()).toBe(1);
    await settleOn(world.anotherServer(), world);
    expect(told(await world.view(uuid))).toEqual([
      'user:Hi',
      'assistant:First I count.',
      'assistant:Then I answer.',
    ]);
    expect(world.model.requests).toHaveLength(2);
  });

  it('CHT-08, WRT-06 an approval carried out by a server that stops reads as applied, not as to be checked', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [progress(1, 2), setFields(world.page, { description: 'New' })] });
    const { card } = await world.send(uuid, '', world.processUid);
    world.runtime.handOver();
    await world.chat.decide(EDITOR, uuid, { cardDigest: card?.digest ?? '', answer: 'approve' });
    await world.chat.processConversation(uuid);
    expect(told(await world.view(uuid)).at(-1)).toBe('outcome:applied');
    world.model.add({ text: 'Done.' });
    await settleOn(world.anotherServer(), world);
    expect(told(await world.view(uuid))).toEqual(['user:', 'outcome:applied', 'assistant:Done.']);
  });

  it('CHT-08 a message sent the moment an answer shows is not lost, though its worker found the conversation still held', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const other = world.anotherServer();
    world.model.add({ text: 'One.' }, { text: 'Two.' });
    const leaving = heldLeave(world.clock);
    const first = createChatService({ ...world.deps, clock: leaving.clock });
    await first.sendMessage(EDITOR, uuid, { text: 'Hi' });
    world.calls.length = 0;
    const working = first.processConversation(uuid);
    await leaving.reached;
    await other.sendMessage(EDITOR, uuid, { text: 'And?' });
    await settleOn(other, world);
    expect(told(await world.view(uuid)).at(-1)).toBe('user:And?');
    leaving.goOn();
    await working;
    await settleOn(other, world);
    expect(told(await world.view(uuid))).toEqual([
      'user:Hi',
      'assistant:One.',
      'user:And?',
      'assistant:Two.',
    ]);
  });
});

/** A clock that keeps a worker from giving its conversation back: its heartbeat ends late. */
function heldLeave(clock: Clock) {
  let goOn: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const sleep: Clock['sleep'] = (_ms, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reach();
        void released.then(() => {
          reject(new Error('told to end'));
        });
      });
    });
  return { clock: { now: () => clock.now(), sleep }, reached, goOn };
}
