import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/index.ts';
import { createChatService } from '../../src/chat/index.ts';
import { createAgentRuntime } from '../../src/runs/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, progress, setFields, told, type World } from './chat-world.ts';

async function waitingProcess(world: World) {
  const { uuid } = await world.open();
  world.model.add({ calls: [progress(1, 2), setFields(world.page, { description: 'New' })] });
  const view = await world.send(uuid, '', world.processUid);
  return { uuid, runUuid: view.runUuid ?? '', cardDigest: view.card?.digest ?? '' };
}

/** An ordinary run of the editor's conversation waits for its card. */
async function waitingCard(world: World) {
  const { uuid } = await world.open();
  world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
  const view = await world.send(uuid, 'Change it');
  return { uuid, runUuid: view.runUuid ?? '', cardDigest: view.card?.digest ?? '' };
}

/** Claims a conversation for a message, as a server does that dies before it dispatches it. */
async function leaveClaim(world: World, uuid: string) {
  const row = await world.stores.conversations.conversation(uuid);
  if (row === null) throw new Error('gone');
  const set = { status: 'processing', claimedFrom: row.status } as const;
  await world.transactions.transact((tx) =>
    world.stores.conversations.within(tx).change(row, { set }, world.clock.now()),
  );
}

const SOLE = { soleServer: true };

/** The server that starts next, alone, takes up what was left, and its workers work. Returns how much was left. */
async function startNext(world: World): Promise<number> {
  const left = await world.anotherChat().resumeInterrupted(SOLE);
  await world.settle();
  return left;
}

