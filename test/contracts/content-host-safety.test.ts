import {
  chmod,
  mkdir,
  open as openFile,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Reach } from '../../src/adapters/markdown/index.ts';
import { isAppError } from '../../src/base/index.ts';
import type { ContentChange, ContentStores } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createOpener, PAGE, pageAt, planned, writing } from './content-host.ts';

const retitle = (page: number, title: string): ContentChange => ({
  kind: 'set_page_fields',
  page,
  fields: { title },
});

/** Whether the file under test has been replaced. */
let isRenamed = false;

const BROKEN_IDENTITY = new Proxy({} as ContentStores['identity'], {
  get: () => () => Promise.reject(new Error('no database')),
});

describeEachDatabase('content host, when others write and links lead away', (openFresh) => {
  const open = createOpener(openFresh);

  it('HST-05 a moved base is refused, and two processes never lose a write', async () => {
    const { host, site, openElsewhere } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const other = await openElsewhere();
    const change = (fields: Record<string, string>): ContentChange => ({
      kind: 'set_page_fields',
      page: page.uid,
      fields,
    });
    const mine = await planned(host, change({ title: 'Mine' }));
    const theirs = await planned(other, change({ description: 'Theirs' }));
    const outcomes = await Promise.allSettled([
      host.apply(mine, writing(ADMIN)),
      other.apply(theirs, writing(ADMIN)),
    ]);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject({ data: { reason: 'base_moved' } });
    // Planned again, the loser's preview is the same, so it is written on the fresh base.
    const isMineLost = outcomes[0].status === 'rejected';
    const again = await planned(host, isMineLost ? mine.change : theirs.change);
    expect(again.fields).toEqual((isMineLost ? mine : theirs).fields);
    await host.apply(again, writing(ADMIN));
    const text = await site.read('en/hours.md');
    expect(text).toContain('title: "Mine"');
    expect(text).toContain('description: Theirs');
    expect(await readdir(join(site.root, 'en'))).toEqual(['hours.md', 'index.md']);
  });

  it('HST-05 an outside write right before the rename is seen, and nothing is written', async () => {
    const { host, site, stores } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const early = await site.open(stores, {
      reach: async (point) => {
        if (point === 'before_rename') await site.write('en/hours.md', 'outside\n');
      },
    });
    const plan = await planned(host, retitle(page.uid, 'New'));
    await expect(early.apply(plan, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'base_moved' },
    });
    expect(await site.read('en/hours.md')).toBe('outside\n');
    expect(await host.history(page.uid, ADMIN)).toEqual([]);
    expect(await readdir(join(site.root, 'en'))).toEqual(['hours.md', 'index.md']);
  });

  it('HST-05 an outside write into the replaced file is found afterwards and kept, with the before-image', async () => {
    const { host, site, stores } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const plan = await planned(host, retitle(page.uid, 'New'));
    const outside = await openFile(join(site.root, 'en/hours.md'), 'r+');
    const late = await site.open(stores, {
      reach: async (point) => {
        if (point === 'after_rename') await outside.write('OUTSIDE', 0);
      },
    });
    const applied = await late.apply(plan, writing(ADMIN));
    await outside.close();
    expect(applied.content).toContain('Another program');
    const kept = await stores.history.overwritten(applied.historyId);
    expect(Buffer.from(kept ?? []).toString()).toMatch(/^OUTSIDE/);
    const before = await stores.history.beforeImage(applied.historyId);
    expect(Buffer.from(before ?? []).toString()).toBe(PAGE);
  });

  it.each<[string, (stores: ContentStores) => ContentStores, Reach | undefined]>([
    [
      'its row cannot be settled',
      ({ history, ...others }) => ({
        ...others,
        history: { ...history, settle: () => Promise.reject(new Error('no database')) },
      }),
      undefined,
    ],
    [
      'the uids cannot be read',
      (stores) => ({
        ...stores,
        get identity() {
          return isRenamed ? BROKEN_IDENTITY : stores.identity;
        },
      }),
      undefined,
    ],
    [
      'something fails right after the rename',
      (stores) => stores,
      (point) => (point === 'after_rename' ? Promise.reject(new Error('lost')) : Promise.resolve()),
    ],
  ])(
    'WRT-10 a write that happened is told as done, with its history, although %s',
    async (_what, broken, reach) => {
      isRenamed = false;
      const { host, site, stores } = await open();
      const { page } = await pageAt(host, 'en/hours');
      const failing = await site.open(broken(stores), {
        reach: async (point) => {
          if (point === 'after_rename') isRenamed = true;
          await reach?.(point);
        },
      });
      const plan = await planned(host, retitle(page.uid, 'New'));
      const applied = await failing.apply(plan, writing(ADMIN));
      expect(applied).toMatchObject({ completeness: 'complete', target: { table: 'pages' } });
      expect(await site.read('en/hours.md')).toContain('title: "New"');
      expect(await host.history(page.uid, ADMIN)).toMatchObject([{ id: applied.historyId }]);
      await host.undo(applied.historyId, writing(ADMIN));
      expect(await site.read('en/hours.md')).toBe(PAGE);
    },
  );

  it('WRT-10 a write that failed before the rename is told as not written, and its row says so', async () => {
    const { host, site, stores } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const full = await site.open(stores, {
      reach: (point) =>
        point === 'before_rename' ? Promise.reject(new Error('disk full')) : Promise.resolve(),
    });
    const plan = await planned(host, retitle(page.uid, 'New'));
    await expect(full.apply(plan, writing(ADMIN))).rejects.toMatchObject({ code: 'unavailable' });
    const unstored = await site.open({
      ...stores,
      history: { ...stores.history, begin: () => Promise.reject(new Error('no database')) },
    });
    await expect(unstored.apply(plan, writing(ADMIN))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await site.read('en/hours.md')).toBe(PAGE);
    expect(await stores.history.unsettled()).toEqual([]);
    expect(await host.history(page.uid, ADMIN)).toEqual([]);
  });

  it('WRT-10 where others have written since, and a write failed, nothing is said of it', async () => {
    const { host, site, stores } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const late = await site.open(stores, {
      reach: async (point) => {
        if (point !== 'after_rename') return;
        await site.write('en/hours.md', PAGE.replace('"Hours"', '"New"').replace('ten', 'nine'));
        throw new Error('lost');
      },
    });
    const plan = await planned(host, retitle(page.uid, 'New'));
    const problem: unknown = await late
      .apply(plan, writing(ADMIN))
      .catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Error);
    expect(isAppError(problem)).toBe(false);
    // The next look at the history finds what it wrote.
    expect(await host.history(page.uid, ADMIN)).toHaveLength(1);
  });

  it.each(['before_file', 'before_rename', 'after_rename'] as const)(
    'HST-03 a crash at %s leaves file and history in step',
    async (crashAt) => {
      const { host, site, stores, openElsewhere } = await open();
      const { page } = await pageAt(host, 'en/hours');
      const change: ContentChange = {
        kind: 'set_page_fields',
        page: page.uid,
        fields: { title: 'New' },
      };
      const plan = await planned(host, change);
      let crashed = (): void => undefined;
      let bury = (_error: Error): void => undefined;
      const reached = new Promise<void>((resolve) => (crashed = resolve));
      const dying = await site.open(stores, {
        reach: (point) => {
          if (point !== crashAt) return Promise.resolve();
          crashed();
          return new Promise((_resolve, reject) => (bury = reject));
        },
      });
      const lastWords = dying.apply(plan, writing(ADMIN)).catch(() => undefined);
      await reached;
      expect(await stores.history.unsettled()).toHaveLength(1);
      // The dead process's lock is as old as its last sign of life.
      const lock = join(site.root, 'en', '.hours.md.vouch-lock');
      await writeFile(lock, JSON.stringify({ id: 'dead', atMs: Date.now() - 3_600_000 }));
      const restarted = await openElsewhere();
      const isWritten = crashAt === 'after_rename';
      expect(await site.read('en/hours.md')).toBe(
        isWritten ? PAGE.replace('"Hours"', '"New"') : PAGE,
      );
      expect(await restarted.history(page.uid, ADMIN)).toHaveLength(isWritten ? 1 : 0);
      expect(await stores.history.unsettled()).toEqual([]);
      expect(await readdir(join(site.root, 'en'))).toEqual(['hours.md', 'index.md']);
      if (isWritten) {
        const [entry] = await restarted.history(page.uid, ADMIN);
        await restarted.undo(entry?.id ?? '', writing(ADMIN));
        expect(await site.read('en/hours.md')).toBe(PAGE);
      }
      bury(new Error('crashed'));
      await lastWords;
    },
  );

  it('HST-03 a write that stopped and whose file cannot be read keeps no host from starting, is logged, and settled later', async () => {
    const { host, site, stores } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const fields = { title: 'New' };
    const plan = await planned(host, { kind: 'set_page_fields', page: page.uid, fields });
    const file = join(site.root, 'en', 'hours.md');
    const failing = await site.open(stores, {
      reach: async (point) => {
        if (point !== 'after_rename') return;
        // There is a folder where it was.
        await rename(file, `${file}.kept`);
        await mkdir(file);
        throw new Error('disk');
      },
    });
    await expect(failing.apply(plan, writing(ADMIN))).rejects.toThrow('disk');
    const warn = vi.fn();
    await site.open(stores, { warn });
    expect(warn).toHaveBeenCalledOnce();
    expect(await stores.history.unsettled()).toHaveLength(1);
    await rmdir(file);
    await rename(`${file}.kept`, file);
    expect(await host.history(page.uid, ADMIN)).toHaveLength(1);
    expect(await stores.history.unsettled()).toEqual([]);
  });

  it('SEC-04 paths and links cannot leave the content folder', async () => {
    const { host, site } = await open();
    const outside = join(site.root, '..', 'site-evil');
    await mkdir(outside);
    await writeFile(join(outside, 'secret.md'), '# Secret\n');
    await writeFile(join(outside, 'secret.svg'), '<svg/>');
    await symlink(outside, join(site.root, 'link'));
    await symlink(join(outside, 'secret.md'), join(site.root, 'linked.md'));
    await symlink(join(outside, 'secret.svg'), join(site.root, 'linked.svg'));
    await site.write('images/own.svg', '<svg/>');
    await site.write('images/.hidden.svg', '<svg/>');
    const { leftOut, pageCount } = await host.describe(ADMIN);
    expect(pageCount).toBe(3);
    expect(leftOut.map(({ path }) => path)).toEqual(['link', 'linked.md', 'linked.svg']);
    for (const address of [
      'linked',
      'link/secret',
      '../site-evil/secret',
      '..%2fsite-evil/secret',
    ]) {
      expect(await host.findPage(address, ADMIN)).toBeNull();
    }
    expect((await host.asset('images/own.svg', ADMIN))?.mediaType).toBe('image/svg+xml');
    for (const path of [
      '../site-evil/secret.svg',
      'images/../../site-evil/secret.svg',
      '%2e%2e/site-evil/secret.svg',
      '..\\site-evil\\secret.svg',
      'link/secret.svg',
      'linked.svg',
      'images/.hidden.svg',
      join(outside, 'secret.svg'),
      'en/hours.md',
      'images/own.svg\0.svg',
    ]) {
      expect(await host.asset(path, ADMIN)).toBeNull();
    }
  });

  it('SEC-04 a page that becomes a link out of the folder is neither read nor written', async () => {
    const { host, site } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const change: ContentChange = {
      kind: 'set_page_fields',
      page: page.uid,
      fields: { title: 'X' },
    };
    const plan = await planned(host, change);
    const outside = join(site.root, '..', 'outside.md');
    await writeFile(outside, PAGE);
    await rm(join(site.root, 'en/hours.md'));
    await symlink(outside, join(site.root, 'en/hours.md'));
    await expect(host.apply(plan, writing(ADMIN))).rejects.toMatchObject({
      code: 'content_refused',
    });
    expect(await host.readPage(page.uid, ADMIN)).toBeNull();
    expect(await site.read('../outside.md')).toBe(PAGE);
  });

  it('keeps the mode of the file, and writes through a link inside the folder', async () => {
    const { host, site } = await open();
    await chmod(join(site.root, 'en/hours.md'), 0o640);
    await symlink('hours.md', join(site.root, 'en/again.md'));
    const { page } = await pageAt(host, 'en/again');
    const change: ContentChange = {
      kind: 'set_page_fields',
      page: page.uid,
      fields: { title: 'X' },
    };
    await host.apply(await planned(host, change), writing(ADMIN));
    expect(await site.read('en/hours.md')).toBe(PAGE.replace('"Hours"', '"X"'));
    expect((await stat(join(site.root, 'en/hours.md'))).mode & 0o777).toBe(0o640);
  });
});
