import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMarkdownHost } from '../../src/adapters/markdown/index.ts';
import {
  createContentStores,
  createTransactions,
  openDatabase,
  type DatabaseConfig,
} from '../../src/adapters/storage/index.ts';
import { ALL_CONTENT_RIGHTS, type UserActor } from '../../src/actors/index.ts';
import { isAppError, sha256Hex, systemClock, systemIds } from '../../src/base/index.ts';
import { createChance } from './chance.ts';

/**
 * One of several processes that write the same files: either Vouch, or a program that knows nothing of it. It writes until
 * it has done as much as it was told, and then says what became of each operation.
 */

export interface SiteOrder {
  readonly as: 'vouch' | 'outside';
  readonly name: string;
  readonly root: string;
  readonly database: DatabaseConfig;
  readonly pages: readonly string[];
  readonly operations: number;
  readonly seed: number;
  /** Outside: how long it pauses between two saves. */
  readonly pauseMs: number;
}

export type SiteReport =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'done';
      readonly written: readonly Written[];
      /** Refusals by what was said, and how often. */
      readonly refused: Readonly<Record<string, number>>;
      /** From the last look at the file to its replacement, in microseconds. */
      readonly windowsUs: readonly number[];
    }
  | { readonly kind: 'complaint'; readonly text: string };

/** One write that was said to be done. */
export interface Written {
  readonly path: string;
  readonly field: string;
  readonly value: string;
  /** Of an outsider: sha256 of the file as it was read, and as it was saved. */
  readonly before?: string;
  readonly after?: string;
}

const EDITOR: UserActor = {
  kind: 'user',
  userId: 'editor',
  name: 'Editor',
  isAdministrator: true,
  groupIds: [],
  grants: [],
  rights: ALL_CONTENT_RIGHTS,
};

const tell = (report: SiteReport) => process.send?.(report);

/** Every field is one writer's own, so that a write that is gone was lost and not written over on purpose. */
async function writeAsVouch(order: SiteOrder): Promise<void> {
  const database = await openDatabase(order.database, systemClock);
  const stores = createContentStores(database, createTransactions(database));
  const windowsUs: number[] = [];
  let lookedAt = 0n;
  const host = await createMarkdownHost(
    { root: order.root, stores, clock: systemClock, ids: systemIds },
    {
      watch: 'inotify',
      reach: (point) => {
        if (point === 'before_rename') lookedAt = process.hrtime.bigint();
        if (point === 'after_rename') {
          windowsUs.push(Number(process.hrtime.bigint() - lookedAt) / 1_000);
        }
        return Promise.resolve();
      },
    },
  );
  const chance = createChance(order.seed);
  const written: Written[] = [];
  const refused: Record<string, number> = {};
  const uids = new Map<string, number>();
  for (const path of order.pages) uids.set(path, (await host.findPage(path, EDITOR)) ?? 0);
  for (let n = 0; n < order.operations; n += 1) {
    const path = order.pages[chance.below(order.pages.length)] ?? '';
    const value = `${order.name} ${String(n)}`;
    const change = {
      kind: 'set_page_fields',
      page: uids.get(path) ?? 0,
      fields: { [order.name]: value },
    } as const;
    const refuse = (why: string) => (refused[why] = (refused[why] ?? 0) + 1);
    const result = await host.plan(change, EDITOR);
    if (!result.ok) {
      refuse(`${result.refusal.code}: ${result.refusal.message}`);
      continue;
    }
    try {
      const context = { actor: EDITOR, runUuid: null };
      await host.apply(result.planned, context);
      written.push({ path, field: order.name, value });
    } catch (error) {
      if (!isAppError(error)) throw error;
      refuse(`${error.code}: ${error.message}`);
    }
  }
  await host.close();
  await database.close();
  tell({ kind: 'done', written, refused, windowsUs });
}

/** As editors save: some replace the file, some write into it, none asks anybody. */
async function writeAsOutsider(order: SiteOrder): Promise<void> {
  const chance = createChance(order.seed);
  const written: Written[] = [];
  for (let n = 0; n < order.operations; n += 1) {
    const path = order.pages[chance.below(order.pages.length)] ?? '';
    const file = join(order.root, path);
    const value = `${order.name} ${String(n)}`;
    const read = readFileSync(file, 'utf8');
    const saved = read.replace(new RegExp(`^${order.name}: .*$`, 'm'), `${order.name}: ${value}`);
    if (chance.in100(50)) writeFileSync(file, saved);
    else {
      writeFileSync(`${file}.${order.name}~`, saved);
      renameSync(`${file}.${order.name}~`, file);
    }
    const before = sha256Hex(read);
    written.push({ path, field: order.name, value, before, after: sha256Hex(saved) });
    await systemClock.sleep(order.pauseMs);
  }
  tell({ kind: 'done', written, refused: {}, windowsUs: [] });
}

process.on('disconnect', () => process.exit(0));
process.on('message', (order: SiteOrder) => {
  const work = order.as === 'vouch' ? writeAsVouch(order) : writeAsOutsider(order);
  work
    .catch((error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      tell({ kind: 'complaint', text });
    })
    .finally(() => {
      process.disconnect();
    });
});
tell({ kind: 'ready' });
