import { readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createWorld, EDITOR, progress, setFields, told, type World } from './chat-world.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  planned,
  removeSitesAfterEach,
  writing,
} from './content-host.ts';

/** A page of a site, the reading of whose files fails with that code as long as `fails.now`. */
async function failingPage(code: string) {
  const site = await createSite({ 'a.md': '# A\n' });
  const fails = { now: false };
  const failure = Object.assign(new Error(code), { code });
  const host = await site.open(createMemoryContentStores(), {
    readBytes: (real) => (fails.now ? Promise.reject(failure) : readFile(real)),
  });
  const { uid } = (await pageAt(host, 'a.md')).page;
  return { host, uid, fails };
}

/** Makes a file one that is there and does not open: a link to itself. Returns what puts it back. */
async function unreadable(file: string): Promise<() => Promise<void>> {
  await rename(file, `${file}.kept`);
  await symlink(file, file);
  return async () => {
    await rm(file);
    await rename(`${file}.kept`, file);
  };
}

describe('a page whose file cannot be read right now', () => {
  removeSitesAfterEach();

  it.each(['EMFILE', 'EIO', 'EACCES', 'EBUSY'])(
    'HST-01 %s is not a deleted page: unavailable, and there again afterwards',
    async (code) => {
      const { host, uid, fails } = await failingPage(code);
      fails.now = true;
      const record = { table: 'pages', uid };
      await expect(host.readPage(uid, ADMIN)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(host.pageOf(record, ADMIN)).rejects.toThrow(code);
      fails.now = false;
      expect(await host.pageOf(record, ADMIN)).toBe(uid);
    },
  );

  it.each(['ENOENT', 'ENOTDIR'])('HST-01 %s is: there is no such page', async (code) => {
    const { host, uid, fails } = await failingPage(code);
    fails.now = true;
    expect(await host.readPage(uid, ADMIN)).toBeNull();
  });

  it('WRT-03 a change of it is not refused as one of a page that is gone', async () => {
    const site = await createSite({ 'a.md': '---\ntitle: A\n---\n\nText.\n' });
    const host = await site.open(createMemoryContentStores());
    const { uid } = (await pageAt(host, 'a.md')).page;
    const change = { kind: 'set_page_fields', page: uid, fields: { title: 'B' } } as const;
    const plan = await planned(host, change);
    const restore = await unreadable(join(site.root, 'a.md'));
    await expect(host.apply(plan, writing(ADMIN))).rejects.toMatchObject({ code: 'unavailable' });
    await restore();
    await host.apply(plan, writing(ADMIN));
    expect(await site.read('a.md')).toContain('title: B');
  });
});

/** A process whose proposal waits. */
async function waitingProcess(world: World) {
  const { uuid } = await world.open();
  world.model.add({ calls: [progress(1, 2), setFields(world.page, { description: 'New' })] });
  return world.send(uuid, '', world.processUid);
}

describeEachDatabase('a process whose page cannot be read right now', (openFresh) => {
  it('PIN-05, CHT-01 an answer to its card changes nothing: the card is handed back and can be answered again', async () => {
    const world = await createWorld(openFresh);
    const { uuid, card, runUuid, process } = await waitingProcess(world);
    const decision = { cardDigest: card?.digest ?? '', answer: 'approve' } as const;
    const restore = await unreadable(join(world.root, 'about.md'));
    await world.chat.decide(EDITOR, uuid, decision);
    await world.settle();
    await restore();
    const after = await world.view(uuid);
    expect(after).toMatchObject({ status: 'awaiting_approval', runUuid, process });
    expect(told(after)).toEqual(['user:', 'stopped:unavailable']);
    world.model.add({ text: 'Done.' });
    const done = await world.answer(uuid, { answer: 'approve' });
    expect(told(done).slice(2)).toEqual(['outcome:applied', 'assistant:Done.']);
    expect(done.process).toEqual(process);
  });

  it('PIN-05, CHT-01 a message to it is refused and can be sent again, with its process and its page', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ text: 'One.', calls: [progress(1, 2)] }, { text: 'What next?' });
    const before = await world.send(uuid, '', world.processUid);
    const restore = await unreadable(join(world.root, 'about.md'));
    const message = world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' });
    await expect(message).rejects.toMatchObject({ code: 'unavailable' });
    await restore();
    expect(await world.view(uuid)).toMatchObject({ status: 'idle', process: before.process });
    world.model.add({ text: 'Here.' });
    const after = await world.send(uuid, 'Go on');
    expect(told(after).slice(-2)).toEqual(['user:Go on', 'assistant:Here.']);
    expect(after.process).toEqual(before.process);
  });

  it('CHT-01 keeps no other conversation out of the list', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await waitingProcess(world);
    await world.chat.create(EDITOR, { page: null, locale: 'en' });
    const restore = await unreadable(join(world.root, 'about.md'));
    const listed = await world.chat.list(EDITOR);
    expect(listed.map(({ pageTitle }) => pageTitle)).toEqual([null, null]);
    // Who may read the page is not known now, so nothing of it is shown.
    expect((await world.view(uuid)).card?.calls[0]?.arguments).toEqual({});
    await restore();
    expect((await world.view(uuid)).pageTitle).toBe('About us');
  });
});
