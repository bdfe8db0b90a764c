import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { WritePoint } from '../../src/adapters/markdown/index.ts';
import { isAppError } from '../../src/base/index.ts';
import type { ContentChange, ContentHost, ContentStores } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import { createChance } from '../crash/chance.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  planned,
  removeSitesAfterEach,
  writing,
  type TestSite,
} from './content-host.ts';

const FILES = {
  'index.md': '---\ntitle: Home\n---\n\n[Hours](hours.md) and [b](b.md).\n',
  'hours.md': '---\ntitle: Hours\n---\n\n# Hours\n\nBack [home](index.md).\n\nWe open at ten.\n',
  'b.md': '---\ntitle: B\n---\n\n# B\n\nSee [hours](hours.md).\n',
};

/** What every kind of change over several files does: to a page of its own, or taken back again. */
const DEEDS = {
  move: ({ hours }) => ({ kind: 'move_page', page: hours.page, path: 'about/times.md' }),
  remove: ({ hours }) => ({ kind: 'delete', table: 'pages', uid: hours.page }),
  draft: ({ hours }) => ({ kind: 'create_page_draft', parent: hours.page, title: 'Fresh' }),
  away: ({ hours, b }) => ({
    kind: 'move_element',
    element: hours.elements[2] ?? 0,
    page: b.page,
  }),
} as const satisfies Record<string, (known: Known) => ContentChange>;
type Deed = keyof typeof DEEDS;
const DEED_NAMES = Object.keys(DEEDS) as Deed[];

type Known = Readonly<
  Record<'hours' | 'b', { readonly page: number; readonly elements: readonly number[] }>
>;

/** Steps of a write, counted; some of them fail, before they do anything or after. */
interface Faults {
  isOn: boolean;
  steps: number;
  hits: number;
  /** The write that was begun while they were on. */
  begun: string | null;
  readonly fails: (step: number) => boolean;
}

const faultsAt = (fails: Faults['fails']): Faults => ({
  isOn: false,
  steps: 0,
  hits: 0,
  begun: null,
  fails,
});

function saysNothingWritten(error: unknown): boolean {
  return isAppError(error, 'content_refused') || isAppError(error, 'unavailable');
}

function meet(faults: Faults): void {
  if (!faults.isOn) return;
  faults.steps += 1;
  if (!faults.fails(faults.steps)) return;
  faults.hits += 1;
  throw new Error('injected');
}

/** Either side of what is written into the stores. */
function faulty(stores: ContentStores, faults: Faults): ContentStores {
  const both =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      meet(faults);
      const answer = await call(...args);
      meet(faults);
      return answer;
    };
  const { history, identity } = stores;
  return {
    ...stores,
    history: {
      ...history,
      begin: both((row, ...images) => {
        if (faults.isOn) faults.begun = row.id;
        return history.begin(row, ...images);
      }),
      settle: both((id, state) => history.settle(id, state)),
      fileImage: both((id, path) => history.fileImage(id, path)),
    },
    identity: {
      ...identity,
      movePage: both((page, paths) => identity.movePage(page, paths)),
      replaceElements: both((page, next) => identity.replaceElements(page, next)),
    },
  };
}

/** Every file of the site, hidden ones too. */
async function filesOf(site: TestSite): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(site.root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(site.root.length + 1)] = await readFile(path, 'utf8');
  }
  return files;
}

