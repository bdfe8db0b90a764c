import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createMarkdownHost } from '../../src/adapters/markdown/index.ts';
import { createContentStores } from '../../src/adapters/storage/index.ts';
import { systemIds } from '../../src/base/index.ts';
import type { ContentHost } from '../../src/content/index.ts';
import type { FakeClock } from '../../src/testing/index.ts';
import type { TestDatabase } from '../support/databases.ts';
import { ADMIN } from './chat-people.ts';

/** A site of two pages, “About us” and “Home”, in a folder that goes with the test. */
export async function createHost(
  database: TestDatabase,
  clock: FakeClock,
): Promise<{ readonly host: ContentHost; readonly root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'vouch-chat-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const about = '---\ntitle: About us\ndescription: Old words\n---\n\n# About\n\nA first text.\n';
  await writeFile(join(root, 'about.md'), about);
  await writeFile(join(root, 'index.md'), '---\ntitle: Home\n---\n\n# Home\n\nWelcome.\n');
  const host = await createMarkdownHost({
    root,
    stores: createContentStores(database.database, database.transactions),
    clock,
    ids: systemIds,
  });
  onTestFinished(() => host.close());
  return { host, root };
}

export async function uidOf(host: ContentHost, address: string): Promise<number> {
  const uid = await host.findPage(address, ADMIN);
  if (uid === null) throw new Error(`no page ${address}`);
  return uid;
}
