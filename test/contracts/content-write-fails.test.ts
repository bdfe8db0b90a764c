import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isAppError } from '../../src/base/index.ts';
import type { ContentChange, ContentStores } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  planned,
  removeSitesAfterEach,
  writing,
} from './content-host.ts';

const TEXT = '---\ntitle: A\n---\n\nText.\n';

/** A folder with one page, and a change of it that is planned. */
async function createWrite(
  name: string,
  changeOf: (page: number) => ContentChange = (page) => ({
    kind: 'set_page_fields',
    page,
    fields: { title: 'B' },
  }),
) {
  const site = await createSite({ [name]: TEXT });
  const stores = createMemoryContentStores();
  const host = await site.open(stores);
  const page = (await pageAt(host, name)).page.uid;
  return { site, stores, host, page, plan: await planned(host, changeOf(page)) };
}

describe('a write that fails before anything is written', () => {
  removeSitesAfterEach();

  it('WRT-10 its file cannot be locked: nothing was written, and that is said', async () => {
    const name = `${'a'.repeat(241)}.md`;
    const { site, stores, host, plan } = await createWrite(name);
    await expect(host.apply(plan, writing(ADMIN))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await site.read(name)).toBe(TEXT);
    expect(await stores.history.unsettled()).toEqual([]);
  });

  it('WRT-10 the database fails at any look at the page of it: nothing was written, and that is said', async () => {
    const { site, stores, plan } = await createWrite('a.md');
    for (let failing = 1; (await site.read('a.md')) === TEXT; failing += 1) {
      let looks = 0;
      const page: ContentStores['identity']['page'] = (uid, known) =>
        (looks += 1) === failing
          ? Promise.reject(new Error('no database'))
          : stores.identity.page(uid, known);
      const host = await site.open({ ...stores, identity: { ...stores.identity, page } });
      looks = 0;
      const told = await host.apply(plan, writing(ADMIN)).then(
        () => 'done',
        (error: unknown) => (isAppError(error) ? error.code : String(error)),
      );
      expect([told, await site.read('a.md')]).toEqual([
        told === 'done' ? 'done' : 'unavailable',
        told === 'done' ? TEXT.replace('A', 'B') : TEXT,
      ]);
    }
  });

  it('WRT-10 a folder cannot be made: nothing was written, and that is said', async () => {
    const path = 'new/deep/a.md';
    const move = (page: number): ContentChange => ({ kind: 'move_page', page, path });
    const { site, stores, host, plan } = await createWrite('a.md', move);
    await symlink(join(site.root, 'new'), join(site.root, 'new'));
    const problem: unknown = await host
      .apply(plan, writing(ADMIN))
      .catch((error: unknown) => error);
    expect(problem).toSatisfy(
      (error) => isAppError(error, 'unavailable') || isAppError(error, 'content_refused'),
    );
    expect(await site.read('a.md')).toBe(TEXT);
    expect(await stores.history.unsettled()).toEqual([]);
  });
});

describe('a write that another process settled', () => {
  removeSitesAfterEach();

  const apply = async (state: 'done' | 'failed') => {
    const { site, stores, host, page, plan } = await createWrite('a.md');
    const lost: ContentStores['history']['settle'] = async (id) => {
      await stores.history.settle(id, state);
      return 'lost';
    };
    const dead = await site.open({ ...stores, history: { ...stores.history, settle: lost } });
    return { host, page, told: dead.apply(plan, writing(ADMIN)) };
  };

  it('WRT-10 as failed: whether it happened is not known, and it has no history that could be undone', async () => {
    const { told } = await apply('failed');
    const problem: unknown = await told.catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Error);
    expect(isAppError(problem)).toBe(false);
  });

  it('WRT-10 as done: it is done, and has its history', async () => {
    const { host, page, told } = await apply('done');
    const { historyId } = await told;
    expect((await host.history(page, ADMIN)).map(({ id }) => id)).toEqual([historyId]);
  });
});

describe('a write that stopped and cannot be settled yet', () => {
  removeSitesAfterEach();

  const move = (page: number): ContentChange => ({ kind: 'move_page', page, path: 'b.md' });

  /** One whose intention is stored, and nothing more; and a host that tells what it warns of. */
  const stop = async (changeOf?: (page: number) => ContentChange) => {
    const { site, stores, page, plan } = await createWrite('a.md', changeOf);
    const reach = (point: string) =>
      point === 'before_file' ? Promise.reject(new Error('stopped')) : Promise.resolve();
    const stopping = await site.open(stores, { reach });
    await expect(stopping.apply(plan, writing(ADMIN))).rejects.toThrow();
    expect(await stores.history.unsettled()).toHaveLength(1);
    const warn = vi.fn();
    return { site, stores, page, warn, open: () => site.open(stores, { warn }) };
  };

  it.each([
    ['one file', undefined],
    ['several files', move],
  ])('HST-03 %s: each look that finds its file unreadable is logged once', async (_of, change) => {
    const { site, stores, page, warn, open } = await stop(change);
    const file = join(site.root, 'a.md');
    await rename(file, `${file}.kept`);
    await symlink(file, file);
    const host = await open();
    expect(warn).toHaveBeenCalledTimes(1);
    await host.history(page, ADMIN).catch(() => undefined);
    expect(warn).toHaveBeenCalledTimes(2);
    await rm(file);
    await rename(`${file}.kept`, file);
    await host.history(page, ADMIN);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(await stores.history.unsettled()).toEqual([]);
  });

  it.each([
    ['one file', undefined],
    ['several files', move],
  ])('HST-03 %s: whoever holds its file settles it, and nothing is logged', async (_of, change) => {
    const { site, stores, warn, open } = await stop(change);
    const lock = join(site.root, '.a.md.vouch-lock');
    await writeFile(lock, JSON.stringify({ id: 'alive', atMs: Date.now() }));
    await open();
    expect(warn).not.toHaveBeenCalled();
    expect(await stores.history.unsettled()).toHaveLength(1);
  });
});
