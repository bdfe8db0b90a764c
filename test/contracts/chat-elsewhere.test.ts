import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, READER, setFields, told, type World } from './chat-world.ts';

/** An ordinary run of the editor's conversation waits for its card. */
async function waiting(world: World) {
  const { uuid } = await world.open();
  world.model.add({ text: 'Like this?', calls: [setFields(world.page, { description: 'One' })] });
  const view = await world.send(uuid, 'Change it');
  return { uuid, runUuid: view.runUuid ?? '', cardDigest: view.card?.digest ?? '' };
}

describeEachDatabase('a conversation whose card is decided elsewhere', (openFresh) => {
  it('CHT-01, CHT-05 an approval in the inbox is told at once, with what came of it', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest } = await waiting(world);
    const reader = world.bus.subscribe(uuid);
    world.model.add({ text: 'Done.' });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, { actor: ADMIN });
    await world.settle();
    const view = await world.view(uuid);
    expect(view).toMatchObject({ status: 'idle', card: null });
    expect(told(view)).toEqual([
      'user:Change it',
      'assistant:Like this?',
      'notice:decided_elsewhere',
      'assistant:Done.',
    ]);
    expect(view.entries[2]?.body).toMatchObject({ notice: { data: { approved: true } } });
    expect(await reader.next()).toEqual({ type: 'changed' });
    reader.close();
    // Looked at again, nothing is told twice.
    await world.chat.processConversation(uuid);
    expect(told(await world.view(uuid))).toHaveLength(4);
    world.model.finish();
  });

  it('CHT-08 a decision whose wake-up was lost is found by the next look at the database', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest } = await waiting(world);
    expect(await world.chat.resumeInterrupted()).toBe(0);
    world.model.add({ text: 'Done.' });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, { actor: ADMIN });
    world.calls.splice(0); // nobody was woken
    expect((await world.view(uuid)).status).toBe('awaiting_approval');
    expect(await world.chat.resumeInterrupted()).toBe(1);
    await world.settle();
    const view = await world.view(uuid);
    expect(view.status).toBe('idle');
    expect(told(view).slice(2)).toEqual(['notice:decided_elsewhere', 'assistant:Done.']);
    expect(await world.chat.resumeInterrupted()).toBe(0);
  });

  it('CHT-01 while the decided run works, the conversation is at work; a message meanwhile is refused', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest } = await waiting(world);
    const during: unknown[] = [];
    world.model.add(async () => {
      await world.settle();
      during.push((await world.view(uuid)).status);
      await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Well?' })).rejects.toMatchObject({
        code: 'conversation_busy',
      });
      return { text: 'Declined, then.' };
    });
    await world.runtime.inbox.approve(runUuid, { approved: false, cardDigest }, { actor: ADMIN });
    await world.settle();
    expect(during).toEqual(['processing']);
    const view = await world.view(uuid);
    expect(view.status).toBe('idle');
    expect(told(view).slice(2)).toEqual(['notice:decided_elsewhere', 'assistant:Declined, then.']);
  });

  it('CHT-01, CHT-04 a run that pauses anew after it shows its new card, decidable here', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest } = await waiting(world);
    world.model.add({ calls: [setFields(world.page, { description: 'Two' })] });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, { actor: ADMIN });
    await world.settle();
    const again = await world.view(uuid);
    expect(again.status).toBe('awaiting_approval');
    expect(again.card?.digest).not.toBe(cardDigest);
    world.model.add({ text: 'Both done.' });
    const done = await world.answer(uuid, { answer: 'approve' });
    expect(told(done).slice(2)).toEqual([
      'notice:decided_elsewhere',
      'outcome:approved',
      'assistant:Both done.',
    ]);
  });

  it('CHT-01 a run an operator cancelled ends the turn at once', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waiting(world);
    expect(await world.runtime.cancel(runUuid, ADMIN)).toBe(true);
    await world.settle();
    const view = await world.view(uuid);
    expect(world.problems).toEqual([]);
    expect(view).toMatchObject({ status: 'failed', card: null });
    expect(told(view).at(-1)).toBe('stopped:cancelled');
  });

  it('CHT-01, CHT-03 a message that is faster than the worker after an operator’s cancel finds the turn ended, and is answered', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waiting(world);
    await world.runtime.cancel(runUuid, ADMIN);
    world.model.add({ text: 'Here I am.' });
    const view = await world.send(uuid, 'Well?');
    expect(view).toMatchObject({ status: 'idle', card: null });
    expect(told(view).slice(2)).toEqual([
      'stopped:cancelled',
      'user:Well?',
      'assistant:Here I am.',
    ]);
    await world.chat.processConversation(uuid);
    expect(told(await world.view(uuid))).toHaveLength(5);
  });

  it('CHT-01, CHT-08 a message that is faster than the worker after a decision in the inbox loses nothing of its answer', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest } = await waiting(world);
    world.model.add({ text: 'Done.' }, { text: 'Anything else?' });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, { actor: ADMIN });
    const view = await world.send(uuid, 'Thanks');
    expect(told(view).slice(2)).toEqual([
      'notice:decided_elsewhere',
      'assistant:Done.',
      'user:Thanks',
      'assistant:Anything else?',
    ]);
  });

  it('DEC-05 a refused decision in the inbox changes nothing here', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid } = await waiting(world);
    const before = await world.view(uuid);
    await expect(
      world.runtime.inbox.approve(
        runUuid,
        { approved: true, cardDigest: 'another' },
        { actor: ADMIN },
      ),
    ).rejects.toMatchObject({ code: 'stale_approval' });
    await world.settle();
    expect(await world.view(uuid)).toEqual(before);
  });

  it('CHT-10, DEC-05 who may not approve their own changes cannot do so in the inbox either', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.chat.create(READER, { page: world.page, locale: 'en' });
    world.model.add({ calls: [setFields(world.page, { description: 'One' })] });
    await world.chat.sendMessage(READER, uuid, { text: 'Change it' });
    await world.settle();
    const { card, runUuid } = await world.chat.view(READER, uuid);
    const decision = { approved: true, cardDigest: card?.digest ?? '' } as const;
    await expect(
      world.runtime.inbox.approve(runUuid ?? '', decision, { actor: READER }),
    ).rejects.toMatchObject({
      code: 'may_not_approve',
      message: expect.stringContaining('somebody else approves it') as string,
    });
    world.model.add({ text: 'Kept.' });
    const denied = await world.runtime.inbox.approve(
      runUuid ?? '',
      { ...decision, approved: false },
      { actor: READER },
    );
    expect(denied.outcome).toBe('completed');
  });
});

