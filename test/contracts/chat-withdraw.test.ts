import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, setFields, told, type World } from './chat-world.ts';

/** A conversation whose process waits for an answer to a card. */
async function waitingProcess(world: World) {
  const { uuid } = await world.open();
  world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
  const view = await world.send(uuid, '', world.processUid);
  expect(view.status).toBe('awaiting_approval');
  return { uuid, view, runUuid: view.runUuid ?? '' };
}

const BUSY = { code: 'conversation_busy' };

describeEachDatabase('a message to a conversation that waits', (openFresh) => {
  it('CHT-02 awaiting, process, waiting: the run is cancelled, the proposal withdrawn, the turn dispatched', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, view } = await waitingProcess(world);
    world.model.add({ text: 'Sure.' });
    const after = await world.send(uuid, 'Something else');
    expect(told(after)).toEqual([
      'user:',
      'outcome:withdrawn',
      'user:Something else',
      'assistant:Sure.',
    ]);
    expect(after.entries[1]?.body).toMatchObject({
      outcome: { fields: view.card?.calls[0]?.preview.fields, tool: 'set_fields' },
    });
    expect((await world.runtime.status(runUuid, EDITOR))?.status).toBe('cancelled');
    expect((await world.stores.runs.run(after.runUuid ?? ''))?.predecessor).toBe(runUuid);
    expect(after.process?.skillUid).toBe(world.processUid);
    expect(await world.points()).toEqual([]);
  });

  it('CHT-02 the model is told of the withdrawn card with the message that withdrew it', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world);
    world.model.add({ text: 'Sure.' });
    await world.send(uuid, 'Something else');
    expect(world.model.requests.at(-1)?.messages.at(-1)?.content).toMatch(
      /^\[card withdrawn: pages \d+ \(description\)\]\n\nSomething else$/u,
    );
  });

  it('CHT-02 awaiting, process, cancelled by an operator: dispatched, withdrawn', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waitingProcess(world);
    expect(await world.runtime.cancel(runUuid, ADMIN)).toBe(true);
    world.model.add({ text: 'Sure.' });
    const after = await world.send(uuid, 'Go on');
    expect(told(after).slice(1)).toEqual(['outcome:withdrawn', 'user:Go on', 'assistant:Sure.']);
  });

  it('CHT-02 awaiting, process, purged: withdrawn, then the turn meets the missing predecessor', async () => {
    const world = await createWorld(openFresh);
    const { uuid, view } = await waitingProcess(world);
    const { writes } = world.database.database;
    await writes.deleteFrom('run_event').execute();
    await writes.deleteFrom('run_journal').execute();
    await writes.deleteFrom('run').execute();
    // An answer is refused, and changes nothing.
    const cardDigest = view.card?.digest ?? '';
    await expect(
      world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'approve' }),
    ).rejects.toMatchObject({ code: 'predecessor_missing' });
    expect(await world.view(uuid)).toMatchObject({ status: view.status, entries: view.entries });
    await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject({
      code: 'predecessor_missing',
    });
    const after = await world.view(uuid);
    expect(after).toMatchObject({ status: 'failed', process: null, progress: null });
    expect(told(after)).toEqual(['user:', 'outcome:withdrawn', 'stopped:predecessor_missing']);
    expect(await world.points()).toEqual([]);
  });

  it.each(['queued', 'running'] as const)(
    'CHT-02 awaiting, process, %s: status and run uuid are put back, 409',
    async (status) => {
      const world = await createWorld(openFresh);
      const { uuid, view } = await waitingProcess(world);
      world.intercept.current = {
        cancelIfWaiting: () => Promise.resolve({ won: false, status }),
      };
      await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject(
        BUSY,
      );
      const { version, updatedAtMs, ...rest } = await world.view(uuid);
      expect(view).toMatchObject(rest);
      expect([version > view.version, updatedAtMs]).toEqual([true, view.updatedAtMs]);
    },
  );

  it('CHT-02 the result landed first: the put-back is lost, nothing is written, 409', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world);
    const landed = { status: 'idle', claimedFrom: null } as const;
    world.intercept.current = {
      cancelIfWaiting: async () => {
        const row = await world.stores.conversations.conversation(uuid);
        if (row === null) throw new Error('gone');
        const append = [{ kind: 'assistant', text: 'The result.' }] as const;
        await world.transactions.transact((tx) =>
          world.stores.conversations
            .within(tx)
            .change(row, { set: landed, append }, world.clock.now()),
        );
        return { won: false, status: 'running' };
      },
    };
    await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject(
      BUSY,
    );
    expect(await world.stores.conversations.conversation(uuid)).toMatchObject(landed);
    expect(told(await world.view(uuid))).toEqual(['user:', 'assistant:The result.']);
  });

  it('CHT-02 the result landed between cancel and dispatch: nothing is dispatched, 409', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waitingProcess(world);
    world.intercept.current = {
      cancelIfWaiting: async (run, actor) => {
        const cancelled = await world.runtime.cancelIfWaiting(run, actor);
        const row = await world.stores.conversations.conversation(uuid);
        if (row === null) throw new Error('gone');
        const set = { status: 'failed', claimedFrom: null } as const;
        await world.transactions.transact((tx) =>
          world.stores.conversations.within(tx).change(row, { set }, world.clock.now()),
        );
        return cancelled;
      },
    };
    await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject(
      BUSY,
    );
    const after = await world.view(uuid);
    expect(after).toMatchObject({ status: 'failed', runUuid });
    expect(told(after)).toEqual(['user:']);
    expect(await world.stores.runs.open(null)).toEqual([]);
  });

  it('CHT-02 a run that paused anew is asked twice more, then put back, 409', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world);
    let asked = 0;
    world.intercept.current = {
      cancelIfWaiting: () => {
        asked += 1;
        return Promise.resolve({ won: false, status: 'waiting_for_approval' });
      },
    };
    await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject(
      BUSY,
    );
    expect(asked).toBe(3);
    expect((await world.view(uuid)).status).toBe('awaiting_approval');
  });

  it('CHT-02 a cancel that fails puts the row back and answers 503', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world);
    world.intercept.current = { cancelIfWaiting: () => Promise.reject(new Error('down')) };
    await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect((await world.view(uuid)).status).toBe('awaiting_approval');
  });

  it('CHT-02 a failed row that a crash left over a waiting process run is withdrawn as well', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waitingProcess(world);
    const row = await world.stores.conversations.conversation(uuid);
    if (row === null) throw new Error('gone');
    await world.transactions.transact((tx) =>
      world.stores.conversations.within(tx).change(row, { set: { status: 'failed' } }, 1),
    );
    world.model.add({ text: 'Sure.' });
    const after = await world.send(uuid, 'Go on');
    expect(told(after)[1]).toBe('outcome:withdrawn');
    expect((await world.runtime.status(runUuid, EDITOR))?.status).toBe('cancelled');
  });

  it('CHT-02 a withdrawn question is shown as such (decisions §79)', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      { calls: [{ name: 'choice', arguments: { question: 'Which?', options: ['a', 'b'] } }] },
      { text: 'Sure.' },
    );
    await world.send(uuid, '', world.processUid);
    const after = await world.send(uuid, 'Never mind');
    expect(told(after).slice(1)).toEqual([
      'notice:question_withdrawn',
      'user:Never mind',
      'assistant:Sure.',
    ]);
  });

  it('CHT-03 awaiting, no process pin: the run is left waiting and the turn dispatched', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] }, { text: 'Sure.' });
    const waiting = await world.send(uuid, 'Change it');
    let cancels = 0;
    world.intercept.current = {
      cancelIfWaiting: (run, actor) => {
        cancels += 1;
        return world.runtime.cancelIfWaiting(run, actor);
      },
    };
    const after = await world.send(uuid, 'Something else');
    expect(told(after)).toEqual([
      'user:Change it',
      'notice:left_waiting',
      'user:Something else',
      'assistant:Sure.',
    ]);
    expect(cancels).toBe(0);
    const left = await world.runtime.status(waiting.runUuid ?? '', EDITOR);
    expect(left?.status).toBe('waiting_for_approval');
  });

  it('CHT-11 processing, or a recorded decision: 409 before any claim or cancel', async () => {
    const world = await createWorld(openFresh);
    const { uuid, view } = await waitingProcess(world);
    const forbidden = () => Promise.reject(new Error('must not be asked'));
    const cardDigest = view.card?.digest ?? '';
    const decided = await world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'approve' });
    expect(decided.status).toBe('processing');
    world.intercept.current = { cancelIfWaiting: forbidden, enqueue: forbidden };
    const moved = { code: 'conversation_moved' }; // for an answer there is nothing to wait for
    const attempts = [
      [BUSY, () => world.chat.sendMessage(EDITOR, uuid, { text: 'Wait' })],
      [BUSY, () => world.chat.endProcess(EDITOR, uuid)],
      [moved, () => world.chat.decide(EDITOR, uuid, { cardDigest, answer: 'deny' })],
      [moved, () => world.chat.answerInput(EDITOR, uuid, { cardDigest, input: {} })],
    ] as const;
    for (const [refusal, attempt] of attempts) {
      await expect(attempt()).rejects.toMatchObject(refusal);
    }
    expect(await world.view(uuid)).toEqual(decided);
  });

  it('CHT-01, CHT-11 of two messages at once one is dispatched, the other answered 409, and one message is stored', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'Hello.' });
    const tries = await Promise.allSettled(
      ['A', 'B', 'C'].map((text) => world.chat.sendMessage(EDITOR, uuid, { text })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const lost of tries)
      if (lost.status === 'rejected') expect(lost.reason).toMatchObject(BUSY);
    await world.settle();
    expect((await world.view(uuid)).entries).toHaveLength(2);
    world.model.finish();
  });

  it('CHT-01, CHT-02 an answer and a message at once: one wins, and the other is answered 409 or withdraws', async () => {
    const world = await createWorld(openFresh);
    const { uuid, view } = await waitingProcess(world);
    world.model.add({ text: 'After.' });
    const [answered, sent] = await Promise.allSettled([
      world.chat.decide(EDITOR, uuid, { cardDigest: view.card?.digest ?? '', answer: 'approve' }),
      world.chat.sendMessage(EDITOR, uuid, { text: 'Wait' }),
    ]);
    expect([answered.status, sent.status].sort()).toEqual(['fulfilled', 'rejected']);
    await world.settle();
    const lines = told(await world.view(uuid)).filter((line) => line.startsWith('outcome:'));
    expect(lines).toEqual([
      answered.status === 'fulfilled' ? 'outcome:applied' : 'outcome:withdrawn',
    ]);
  });

  it('CHT-09 ending a process by button withdraws its card and the next turn goes on without it', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waitingProcess(world);
    const ended = await world.chat.endProcess(EDITOR, uuid);
    expect(ended).toMatchObject({ status: 'idle', process: null, progress: null, card: null });
    expect(told(ended)).toEqual(['user:', 'outcome:withdrawn', 'notice:process_ended']);
    expect((await world.runtime.status(runUuid, EDITOR))?.status).toBe('cancelled');
    world.model.add({ text: 'Free talk.' });
    const after = await world.send(uuid, 'And now?');
    expect(after).toMatchObject({ status: 'idle', process: null });
    const run = await world.stores.runs.run(after.runUuid ?? '');
    expect(run).toMatchObject({ processSkillUid: null, invocation: null, predecessor: runUuid });
  });

  it('CHT-09 a process that was ended by button can be started again at once', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world);
    await world.chat.endProcess(EDITOR, uuid);
    world.model.add({ calls: [setFields(world.page, { description: 'Again' })] });
    const again = await world.send(uuid, '', world.processUid);
    expect(again).toMatchObject({
      status: 'awaiting_approval',
      process: { skillUid: world.processUid },
    });
  });

  it('CHT-09 ending is refused while the answer is being carried out, and changes nothing without a process', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const before = await world.view(uuid);
    const after = await world.chat.endProcess(EDITOR, uuid);
    expect(after).toMatchObject({ status: 'idle', entries: [] });
    expect(after.process).toEqual(before.process);
  });
});