describe('content changes over several files where a step fails', () => {
  removeSitesAfterEach();

  const knownOf = async (host: ContentHost, path: string) => {
    const { page, elements } = await pageAt(host, path);
    return { page: page.uid, elements: elements.map(({ uid }) => uid) };
  };

  /** Does a deed with these faults, or takes it back with them, and holds what is found to what was there before and to be there after. */
  const attempt = async (deed: Deed, isUndo: boolean, faults: Faults): Promise<void> => {
    const site = await createSite(FILES);
    const stores = createMemoryContentStores();
    const host = await site.open(faulty(stores, faults), {
      reach: () =>
        Promise.resolve().then(() => {
          meet(faults);
        }),
    });
    const known = { hours: await knownOf(host, 'hours.md'), b: await knownOf(host, 'b.md') };
    const plan = await planned(host, DEEDS[deed](known));
    const twin = await createSite(FILES);
    const other = await twin.open(createMemoryContentStores());
    const like = { hours: await knownOf(other, 'hours.md'), b: await knownOf(other, 'b.md') };
    await other.apply(await planned(other, DEEDS[deed](like)), writing(ADMIN));
    const [before, after] = isUndo ? [await filesOf(twin), FILES] : [FILES, await filesOf(twin)];
    await other.close();

    const historyId = isUndo ? (await host.apply(plan, writing(ADMIN))).historyId : '';
    faults.isOn = true;
    const told = await (
      isUndo ? host.undo(historyId, writing(ADMIN)) : host.apply(plan, writing(ADMIN))
    ).then(
      () => 'done' as const,
      (error: unknown) => (saysNothingWritten(error) ? 'refused' : 'failed'),
    );
    faults.isOn = false;
    // What is said is so at once; what is not known is settled at the next look.
    if (told === 'refused') expect(await filesOf(site)).toEqual(before);
    if (told === 'done') expect(await filesOf(site)).toEqual(after);
    await host.history(known.b.page, ADMIN);
    expect(await stores.history.unsettled()).toEqual([]);
    const now = await filesOf(site);
    const begun = faults.begun === null ? null : await stores.history.find(faults.begun);
    const isDone = begun?.state === 'done';
    if (!isDone && begun !== null) expect(begun.state).toBe('failed');
    expect(now).toEqual(isDone ? after : before);
    if (told === 'done') expect(isDone).toBe(true);
    const path = (await stores.identity.page(known.hours.page))?.path;
    const isMoved = deed === 'move' && isDone !== isUndo;
    expect(path).toBe(isMoved ? 'about/times.md' : 'hours.md');
    await host.close();
  };

  const counted = async (deed: Deed, isUndo: boolean): Promise<number> => {
    const faults = faultsAt(() => false);
    await attempt(deed, isUndo, faults);
    return faults.steps;
  };

  it.each(DEED_NAMES.flatMap((deed) => [[deed, false] as const, [deed, true] as const]))(
    'HST-03, HST-05 one failing step leaves all as before and failed, or all as after and done: %s, undone: %s',
    async (deed, isUndo) => {
      const steps = await counted(deed, isUndo);
      expect(steps).toBeGreaterThan(5);
      for (let at = 1; at <= steps; at += 1) {
        const faults = faultsAt((step) => step === at);
        await attempt(deed, isUndo, faults).catch((error: unknown) => {
          throw new Error(`step ${String(at)} of ${String(steps)}`, { cause: error });
        });
        expect(faults.hits).toBe(1);
      }
    },
  );

  const SEEDS = Number(process.env['VOUCH_SEEDS'] ?? 16);
  const FIRST = Number(process.env['VOUCH_SEED'] ?? 1);
  it.each(Array.from({ length: SEEDS }, (_, at) => FIRST + at))(
    'HST-03, HST-05 any failing steps, those of taking back too, leave all or none of it: seed %i',
    async (seed) => {
      const chance = createChance(seed);
      const deed = DEED_NAMES[chance.below(DEED_NAMES.length)] ?? 'move';
      const isUndo = chance.in100(40);
      const isLasting = chance.in100(30);
      const start = 1 + chance.below(12);
      const percent = 10 + chance.below(50);
      const faults = faultsAt((step) =>
        isLasting ? step >= start : step >= start && chance.in100(percent),
      );
      await attempt(deed, isUndo, faults).catch((error: unknown) => {
        throw new Error(`${deed}, undone: ${String(isUndo)}`, { cause: error });
      });
    },
  );

  const moving = async () => {
    const site = await createSite(FILES);
    const stores = createMemoryContentStores();
    const host = await site.open(stores);
    const { page } = await pageAt(host, 'hours.md');
    const change: ContentChange = { kind: 'move_page', page: page.uid, path: 'times.md' };
    return { site, stores, host, page: page.uid, plan: await planned(host, change) };
  };

  it('HST-05 what cannot be taken back is no refusal, is logged, keeps no host from starting, and is taken back later', async () => {
    const { site, stores, host, page, plan } = await moving();
    const warn = vi.fn();
    let renames = 0;
    const reach = (point: WritePoint): Promise<void> =>
      point === 'after_rename' && (renames += 1) > 1
        ? Promise.reject(new Error('disk'))
        : Promise.resolve();
    const failing = await site.open(stores, { reach, warn });
    const told = failing.apply(plan, writing(ADMIN));
    await expect(told).rejects.toThrow(/could not be taken back/);
    await expect(told).rejects.not.toMatchObject({ code: 'content_refused' });
    expect(await stores.history.unsettled()).toHaveLength(1);
    await site.open(stores, { reach, warn });
    expect(await stores.history.unsettled()).toHaveLength(1);
    expect(warn).toHaveBeenCalledTimes(2);
    // The last of its files cannot even be read: there is a folder where it was.
    await rename(join(site.root, 'hours.md'), join(site.root, 'kept'));
    await mkdir(join(site.root, 'hours.md'));
    await site.open(stores, { warn });
    expect(await stores.history.unsettled()).toHaveLength(1);
    expect(warn).toHaveBeenCalledTimes(3);
    await rmdir(join(site.root, 'hours.md'));
    await rename(join(site.root, 'kept'), join(site.root, 'hours.md'));
    await host.history(page, ADMIN);
    expect(await stores.history.unsettled()).toEqual([]);
    expect(await filesOf(site)).toEqual(FILES);
  });

  it('HST-05 what others wrote over a part of it stays theirs, and nobody is told that nothing was written', async () => {
    const { site, stores, page, plan } = await moving();
    const warn = vi.fn();
    let between = 0;
    const beside = await site.open(stores, {
      warn,
      reach: async (point) => {
        if (point !== 'between_files' || (between += 1) !== 2) return;
        await site.write('b.md', `${await site.read('b.md')}Theirs.\n`);
        throw new Error('disk');
      },
    });
    await expect(beside.apply(plan, writing(ADMIN))).rejects.toThrow(/written over .*: b\.md/);
    expect(warn).toHaveBeenCalledOnce();
    expect(await filesOf(site)).toEqual({
      ...FILES,
      'b.md': `${FILES['b.md'].replace('hours.md', 'times.md')}Theirs.\n`,
    });
    expect(await stores.history.unsettled()).toEqual([]);
    expect(await stores.history.ofPage(page, 1)).toEqual([]);
  });

  it('HST-05 a writer that was taken for dead goes by what was found of it', async () => {
    const { site, stores, plan } = await moving();
    const settledAs = (state: 'done' | 'failed'): ContentStores => ({
      ...stores,
      history: {
        ...stores.history,
        settle: async (id) => {
          await stores.history.settle(id, state);
          return 'lost';
        },
      },
    });
    const dead = await site.open(settledAs('failed'));
    await expect(dead.apply(plan, writing(ADMIN))).rejects.toThrow('took the writer');
    for (const [path, text] of Object.entries(FILES)) await site.write(path, text);
    await rm(join(site.root, 'times.md'));
    const again = await site.open(settledAs('done'));
    const { page } = await pageAt(again, 'hours.md');
    const fresh = await planned(again, { kind: 'move_page', page: page.uid, path: 'times.md' });
    await again.apply(fresh, writing(ADMIN));
    expect(Object.keys(await filesOf(site))).toContain('times.md');
  });
});
