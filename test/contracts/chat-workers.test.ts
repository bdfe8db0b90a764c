import { expect, it } from 'vitest';
import type { Clock, Transactions } from '../../src/base/index.ts';
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

  it('CHT-08 a worker that could not be held once is held by the next beat: no other takes its conversation', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const other = world.anotherServer();
    const beats = countedBeats(world.clock);
    const database = failingOnce(world.transactions);
    const first = createChatService({ ...world.deps, ...beats.deps, ...database.deps });
    world.model.add(async () => {
      await beats.begun(1);
      database.failNext();
      world.clock.advance(20_000);
      await beats.begun(2);
      expect(database.failed()).toBe(1);
      world.clock.advance(20_000);
      await beats.begun(3);
      world.clock.advance(30_000); // 70 s since it was taken, 30 s since it was held last
      await other.processConversation(uuid);
      expect(await heldBy(world, uuid)).toBe(true);
      return { text: 'Hello.' };
    });
    await first.sendMessage(EDITOR, uuid, { text: 'Hi' });
    await first.processConversation(uuid);
    expect(told(await world.view(uuid))).toEqual(['user:Hi', 'assistant:Hello.']);
    expect(world.problems).toEqual([expect.stringContaining('could not be held')]);
  });

  it('CHT-08 a worker whose conversation another one took writes nothing more: one end is told once', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const first = createChatService({ ...world.deps, clock: withoutBeats(world.clock) });
    world.model.add({ text: 'Hello.' });
    world.intercept.current = {
      runQueued: (...args) => takenOverAfter(world.runtime.runQueued(...args), world, uuid),
    };
    await first.sendMessage(EDITOR, uuid, { text: 'Hi' });
    await settleOn(first, world);
    expect(told(await world.view(uuid))).toEqual(['user:Hi', 'assistant:Hello.']);
    expect(world.problems).toEqual([expect.stringContaining('another worker')]);
  });

  it('CHT-08, OPN-02 taken over in the middle of a decision, the card is settled once', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const first = createChatService({ ...world.deps, clock: withoutBeats(world.clock) });
    world.model.add({ calls: [progress(1, 2), setFields(world.page, { description: 'New' })] });
    const { card } = await world.send(uuid, '', world.processUid);
    world.model.add({ text: 'Next.' });
    world.intercept.current = {
      approve: (...args) => takenOverAfter(world.runtime.approve(...args), world, uuid),
    };
    const decision = { cardDigest: card?.digest ?? '', answer: 'deny', reason: 'skip' } as const;
    await first.decide(EDITOR, uuid, decision);
    await settleOn(first, world);
    expect(told(await world.view(uuid))).toEqual(['user:', 'outcome:denied', 'assistant:Next.']);
    expect(await world.points()).toEqual([]);
  });

  it('CHT-08 a worker that comes back after its conversation was taken and given back does not take it again', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const beats = countedBeats(world.clock);
    const first = createChatService({ ...world.deps, ...beats.deps });
    world.model.add(async () => {
      await beats.begun(1);
      // Taken over by a worker that found the run at work, and left again.
      const nowMs = world.clock.now() + 60_001;
      await world.transactions.transact(async (tx) => {
        const work = world.stores.conversations.within(tx);
        await work.takeWork(uuid, { owner: 'other', nowMs, untilMs: nowMs + 60_000 });
        await work.leaveWork(uuid, 'other');
      });
      world.clock.advance(20_000);
      return { text: 'Hello.' };
    });
    await first.sendMessage(EDITOR, uuid, { text: 'Hi' });
    world.calls.length = 0;
    await first.processConversation(uuid);
    expect(told(await world.view(uuid))).toEqual(['user:Hi']);
    // It asks for somebody to look, who reads the end from the run.
    await settleOn(world.anotherServer(), world);
    expect(told(await world.view(uuid))).toEqual(['user:Hi', 'assistant:Hello.']);
  });
});

/** Between the end of a run and what its worker writes of it, the worker's time runs out and another server takes over. */
async function takenOverAfter<Result>(
  ending: Promise<Result>,
  world: World,
  uuid: string,
): Promise<Result> {
  const result = await ending;
  world.clock.advance(60_001);
  await world.anotherServer().processConversation(uuid);
  return result;
}

/** Whether somebody holds a conversation now. */
async function heldBy(world: World, uuid: string): Promise<boolean> {
  const nowMs = world.clock.now();
  return world.transactions.transact(async (tx) => {
    const work = world.stores.conversations.within(tx);
    const isFree = await work.takeWork(uuid, { owner: 'a probe', nowMs, untilMs: nowMs });
    if (isFree) await work.leaveWork(uuid, 'a probe');
    return !isFree;
  });
}

/** A clock of a worker that gives no sign of life. */
function withoutBeats(clock: Clock): Clock {
  const sleep: Clock['sleep'] = (_delayMs, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new Error('told to end'));
      });
    });
  return { now: () => clock.now(), sleep };
}

/** A clock that tells when a worker has begun to wait for its nth beat. */
function countedBeats(clock: Clock) {
  let count = 0;
  const waiting: { readonly nth: number; readonly go: () => void }[] = [];
  const sleep: Clock['sleep'] = (delayMs, signal) => {
    const slept = clock.sleep(delayMs, signal);
    count += 1;
    for (const { nth, go } of waiting) if (count >= nth) go();
    return slept;
  };
  const begun = (nth: number) =>
    count >= nth
      ? Promise.resolve()
      : new Promise<void>((go) => {
          waiting.push({ nth, go });
        });
  return { deps: { clock: { now: () => clock.now(), sleep } }, begun };
}

/** Transactions of which the next one fails when told so. */
function failingOnce(transactions: Transactions) {
  let fails = false;
  let failed = 0;
  const transact: Transactions['transact'] = (work, options) => {
    if (!fails) return transactions.transact(work, options);
    fails = false;
    failed += 1;
    return Promise.reject(new Error('no database'));
  };
  return {
    deps: { transactions: { transact } },
    failNext: () => {
      fails = true;
    },
    failed: () => failed,
  };
}

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
