import { expect, it } from 'vitest';
import { createChatService } from '../../src/chat/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import {
  ADMIN,
  createWorld,
  EDITOR,
  progress,
  READER,
  setFields,
  told,
  type World,
} from './chat-world.ts';

/** A conversation about nothing in particular in which one thing was said. */
async function talk(world: World, text: string): Promise<string> {
  world.clock.advance(1_000);
  const { uuid } = await world.chat.create(EDITOR, { page: null, locale: 'en' });
  world.model.add({ text: 'Yes.' });
  await world.send(uuid, text);
  return uuid;
}

describeEachDatabase('a person’s conversations', (openFresh) => {
  it('CHT-07 are found by their title and by what one wrote oneself, in any case, each character as itself', async () => {
    const world = await createWorld(openFresh);
    const garden = await talk(world, 'Über den Garten 100%');
    const shop = await talk(world, 'The shop_window');
    world.model.add({ text: 'An answer about elephants.' });
    await world.send(shop, 'Second: the ÄPFEL\n  are ripe');
    await world.chat.rename(EDITOR, garden, 'Herbst');
    const found = async (text: string) =>
      (await world.chat.list(EDITOR, { text })).map(({ uuid }) => uuid);
    expect(await found('')).toEqual([shop, garden]);
    expect(await found('HERBST')).toEqual([garden]);
    expect(await found('über den garten')).toEqual([garden]);
    expect(await found('äpfel are')).toEqual([shop]);
    expect(await found('100%')).toEqual([garden]);
    expect(await found('shop_w')).toEqual([shop]);
    expect(await found('shop%w')).toEqual([]);
    expect(await found('shopXw')).toEqual([]);
    expect(await found('elephants')).toEqual([]);
    expect(await world.chat.list(ADMIN, { text: 'garten' })).toEqual([]);
  });

  it('CHT-07 are listed without reading a page twice', async () => {
    const world = await createWorld(openFresh);
    for (const text of ['One', 'Two', 'Three']) {
      const { uuid } = await world.open();
      world.model.add({ text: 'Yes.' });
      await world.send(uuid, text);
    }
    const read: number[] = [];
    const readPage: typeof world.host.readPage = (uid, actor) => {
      read.push(uid);
      return world.host.readPage(uid, actor);
    };
    const chat = createChatService({ ...world.deps, host: { ...world.host, readPage } });
    const list = await chat.list(EDITOR);
    expect(list.map(({ pageTitle }) => pageTitle)).toEqual(['About us', 'About us', 'About us']);
    expect(read).toEqual([world.page]);
  });

  it('CHT-07 have a title: of what was said first, else of the process and its page, or the one their owner gives', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'Done.' });
    expect((await world.send(uuid, '', world.processUid)).title).toBe('SEO · About us');
    const renamed = await world.chat.rename(EDITOR, uuid, '  Autumn \n texts ');
    expect(renamed.title).toBe('Autumn texts');
    world.model.add({ text: 'Again.' });
    expect((await world.send(uuid, 'Something else')).title).toBe('Autumn texts');
    await expect(world.chat.rename(EDITOR, uuid, ' \n ')).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('CHT-07, CHT-08 are tabs until closed, the same on every device; a message opens one again', async () => {
    const world = await createWorld(openFresh);
    const first = await talk(world, 'One');
    const second = await talk(world, 'Two');
    const open = async () =>
      (await world.anotherServer().list(EDITOR))
        .filter(({ openedAtMs }) => openedAtMs !== null)
        .sort((a, b) => Number(a.openedAtMs) - Number(b.openedAtMs))
        .map(({ uuid }) => uuid);
    expect(await open()).toEqual([first, second]);
    await world.chat.setOpen(EDITOR, first, true);
    expect(await open()).toEqual([first, second]);
    await world.chat.setOpen(EDITOR, first, false);
    expect(await open()).toEqual([second]);
    world.clock.advance(1_000);
    world.model.add({ text: 'Hm.' });
    await world.send(first, 'More');
    expect(await open()).toEqual([second, first]);
    await world.chat.archive(EDITOR, second);
    expect(await open()).toEqual([first]);
  });

  it('CHT-11 a title, a pin and a tab change while the assistant works, and its turn loses nothing', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'Hello.' });
    await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi' });
    await world.chat.rename(EDITOR, uuid, 'Mine');
    await world.chat.setPinned(EDITOR, uuid, true);
    await world.chat.setOpen(EDITOR, uuid, false);
    await world.settle();
    const after = await world.view(uuid);
    expect(told(after)).toEqual(['user:Hi', 'assistant:Hello.']);
    expect(after).toMatchObject({ status: 'idle', title: 'Mine', pinned: true, openedAtMs: null });
    expect(world.problems).toEqual([]);
  });

  it('CHT-07 come back from the archive, at the limit in place of the longest unused one', async () => {
    const world = await createWorld(openFresh, { limits: { conversations: 2 } });
    const old = await talk(world, 'Old');
    await world.chat.archive(EDITOR, old);
    const first = await talk(world, 'First');
    const second = await talk(world, 'Second');
    const archive = async () =>
      (await world.chat.list(EDITOR, { archived: true })).map(({ uuid }) => uuid);
    expect(await archive()).toEqual([old]);
    const back = await world.chat.unarchive(EDITOR, old);
    expect(back).toMatchObject({ archivedAtMs: null });
    expect(await archive()).toEqual([first]);
    await world.chat.setPinned(EDITOR, old, true);
    await world.chat.setPinned(EDITOR, second, true);
    await expect(world.chat.unarchive(EDITOR, first)).rejects.toMatchObject({
      code: 'too_many_conversations',
    });
    expect(await archive()).toEqual([first]);
  });

  it('CHT-07 are deleted with everything said in them; a card that waits goes with its run, nothing is saved, points stay', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      { calls: [setFields(world.page, { description: 'New' })] },
      { calls: [setFields(world.page, { title: 'New' })] },
    );
    await world.send(uuid, '', world.processUid);
    const waiting = await world.answer(uuid, { answer: 'deny', reason: 'skip' });
    expect(waiting.status).toBe('awaiting_approval');
    await world.chat.remove(EDITOR, uuid);
    await expect(world.view(uuid)).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.stores.conversations.entries(uuid)).toEqual([]);
    expect((await world.stores.runs.run(waiting.runUuid ?? ''))?.status).toBe('cancelled');
    expect(await world.points()).toHaveLength(1);
    const page = await world.host.readPage(world.page, EDITOR);
    expect(page?.page.fields['description']).toBe('Old words');
    await world.settle();
    expect(world.problems).toEqual([]);
  });

  it('CHT-07 a new one is not the empty one that was deleted just then, and the receipt names the one there is', async () => {
    const world = await createWorld(openFresh);
    const empty = await world.open();
    const { conversations } = world.stores;
    const deleting: typeof conversations = {
      ...conversations,
      activeOf: async (...asked) => {
        const found = await conversations.activeOf(...asked);
        await world.chat.remove(EDITOR, empty.uuid);
        return found;
      },
    };
    const receipts: string[] = [];
    const chat = createChatService({ ...world.deps, conversations: deleting });
    const { uuid } = await chat.create(EDITOR, {
      page: world.page,
      locale: 'de',
      alongside: (named) => () => {
        receipts.push(named);
        return Promise.resolve();
      },
    });
    expect(uuid).not.toBe(empty.uuid);
    expect(receipts).toEqual([uuid]);
    expect(await world.view(uuid)).toMatchObject({ uuid, page: world.page, status: 'idle' });
  });

  it('CHT-11 are not deleted while the assistant works, and nothing of the turn is lost', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'Hello.' });
    await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi' });
    await expect(world.chat.remove(EDITOR, uuid)).rejects.toMatchObject({
      code: 'conversation_busy',
    });
    await world.settle();
    expect(told(await world.view(uuid))).toEqual(['user:Hi', 'assistant:Hello.']);
  });

  it('SEC-01 are their owner’s alone, whatever is asked of them', async () => {
    const world = await createWorld(openFresh);
    const uuid = await talk(world, 'Mine');
    const before = await world.view(uuid);
    for (const ask of [
      () => world.chat.rename(READER, uuid, 'Yours'),
      () => world.chat.setOpen(READER, uuid, false),
      () => world.chat.setPinned(READER, uuid, true),
      () => world.chat.unarchive(READER, uuid),
      () => world.chat.remove(READER, uuid),
      () => world.chat.stop(READER, uuid),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await world.view(uuid)).toEqual(before);
  });
});