describeEachDatabase('a conversation after a crash', (openFresh) => {
  it('CHT-08 a queued turn that nobody was woken for is run by the server that starts next', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'Hello.' });
    await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi' });
    world.calls.length = 0; // the server died before its worker looked
    expect(await startNext(world)).toBe(1);
    expect(told(await world.view(uuid))).toEqual(['user:Hi', 'assistant:Hello.']);
  });

  it('CHT-08 a recorded decision survives a restart and is carried out once', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'approve' });
    world.calls.length = 0;
    world.model.add({ text: 'Done.' });
    await startNext(world);
    await startNext(world);
    expect(told(await world.view(uuid))).toEqual(['user:', 'outcome:applied', 'assistant:Done.']);
  });

  it('CHT-08 a result that was not applied is taken over from the run: the card that waits is shown', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    const { runUuid } = await world.chat.sendMessage(EDITOR, uuid, {
      text: '',
      skillUid: world.processUid,
    });
    await world.runtime.runQueued(runUuid ?? ''); // the worker died before it told the conversation
    await world.settle();
    expect(await world.view(uuid)).toMatchObject({
      status: 'awaiting_approval',
      card: { isProcessWrite: true },
    });
  });

  it('WRT-06, OPN-03 a worker lost after the approval: check the record, nothing is closed (decisions §29)', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    await world.transactions.transact((tx) =>
      world.stores.openPoints.within(tx).record([
        {
          id: 'p',
          skillUid: world.processUid,
          subject: { table: 'pages', uid: world.page },
          target: { table: 'pages', uid: world.page },
          field: 'description',
          recordedBy: EDITOR.userId,
          atMs: 1,
        },
      ]),
    );
    world.model.add({ text: 'Done.' });
    world.intercept.current = {
      approve: async (...args) => {
        await world.runtime.approve(...args);
        throw new Error('the process died');
      },
    };
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'approve' });
    await world.settle();
    expect((await world.view(uuid)).status).toBe('processing');
    world.intercept.current = {};
    await startNext(world);
    const after = await world.view(uuid);
    expect(told(after)).toEqual(['user:', 'outcome:check', 'assistant:Done.']);
    expect(after.entries[1]?.body).toMatchObject({ outcome: { tool: 'set_fields', point: 1 } });
    expect(await world.points()).toHaveLength(1);
  });

  it('OPN-02 a worker lost after a skip was handed over records nothing', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    world.model.add({ text: 'Next.' });
    world.intercept.current = {
      approve: async (...args) => {
        await world.runtime.approve(...args);
        throw new Error('the process died');
      },
    };
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'deny', reason: 'skip' });
    await world.settle();
    world.intercept.current = {};
    await startNext(world);
    expect(told(await world.view(uuid))).toEqual(['user:', 'outcome:denied', 'assistant:Next.']);
    expect(await world.points()).toEqual([]);
  });

  it('CHT-08 a decision that died before the run took it is handed over again', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    world.intercept.current = { approve: () => Promise.reject(new Error('no database')) };
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'deny', reason: 'skip' });
    await world.settle();
    expect((await world.view(uuid)).status).toBe('processing');
    expect(await world.points()).toEqual([]);
    world.intercept.current = {};
    world.model.add({ text: 'Next.' });
    await startNext(world);
    expect(told(await world.view(uuid))).toEqual(['user:', 'outcome:skipped', 'assistant:Next.']);
    expect(await world.points()).toHaveLength(1);
  });

  it('CHT-01, CHT-08 a decision that a crash left is carried on and stopped: the half sentence stays too', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    const dying = createAgentRuntime({
      ...world.runtimeDeps,
      reach: (point) =>
        point === 'decision.claimed' ? Promise.reject(new Error('it died')) : Promise.resolve(),
    });
    world.intercept.current = { approve: (...args) => dying.approve(...args) };
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'deny', reason: 'skip' });
    await world.settle();
    world.intercept.current = {};
    await world.runtime.recoverInterrupted({ ignoreLeases: true });
    world.model.add(async (request) => {
      request.onTextDelta?.('And half a sen');
      await world.chat.stop(EDITOR, uuid);
      request.signal?.throwIfAborted();
      return { text: 'never said' };
    });
    await startNext(world);
    expect(told(await world.view(uuid)).slice(2)).toEqual([
      'assistant:And half a sen',
      'stopped:cancelled',
    ]);
  });

  it('OPN-02 an operator cancels between decision and hand-over: withdrawn, nothing recorded', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest, runUuid } = await waitingProcess(world);
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'deny', reason: 'skip' });
    await world.runtime.cancel(runUuid, ADMIN);
    await world.settle();
    const after = await world.view(uuid);
    expect(told(after)).toEqual(['user:', 'outcome:withdrawn', 'stopped:cancelled']);
    expect(await world.points()).toEqual([]);
  });

  it('CHT-08, CHT-02 a crash between claim and cancel: the waiting card is the person’s again (decisions §74)', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    await leaveClaim(world, uuid);
    await world.chat.resumeInterrupted(); // a claim this young may still be somebody's
    await world.settle();
    expect((await world.view(uuid)).status).toBe('processing');
    world.clock.advance(30_001);
    await world.chat.resumeInterrupted();
    expect(await world.view(uuid)).toMatchObject({
      status: 'awaiting_approval',
      card: { digest: cardDigest },
    });
  });

  it('CHT-08 a crash between cancel and dispatch ends as a withdrawn card, and a message goes on', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waitingProcess(world);
    await leaveClaim(world, uuid);
    await world.runtime.cancelIfWaiting(runUuid, EDITOR);
    await world.anotherChat().resumeInterrupted(SOLE);
    const after = await world.view(uuid);
    expect(after.status).toBe('failed');
    expect(told(after)).toEqual(['user:', 'stopped:cancelled']);
    world.model.add({ text: 'Sure.' });
    expect((await world.send(uuid, 'Go on')).status).toBe('idle');
  });

  describe.each([
    ['approved', true, 'Done.'],
    ['declined', false, 'Kept.'],
  ] as const)('an ordinary card that was %s in the inbox meanwhile', (_word, approved, answer) => {
    it('CHT-08, CHT-03 a claim that a crash left is put back: decision and answer are told, and the message comes through', async () => {
      const world = await createWorld(openFresh);
      const { uuid, runUuid, cardDigest } = await waitingCard(world);
      await leaveClaim(world, uuid);
      world.model.add({ text: answer });
      await world.runtime.inbox.approve(runUuid, { approved, cardDigest }, { actor: ADMIN });
      await world.settle();
      await startNext(world);
      const after = await world.view(uuid);
      expect(after.status).toBe('idle');
      expect(told(after)).toEqual([
        'user:Change it',
        'notice:decided_elsewhere',
        `assistant:${answer}`,
      ]);
      expect(after.entries[1]?.body).toMatchObject({ notice: { data: { approved } } });
      world.model.add({ text: 'Sure.' });
      expect(told(await world.send(uuid, 'Something else')).slice(3)).toEqual([
        'user:Something else',
        'assistant:Sure.',
      ]);
      expect(await world.chat.resumeInterrupted()).toBe(0);
      expect(world.problems).toEqual([]);
    });
  });

  it('CHT-08, CHT-03 a claim that a crash left, whose card was approved and whose run was stopped then, tells of both', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest } = await waitingCard(world);
    await leaveClaim(world, uuid);
    world.model.add({ calls: [setFields(world.page, { description: 'Two' })] });
    const { inbox } = world.runtime;
    await inbox.approve(runUuid, { approved: true, cardDigest }, { actor: ADMIN });
    await world.runtime.cancel(runUuid, ADMIN);
    await world.settle();
    await startNext(world);
    expect(told(await world.view(uuid)).slice(1)).toEqual([
      'notice:decided_elsewhere',
      'stopped:cancelled',
    ]);
  });

  it('CHT-08 a claim that a crash left over a run that was cleared away is put back as it was', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingCard(world);
    await leaveClaim(world, uuid);
    world.intercept.current = { status: () => Promise.resolve(null) };
    await startNext(world);
    const after = await world.view(uuid);
    expect(after.status).toBe('awaiting_approval');
    expect(told(after)).toEqual(['user:Change it']);
  });

  it('CHT-08 a claim whose run cannot be asked about now holds up no other, and is put back by a later look', async () => {
    const world = await createWorld(openFresh);
    const cards = [await waitingCard(world), await waitingCard(world)];
    for (const { uuid } of cards) await leaveClaim(world, uuid);
    const blocked = cards[0]?.runUuid;
    world.intercept.current = {
      status: (runUuid, actor) =>
        runUuid === blocked
          ? Promise.reject(new Error('no database'))
          : world.runtime.status(runUuid, actor),
    };
    const statuses = () =>
      Promise.all(cards.map(async ({ uuid }) => (await world.view(uuid)).status));
    await world.anotherChat().resumeInterrupted(SOLE);
    world.intercept.current = {};
    expect(await statuses()).toEqual(['processing', 'awaiting_approval']);
    expect(world.problems).toHaveLength(1);
    await world.anotherChat().resumeInterrupted(SOLE);
    expect(await statuses()).toEqual(['awaiting_approval', 'awaiting_approval']);
  });

  it('CHT-08 what a dead server held is free at once, also when a recovered run has woken the conversation first', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'approve' });
    world.calls.length = 0;
    const nowMs = world.clock.now();
    await world.transactions.transact((tx) =>
      world.stores.conversations
        .within(tx)
        .takeWork(uuid, { owner: 'dead', nowMs, untilMs: nowMs + 60_000 }),
    );
    world.model.add({ text: 'Done.' });
    const next = world.anotherChat();
    await Promise.all([next.processConversation(uuid), next.resumeInterrupted(SOLE)]);
    await world.settle();
    expect(told(await world.view(uuid))).toEqual(['user:', 'outcome:applied', 'assistant:Done.']);
  });

  it('CHT-08 two servers woken for one decision carry it out once', async () => {
    const world = await createWorld(openFresh);
    const { uuid, cardDigest } = await waitingProcess(world);
    world.model.add({ text: 'Done.' });
    const other = world.anotherChat();
    await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'approve' });
    await Promise.all([
      world.chat.processConversation(uuid),
      other.processConversation(uuid),
      world.chat.processConversation(uuid),
    ]);
    expect(told(await world.view(uuid))).toEqual(['user:', 'outcome:applied', 'assistant:Done.']);
    expect(world.problems).toEqual([]);
  });

  it('CHT-08 a wake-up that comes while the worker still works is not lost', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'One.' }, { text: 'Two.' });
    await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi' });
    // Between the applied result and the end of the work, the next message comes and its wake-up with it.
    let meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await world.chat.sendMessage(EDITOR, uuid, { text: 'More' });
      await worker.processConversation(uuid);
    };
    const clock: Clock = {
      now: () => world.clock.now(),
      sleep: (_delayMs, signal) =>
        new Promise((_resolve, reject) => {
          const end = () => {
            reject(new Error('ended'));
          };
          signal?.addEventListener('abort', () => void meanwhile().then(end, reject));
        }),
    };
    const worker = createChatService({ ...world.deps, clock });
    await worker.processConversation(uuid);
    expect(told(await world.view(uuid))).toEqual([
      'user:Hi',
      'assistant:One.',
      'user:More',
      'assistant:Two.',
    ]);
    expect(world.problems).toEqual([]);
  });
});
