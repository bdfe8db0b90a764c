import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { createContentStores, createTransactions } from '../../src/adapters/storage/index.ts';
import { createMarkdownHost, type MarkdownHostOptions } from '../../src/adapters/markdown/index.ts';
import { ALL_CONTENT_RIGHTS, type UserActor } from '../../src/actors/index.ts';
import { systemClock, systemIds } from '../../src/base/index.ts';
import type {
  ContentChange,
  ContentHost,
  ContentStores,
  PageContent,
  PlannedChange,
} from '../../src/content/index.ts';
import type { OpenFresh } from '../support/databases.ts';

/** An administrator; with rights, an editor who holds exactly those. */
export function person(userId: string, rights?: Partial<UserActor['rights']>): UserActor {
  return {
    kind: 'user',
    userId,
    name: userId,
    isAdministrator: rights === undefined,
    groupIds: [],
    grants: [],
    rights: { ...ALL_CONTENT_RIGHTS, ...rights },
  };
}

export const ADMIN = person('admin');

/** A site in a folder of its own, removed after the test. */
export interface TestSite {
  readonly root: string;
  read(path: string): Promise<string>;
  write(path: string, text: string | Uint8Array): Promise<void>;
  /** A host on it, as another process would open it. */
  open(stores: ContentStores, options?: MarkdownHostOptions): Promise<ContentHost>;
}

const folders: string[] = [];

export function removeSitesAfterEach(): void {
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
}

export async function createSite(files: Readonly<Record<string, string>>): Promise<TestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-site-'));
  folders.push(folder);
  const root = join(folder, 'site');
  const site: TestSite = {
    root,
    read: (path) => readFile(join(root, path), 'utf8'),
    async write(path, text) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    open: (stores, options) =>
      createMarkdownHost({ root, stores, clock: systemClock, ids: systemIds }, options),
  };
  await mkdir(root);
  for (const [path, text] of Object.entries(files)) await site.write(path, text);
  return site;
}

/** A page with every kind of thing that can be written. */
export const PAGE = `---
# kept by the circle
title: "Hours"   # short
order: 1
---

# Opening hours

We open at *ten*.

| Day | Time |
| --- | ---- |
| Mon | 2    |

![image](../images/map.svg) and [here](b.md).

Same text.
`;

const FILES = {
  'en/index.md': '---\ntitle: Home\ndescription: All of it.\n---\n\nHello.\n',
  'en/hours.md': PAGE,
  'de/index.md': '---\ntitle: Start\n---\n\nHallo und guten Tag.\n',
};

/**
 * For the tests of a suite: opens a site (by default a small one with `PAGE`) on a database of its own;
 * `openElsewhere` opens both again, as another process would.
 */
export function createOpener(openFresh: OpenFresh) {
  removeSitesAfterEach();
  return async (files: Readonly<Record<string, string>> = FILES) => {
    const { database, transactions, openAgain } = await openFresh();
    const site = await createSite(files);
    const stores = createContentStores(database, transactions);
    const host = await site.open(stores);
    const openElsewhere = async () => {
      const other = await openAgain();
      return site.open(createContentStores(other, createTransactions(other)));
    };
    return { site, stores, host, openElsewhere };
  };
}

/** The page at an address, which the test knows is there. */
export async function pageAt(
  host: ContentHost,
  address: string,
  actor = ADMIN,
): Promise<PageContent> {
  const uid = await host.findPage(address, actor);
  const page = uid === null ? null : await host.readPage(uid, actor);
  if (page === null) throw new Error(`no page at ${address}`);
  return page;
}

/** The plan of a change that the test knows is possible. */
export async function planned(
  host: ContentHost,
  change: ContentChange,
  actor = ADMIN,
): Promise<PlannedChange> {
  const result = await host.plan(change, actor);
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.planned;
}

export const writing = (actor: UserActor) => ({ actor, runUuid: null });