describeEachDatabase('a turn that is stopped', (openFresh) => {
  it('CHT-01, CHT-08 keeps what was said, the half sentence included, saves nothing and takes the next message', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      { text: 'First thing.', calls: [progress(1, 2)] },
      async (request) => {
        request.onTextDelta?.('And half a sen');
        await world.chat.stop(EDITOR, uuid);
        request.signal?.throwIfAborted();
        return { calls: [setFields(world.page, { description: 'New' })] };
      },
      { text: 'Better.' },
    );
    const stopped = await world.send(uuid, '', world.processUid);
    expect(told(stopped)).toEqual([
      'user:',
      'assistant:First thing.',
      'assistant:And half a sen',
      'stopped:cancelled',
    ]);
    expect(stopped).toMatchObject({ status: 'failed', card: null });
    expect((await world.stores.runs.run(stopped.runUuid ?? ''))?.status).toBe('cancelled');
    const better = await world.send(uuid, 'Shorter, please');
    expect(better.status).toBe('idle');
    expect(told(better).slice(-2)).toEqual(['user:Shorter, please', 'assistant:Better.']);
    const page = await world.host.readPage(world.page, EDITOR);
    expect(page?.page.fields['description']).toBe('Old words');
  });

  it('CHT-01 before anybody took it up never reaches a model', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi' });
    await world.chat.stop(EDITOR, uuid);
    await world.settle();
    const after = await world.view(uuid);
    expect(told(after)).toEqual(['user:Hi', 'stopped:cancelled']);
    expect(after.status).toBe('failed');
    expect(world.model.requests).toEqual([]);
  });

  it('CHT-01 is stopped once: with nothing at work the button changes nothing, a waiting card least of all', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    const waiting = await world.send(uuid, '', world.processUid);
    expect(await world.chat.stop(EDITOR, uuid)).toEqual(waiting);
    expect(await world.view(uuid)).toEqual(waiting);
  });
});