/** A conversation that went on without the card of its first message. */
async function leftBehind(world: World) {
  const { uuid, runUuid, cardDigest } = await waiting(world);
  world.model.add({ text: 'Sure.' });
  const view = await world.send(uuid, 'Something else');
  expect(told(view)).toContain('notice:left_waiting');
  return { uuid, runUuid, cardDigest, before: view.entries.length };
}

const BY_ADMIN = { actor: ADMIN };

describeEachDatabase('a card its conversation went on without', (openFresh) => {
  it('CHT-03, CHT-05 is told once it is decided in the inbox, with what came of it', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest, before } = await leftBehind(world);
    expect(await world.chat.resumeInterrupted()).toBe(0);
    const reader = world.bus.subscribe(uuid);
    world.model.add({ text: 'Done.' });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, BY_ADMIN);
    await world.settle();
    const view = await world.view(uuid);
    expect(view).toMatchObject({ status: 'idle', card: null });
    expect(told(view).slice(before)).toEqual(['notice:decided_elsewhere', 'assistant:Done.']);
    expect(view.entries[before]?.body).toMatchObject({
      notice: { data: { approved: true, left: true } },
    });
    expect(view.runUuid).not.toBe(runUuid);
    expect(await reader.next()).toEqual({ type: 'changed' });
    reader.close();
    // Looked at again, nothing is told twice.
    await world.chat.processConversation(uuid);
    expect(await world.chat.resumeInterrupted()).toBe(0);
    expect(await world.view(uuid)).toEqual(view);
    expect(world.problems).toEqual([]);
  });

  it('CHT-03, CHT-08 is told by the next look at the database where the wake-up was lost', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest, before } = await leftBehind(world);
    world.model.add({ text: 'Declined, then.' });
    await world.runtime.inbox.approve(runUuid, { approved: false, cardDigest }, BY_ADMIN);
    world.calls.splice(0); // nobody was woken
    expect(told(await world.view(uuid))).toHaveLength(before);
    expect(await world.chat.resumeInterrupted()).toBe(1);
    await world.settle();
    const view = await world.view(uuid);
    expect(told(view).slice(before)).toEqual([
      'notice:decided_elsewhere',
      'assistant:Declined, then.',
    ]);
    expect(await world.chat.resumeInterrupted()).toBe(0);
  });

  it('CHT-03 that pauses anew is told with its next card, and again when that is decided', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest, before } = await leftBehind(world);
    world.model.add({
      text: 'And this?',
      calls: [setFields(world.page, { description: 'Two' })],
    });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, BY_ADMIN);
    await world.settle();
    const paused = ['notice:decided_elsewhere', 'assistant:And this?', 'notice:left_waiting'];
    expect(told(await world.view(uuid)).slice(before)).toEqual(paused);
    expect(await world.chat.resumeInterrupted()).toBe(0);
    const next = (await world.runtime.status(runUuid, EDITOR))?.card?.digest ?? '';
    world.model.add({ text: 'Both done.' });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest: next }, BY_ADMIN);
    await world.settle();
    expect(told(await world.view(uuid)).slice(before)).toEqual([
      ...paused,
      'notice:decided_elsewhere',
      'assistant:Both done.',
    ]);
  });

  it('CHT-03 that an operator stopped is told as gone, and the turn that runs is not', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, before } = await leftBehind(world);
    expect(await world.runtime.cancel(runUuid, ADMIN)).toBe(true);
    await world.settle();
    const view = await world.view(uuid);
    expect(view.status).toBe('idle');
    expect(told(view).slice(before)).toEqual(['notice:left_ended']);
    expect(view.entries[before]?.body).toMatchObject({ notice: { data: { stopped: true } } });
  });

  it('CHT-03, CHT-01 decided while the next turn is at work, it is told after that turn, and changes nothing of it', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest } = await waiting(world);
    world.model.add(
      async () => {
        await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, BY_ADMIN);
        return { text: 'Sure.' };
      },
      { text: 'Done.' },
    );
    const view = await world.send(uuid, 'Something else');
    expect(view.status).toBe('idle');
    expect(told(view).slice(2)).toEqual([
      'notice:left_waiting',
      'user:Something else',
      'assistant:Sure.',
      'notice:decided_elsewhere',
      'assistant:Done.',
    ]);
    expect(world.problems).toEqual([]);
  });

  it('CHT-03, DEC-05 that was refused a decision is told nothing of', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, before } = await leftBehind(world);
    const decision = { approved: true, cardDigest: 'another' } as const;
    await expect(world.runtime.inbox.approve(runUuid, decision, BY_ADMIN)).rejects.toMatchObject({
      code: 'stale_approval',
    });
    await world.chat.processConversation(uuid);
    expect(told(await world.view(uuid))).toHaveLength(before);
  });

  it('CHT-03, CHT-08 decided twice over while two servers look, it is told once', async () => {
    const world = await createWorld(openFresh);
    const { uuid, runUuid, cardDigest, before } = await leftBehind(world);
    world.model.add({ text: 'Done.' });
    await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, BY_ADMIN);
    const other = world.anotherServer();
    await Promise.all([world.chat.processConversation(uuid), other.processConversation(uuid)]);
    await world.settle();
    const view = await world.view(uuid);
    expect(told(view).slice(before)).toEqual(['notice:decided_elsewhere', 'assistant:Done.']);
  });
});

