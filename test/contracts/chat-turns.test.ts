import { expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, progress, READER, setFields, told } from './chat-world.ts';

describeEachDatabase('turns of a conversation', (openFresh) => {
  it('CHT-01 a message is answered: idle, processing, idle, and the run that answered is the predecessor of the next', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'Hello.' }, { text: 'Again.' });
    const sent = await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi   there' });
    expect(sent).toMatchObject({ status: 'processing', title: 'Hi there' });
    expect(told(sent)).toEqual(['user:Hi   there']);
    await world.settle();
    const first = await world.view(uuid);
    expect(first).toMatchObject({ status: 'idle', title: 'Hi there' });
    const second = await world.send(uuid, 'And?');
    expect(told(second)).toEqual([
      'user:Hi   there',
      'assistant:Hello.',
      'user:And?',
      'assistant:Again.',
    ]);
    const run = await world.stores.runs.run(second.runUuid ?? '');
    expect(run?.predecessor).toBe(first.runUuid);
    const { messages } = world.model.requests[1] ?? { messages: [] };
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi   there' },
      { role: 'assistant', content: 'Hello.', toolCalls: [] },
      { role: 'user', content: 'And?' },
    ]);
  });

  it('CHT-01, CHT-04, CHT-05, CHT-09, FOC-01 a tour: start, card with four answers, applied, completed', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      { calls: [progress(1, 1), setFields(world.page, { description: 'New words' })] },
      { calls: [progress(1, 1, true)] },
      { text: 'All done.' },
    );
    const waiting = await world.send(uuid, '', world.processUid);
    expect(world.problems).toEqual([]);
    expect(waiting).toMatchObject({
      status: 'awaiting_approval',
      process: { skillUid: world.processUid, name: 'SEO' },
      progress: { current: 1, total: 1, completed: false },
      card: { kind: 'approval', isProcessWrite: true },
    });
    expect(waiting.card?.calls[0]?.preview.fields).toMatchObject([
      { field: 'description', before: 'Old words', after: 'New words' },
    ]);
    const done = await world.answer(uuid, { answer: 'approve' });
    expect(told(done)).toEqual(['user:', 'outcome:applied', 'assistant:All done.', 'tour:applied']);
    expect(done).toMatchObject({
      status: 'idle',
      process: null,
      card: null,
      highlight: null,
      progress: { completed: true },
    });
    const content = await world.host.readPage(world.page, EDITOR);
    expect(content?.page.fields['description']).toBe('New words');
    world.model.finish();
  });

  it('CHT-04 a write outside a process is a plain card: approved or denied, and a reason becomes a plain denial', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      { calls: [setFields(world.page, { description: 'One' })] },
      { calls: [setFields(world.page, { description: 'Two' })] },
      { text: 'Done.' },
    );
    const waiting = await world.send(uuid, 'Change it');
    expect(waiting.card?.isProcessWrite).toBe(false);
    await world.answer(uuid, { answer: 'deny', reason: 'skip' });
    const done = await world.answer(uuid, { answer: 'approve' });
    expect(told(done)).toEqual([
      'user:Change it',
      'outcome:denied',
      'outcome:approved',
      'assistant:Done.',
    ]);
    expect(await world.points()).toEqual([]);
    const denial = world.model.requests[1]?.messages.at(-1);
    expect(denial?.content).toContain('approval_denied');
    expect(denial?.content).not.toContain('reason=');
  });

  it('CHT-01 a failed turn is failed with its code, and the next message starts over', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      () => {
        throw new AppError('provider_failed', 'The provider said no at https://x.example/k', {
          data: { failureClass: 'auth', status: 401 },
        });
      },
      { text: 'Better.' },
    );
    const failed = await world.send(uuid, 'Hi');
    expect(failed.status).toBe('failed');
    const stopped = failed.entries.at(-1)?.body;
    expect(stopped).toMatchObject({ kind: 'stopped', code: 'provider_failed' });
    expect(JSON.stringify(stopped)).not.toContain('x.example');
    const better = await world.send(uuid, 'Again');
    expect(better.status).toBe('idle');
    expect(told(better).slice(-2)).toEqual(['user:Again', 'assistant:Better.']);
  });

  it('CHT-01 a question pauses for input, an answer goes on, and a refused answer hands the question back', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      { calls: [{ name: 'choice', arguments: { question: 'Which?', options: ['a', 'b'] } }] },
      { text: 'You chose.' },
    );
    const asked = await world.send(uuid, '', world.processUid);
    expect(asked).toMatchObject({ status: 'awaiting_input', card: { kind: 'input' } });
    const cardDigest = asked.card?.digest ?? '';
    await world.chat.answerInput(EDITOR, uuid, { cardDigest, input: { answer: 'no such' } });
    await world.settle();
    const back = await world.view(uuid);
    expect(back).toMatchObject({ status: 'awaiting_input', card: { digest: cardDigest } });
    expect(told(back).at(-1)).toBe('stopped:invalid_input');
    const property = Object.keys(asked.card?.inputSchema?.['properties'] ?? {})[0];
    await world.chat.answerInput(EDITOR, uuid, { cardDigest, input: { [property ?? '']: 'b' } });
    await world.settle();
    const done = await world.view(uuid);
    expect(done.status).toBe('idle');
    expect(told(done).at(-1)).toBe('assistant:You chose.');
    await expect(
      world.chat.answerInput(EDITOR, uuid, { cardDigest, input: {} }),
    ).rejects.toMatchObject({ code: 'not_awaiting_input' });
  });

  it('CHT-01 an answer to another card than the waiting one is refused and changes nothing', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    const waiting = await world.send(uuid, '', world.processUid);
    const stale = { cardDigest: 'other', answer: 'approve' } as const;
    await expect(world.chat.decide(EDITOR, uuid, stale)).rejects.toMatchObject({
      code: 'stale_approval',
    });
    const input = { cardDigest: waiting.card?.digest ?? '', input: {} };
    await expect(world.chat.answerInput(EDITOR, uuid, input)).rejects.toMatchObject({
      code: 'not_awaiting_input',
    });
    const reasoned = { ...stale, cardDigest: input.cardDigest, reason: 'skip' } as const;
    await expect(world.chat.decide(EDITOR, uuid, reasoned)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await world.view(uuid)).toEqual(waiting);
  });

  it('CHT-01, DEC-07 of two answers to one card exactly one is recorded, and the call runs once', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] }, { text: 'Done.' });
    const { card } = await world.send(uuid, '', world.processUid);
    const cardDigest = card?.digest ?? '';
    const tries = await Promise.allSettled(
      (['approve', 'deny', 'approve', 'deny'] as const).map((answer) =>
        world.chat.decide(EDITOR, uuid, { cardDigest, answer }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const lost of tries) {
      if (lost.status === 'rejected') {
        expect((lost.reason as AppError).code).toBe('conversation_moved');
      }
    }
    await world.settle();
    const outcomes = told(await world.view(uuid)).filter((line) => line.startsWith('outcome:'));
    expect(outcomes).toHaveLength(1);
  });

  it('CHT-01, CHT-05 a card whose page moved meanwhile comes back fresh, and nothing was written', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'Mine' })] }, { text: 'Done.' });
    const { card: first } = await world.send(uuid, '', world.processUid);
    const change = {
      kind: 'set_page_fields',
      page: world.page,
      fields: { description: 'Theirs' },
    } as const;
    const plan = await world.host.plan(change, EDITOR);
    if (!plan.ok) throw new Error(plan.refusal.message);
    await world.host.apply(plan.planned, { actor: EDITOR, runUuid: null });
    const fresh = await world.answer(uuid, { answer: 'approve' });
    expect(fresh.status).toBe('awaiting_approval');
    expect(fresh.card?.digest).not.toBe(first?.digest);
    expect(fresh.card?.calls[0]?.preview.fields[0]?.before).toBe('Theirs');
    expect(told(fresh)).toEqual(['user:', 'notice:preview_moved']);
    const done = await world.answer(uuid, { answer: 'approve' });
    expect(told(done).slice(2)).toEqual(['outcome:applied', 'assistant:Done.']);
  });

  it('CHT-01 a refused decision hands the card back and says why', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] }, { text: 'Done.' });
    const { card } = await world.send(uuid, '', world.processUid);
    world.intercept.current = {
      approve: () => Promise.reject(new AppError('not_auditable', 'The audit cannot be written.')),
    };
    const back = await world.answer(uuid, { answer: 'deny', reason: 'skip' });
    expect(back).toMatchObject({ status: 'awaiting_approval', card: { digest: card?.digest } });
    expect(told(back)).toEqual(['user:', 'stopped:not_auditable']);
    expect(await world.points()).toEqual([]);
    world.intercept.current = {};
    expect(told(await world.answer(uuid, { answer: 'approve' })).at(-2)).toBe('outcome:applied');
  });

  it('CHT-01, OPN-02 a revoked version stops the decided run before its write; the proposal is withdrawn', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    await world.send(uuid, '', world.processUid);
    await world.revoke(world.processUid);
    const stopped = await world.answer(uuid, { answer: 'deny', reason: 'skip' });
    expect(told(stopped)).toEqual([
      'user:',
      'outcome:withdrawn',
      'notice:pin_failed',
      'stopped:pin_failed',
    ]);
    expect(stopped).toMatchObject({ status: 'failed', process: null });
    expect(await world.points()).toEqual([]);
  });

  it('CHT-01, OPN-02 four-eyes switched on stops the run at the decision; nothing is recorded', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    await world.send(uuid, '', world.processUid);
    await world.setFourEyes(true);
    const stopped = await world.answer(uuid, { answer: 'deny', reason: 'skip' });
    expect(told(stopped)).toEqual([
      'user:',
      'outcome:withdrawn',
      'notice:pin_failed',
      'stopped:four_eyes_blocked',
    ]);
    expect(await world.points()).toEqual([]);
  });

  it('CHT-05 a dropped pin is told before the answer', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const guide = await world.createSkill({ name: 'Guide', process: false });
    world.model.add({ text: 'One.' }, { text: 'Two.' });
    await world.send(uuid, 'Hi', guide);
    await world.skills.setAttachment(guide, { configurationUid: 1, loadMode: null }, ADMIN);
    const after = await world.send(uuid, 'Go on');
    expect(told(after).slice(-3)).toEqual(['user:Go on', 'notice:pin_dropped', 'assistant:Two.']);
  });

  it('CHT-10 the server refuses a process to somebody who may not approve in the chat, before any claim', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.chat.create(READER, { page: world.page, locale: 'en' });
    const message = { text: '', skillUid: world.processUid };
    await expect(world.chat.sendMessage(READER, uuid, message)).rejects.toMatchObject({
      code: 'may_not_approve',
    });
    expect(await world.chat.view(READER, uuid)).toMatchObject({
      status: 'idle',
      version: 1,
      entries: [],
    });
    const guide = await world.createSkill({ name: 'Guide', process: false });
    world.model.add({ text: 'Hello.' });
    await world.chat.sendMessage(READER, uuid, { text: 'Hi', skillUid: guide });
    await world.settle();
    expect((await world.chat.view(READER, uuid)).status).toBe('idle');
  });

  it('CHT-10 somebody who may not approve may deny a plain card and not approve it', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.chat.create(READER, { page: world.page, locale: 'en' });
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] }, { text: 'Ok.' });
    await world.chat.sendMessage(READER, uuid, { text: 'Change it' });
    await world.settle();
    const { card } = await world.chat.view(READER, uuid);
    const cardDigest = card?.digest ?? '';
    await expect(
      world.chat.decide(READER, uuid, { cardDigest, answer: 'approve' }),
    ).rejects.toMatchObject({ code: 'may_not_approve' });
    await world.chat.decide(READER, uuid, { cardDigest, answer: 'deny' });
    await world.settle();
    expect(told(await world.chat.view(READER, uuid)).at(-2)).toBe('outcome:denied');
  });

  it('a refused start leaves the conversation as it was and stores no message', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const unapproved = await world.createSkill({ name: 'Draft', process: true, approve: false });
    await expect(
      world.chat.sendMessage(EDITOR, uuid, { text: 'Hi', skillUid: unapproved }),
    ).rejects.toMatchObject({ code: 'not_an_instruction' });
    expect(await world.view(uuid)).toMatchObject({ status: 'idle', entries: [], title: '' });
    world.model.add({ text: 'Hello.' });
    expect((await world.send(uuid, 'Hi')).status).toBe('idle');
  });

  it('CHT-07 empty and overlong messages, too many turns at once and unknown conversations are refused', async () => {
    const world = await createWorld(openFresh, { limits: { processing: 1, messageCharacters: 5 } });
    const { uuid } = await world.open();
    const send = (text: string) => world.chat.sendMessage(EDITOR, uuid, { text });
    await expect(send('  ')).rejects.toMatchObject({ code: 'message_empty' });
    await expect(send('123456')).rejects.toMatchObject({ code: 'message_too_long' });
    await send('Hi');
    const other = await world.chat.create(EDITOR, { page: null, locale: 'en' });
    await expect(world.chat.sendMessage(EDITOR, other.uuid, { text: 'Hi' })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect((await world.view(other.uuid)).status).toBe('idle');
    await expect(world.chat.view(READER, uuid)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.view('nothing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.chat.create(EDITOR, { page: 99_999, locale: 'en' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('CHT-07 at the limit the longest unused settled conversation is archived, and without one creating is refused', async () => {
    const world = await createWorld(openFresh, { limits: { conversations: 2 } });
    const create = () => world.chat.create(EDITOR, { page: null, locale: 'en' });
    world.model.add({ text: '1' }, { text: '2' });
    const first = await create();
    await world.send(first.uuid, 'Hi');
    world.clock.advance(1_000);
    const second = await create();
    expect((await create()).uuid).toBe(second.uuid);
    await world.send(second.uuid, 'Hi');
    const third = await create();
    expect((await world.chat.list(EDITOR)).map(({ uuid }) => uuid).sort()).toEqual(
      [second.uuid, third.uuid].sort(),
    );
    await world.chat.sendMessage(EDITOR, third.uuid, { text: 'Hi' });
    await world.chat.sendMessage(EDITOR, second.uuid, { text: 'Hi' });
    await expect(create()).rejects.toMatchObject({ code: 'too_many_conversations' });
  });

  it('CHT-07 after 30 days without use it is archived, not when pinned or waiting; after 90 more days deleted', async () => {
    const world = await createWorld(openFresh);
    const day = 24 * 60 * 60 * 1_000;
    const create = async () => {
      const { uuid } = await world.chat.create(EDITOR, { page: null, locale: 'en' });
      world.model.add({ text: 'Hello.' });
      await world.send(uuid, 'Hi');
      return uuid;
    };
    const [plain, pinned] = [await create(), await create()];
    await world.chat.setPinned(EDITOR, pinned, true);
    const { uuid: waiting } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    await world.send(waiting, '', world.processUid);
    const listed = async () => (await world.chat.list(EDITOR)).map(({ uuid }) => uuid).sort();
    world.clock.advance(30 * day);
    expect(await world.chat.cleanUp()).toEqual({ archived: 0, deleted: 0 });
    world.clock.advance(1);
    expect(await world.chat.cleanUp()).toEqual({ archived: 1, deleted: 0 });
    expect(await listed()).toEqual([pinned, waiting].sort());
    world.clock.advance(90 * day);
    expect(await world.chat.cleanUp()).toEqual({ archived: 0, deleted: 0 });
    world.clock.advance(1);
    expect(await world.chat.cleanUp()).toEqual({ archived: 0, deleted: 1 });
    await expect(world.view(plain)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listed()).toEqual([pinned, waiting].sort());
    expect(await world.stores.conversations.entries(plain)).toEqual([]);
  });

  it('CHT-07 a conversation is archived by hand, not while it waits, and a message brings it back', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'One.' }, { text: 'Two.' });
    await world.send(uuid, 'Hi');
    await world.chat.archive(EDITOR, uuid);
    expect(await world.chat.list(EDITOR)).toEqual([]);
    await world.send(uuid, 'Still here');
    expect(await world.chat.list(EDITOR)).toHaveLength(1);
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    await world.send(uuid, '', world.processUid);
    await expect(world.chat.archive(EDITOR, uuid)).rejects.toMatchObject({
      code: 'conversation_busy',
    });
  });
});