describeEachDatabase('an approval that is taken back while somebody looks', (openFresh) => {
  it('PIN-04, CHT-08 is shown on the waiting card at once, on every server, with the administrator’s words', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    const waiting = await world.send(uuid, '', world.processUid);
    expect(waiting.revoked).toBeNull();
    const ended = new AbortController();
    const reader = world.stream.follow(EDITOR, uuid, ended.signal)[Symbol.asyncIterator]();
    await reader.next();
    await world.revoke(world.processUid);
    const digest = waiting.process?.digest ?? '';
    await world.chat.versionDecided({ skillUid: world.processUid, digest: 'another' });
    await world.chat.versionDecided({ skillUid: world.processUid, digest });
    expect((await reader.next()).value).toMatchObject({
      type: 'changed',
      conversation: { revoked: { because: 'test' }, card: { digest: waiting.card?.digest } },
    });
    ended.abort();
    // Servers without a word from this one compare versions.
    expect((await world.stores.conversations.versions([uuid])).get(uuid)).toBe(waiting.version + 1);
    const after = await world.answer(uuid, { answer: 'approve' });
    expect(told(after).slice(1)).toEqual([
      'outcome:withdrawn',
      'notice:pin_failed',
      'stopped:pin_failed',
    ]);
    expect(after.revoked).toBeNull();
  });

  it('APR-03, PIN-02, CHT-08 approved again, the card says what happened in between and can be answered as before', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    const waiting = await world.send(uuid, '', world.processUid);
    expect(waiting.approvedAgain).toBeUndefined();
    world.clock.advance(60_000);
    // Approved once more and never revoked: nothing happened in between.
    await world.approve(world.processUid);
    expect((await world.view(uuid)).approvedAgain).toBeUndefined();
    await world.revoke(world.processUid);
    expect(await world.view(uuid)).toMatchObject({ revoked: { because: 'test' } });
    await world.approve(world.processUid);
    const again = await world.view(uuid);
    expect([again.revoked, again.approvedAgain]).toEqual([null, true]);
    world.model.add({ calls: [setFields(world.page, { title: 'Next' })] });
    world.clock.advance(60_000);
    const next = await world.answer(uuid, { answer: 'approve' });
    expect(told(next)).toContain('outcome:applied');
    // The next card was shown after all that.
    expect([next.card === null, next.approvedAgain]).toEqual([false, undefined]);
  });

  it('PIN-03, PIN-04 of a skill that came to another source, what counts is the approval from the source it was pinned in', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    await world.send(uuid, '', world.processUid);
    const settings = { title: 'There', trustLevel: 'first_party' } as const;
    const { uid: sourceUid } = await world.skills.createBackendSource(settings, ADMIN);
    await world.transactions.transact((tx) =>
      world.stores.skills.within(tx).updateSkill(world.processUid, { sourceUid }),
    );
    expect((await world.view(uuid)).revoked).toBeNull();
    await world.revoke(world.processUid);
    expect((await world.view(uuid)).revoked).toEqual({ because: 'test' });
    // Approved from the other source, it is still not what the run holds.
    await world.approve(world.processUid);
    const approved = await world.view(uuid);
    expect([approved.revoked, approved.approvedAgain]).toEqual([{ because: 'test' }, undefined]);
    const after = await world.answer(uuid, { answer: 'approve' });
    expect(told(after)).toContain('notice:pin_failed');
  });

  it('PIN-04 a row that does not say where its process was pinned is read by the source of its skill', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'Hello.', calls: [progress(1, 2)] }, { text: 'Next?' });
    await world.send(uuid, '', world.processUid);
    const row = await world.stores.conversations.conversation(uuid);
    if (row?.process == null) throw new Error('no process');
    const { skillUid, name, digest } = row.process;
    await world.transactions.transact((tx) =>
      world.stores.conversations
        .within(tx)
        .change(row, { set: { process: { skillUid, name, digest } } }, world.clock.now()),
    );
    expect((await world.view(uuid)).revoked).toBeNull();
    await world.revoke(world.processUid);
    expect((await world.view(uuid)).revoked).toEqual({ because: 'test' });
  });
});