/** Sweeps three times over, and says how many conversations each of them woke. */
async function sweeps(world: World): Promise<readonly number[]> {
  const woken: number[] = [];
  for (let sweep = 0; sweep < 3; sweep += 1) {
    woken.push(await world.chat.resumeInterrupted());
    await world.settle();
  }
  return woken;
}

describeEachDatabase('a conversation whose owner’s account is closed', (openFresh) => {
  it.each([
    ['a card decided elsewhere', waiting],
    ['a card it went on without', leftBehind],
  ] as const)(
    'CHT-08 %s: no sweep wakes it, and it is told once the account is active again',
    async (_word, arrange) => {
      const world = await createWorld(openFresh);
      const { uuid, runUuid, cardDigest } = await arrange(world);
      const before = told(await world.view(uuid));
      world.model.add({ text: 'Done.' });
      await world.runtime.inbox.approve(runUuid, { approved: true, cardDigest }, BY_ADMIN);
      world.calls.splice(0); // nobody was woken
      world.people.delete(EDITOR.userId);
      expect(await sweeps(world)).toEqual([0, 0, 0]);
      expect(told(await world.view(uuid))).toEqual(before);
      world.people.set(EDITOR.userId, EDITOR);
      expect(await sweeps(world)).toEqual([1, 0, 0]);
      expect(told(await world.view(uuid))).toEqual([
        ...before,
        'notice:decided_elsewhere',
        'assistant:Done.',
      ]);
      expect(world.problems).toEqual([]);
    },
  );

  it('CHT-08 a message that waits for its worker is not answered: the turn ends, and says why', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi' });
    world.people.delete(EDITOR.userId);
    await world.settle();
    const row = await world.stores.conversations.conversation(uuid);
    expect(row?.status).toBe('failed');
    const entries = await world.stores.conversations.entries(uuid);
    expect(entries.at(-1)?.body).toMatchObject({ kind: 'stopped', code: 'not_permitted' });
    expect(world.model.requests).toEqual([]);
  });
});
