import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import {
  createContentStores,
  createTransactions,
  openDatabase,
} from '../../src/adapters/storage/index.ts';
import type { DatabaseConfig } from '../../src/adapters/storage/index.ts';
import { sha256Hex, systemClock } from '../../src/base/index.ts';
import type { HistoryRow } from '../../src/content/index.ts';
import type { SiteOrder, SiteReport } from './site-entry.ts';

export const WRITERS = ['vouch1', 'vouch2', 'outside'] as const;

export type Done = Extract<SiteReport, { kind: 'done' }>;

/** A site of small pages with a field for every writer, removed after the work. */
export async function inSite(
  pageCount: number,
  work: (site: { readonly root: string; readonly pages: readonly string[] }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-two-'));
  const root = join(folder, 'site');
  await mkdir(root);
  const pages = Array.from({ length: pageCount }, (_, at) => `page-${String(at)}.md`);
  const fields = WRITERS.map((name) => `${name}: start\n`).join('');
  for (const page of pages) {
    await writeFile(join(root, page), `---\ntitle: ${page}\n${fields}---\n\nThe same text.\n`);
  }
  try {
    await work({ root, pages });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets a process do its work; answers with what it says became of it. */
export async function letWrite(order: SiteOrder): Promise<Done> {
  const child = fork(inject('siteProcess'), [], { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  return new Promise((resolve, reject) => {
    child.on('message', (report: SiteReport) => {
      if (report.kind === 'ready') child.send(order);
      else if (report.kind === 'done') resolve(report);
      else reject(new Error(report.text));
    });
    child.once('exit', (code) => {
      reject(new Error(`${order.name} ended with ${String(code)}.`));
    });
  });
}

/** One page as the history tells it and as it stands on the disk. */
export interface PageAudit {
  readonly path: string;
  readonly first: string;
  readonly now: string;
  readonly text: string;
  /** Writes that are done, oldest first. */
  readonly rows: readonly (HistoryRow & {
    /** sha256 of what can be put back, and of what an outsider had written when it was replaced; `''` = unknown. */
    readonly image: string;
    readonly overwritten: string | null;
  })[];
}

export async function auditOf(
  site: { readonly root: string; readonly pages: readonly string[] },
  given: { readonly database: DatabaseConfig; readonly firsts: ReadonlyMap<string, string> },
): Promise<readonly PageAudit[]> {
  const database = await openDatabase(given.database, systemClock);
  try {
    const { identity, history } = createContentStores(database, createTransactions(database));
    const uids = await identity.ensurePages(site.pages);
    return await Promise.all(
      site.pages.map(async (path) => {
        const text = await readFile(join(site.root, path), 'utf8');
        const done = await history.ofPage(uids.get(path) ?? 0, 1_000_000);
        const rows = [];
        for (const row of done.toReversed()) {
          const image = await history.beforeImage(row.id);
          const lost = await history.overwritten(row.id);
          rows.push({
            ...row,
            image: sha256Hex(image ?? ''),
            overwritten: lost === null ? null : lost.length === 0 ? '' : sha256Hex(lost),
          });
        }
        return { path, first: given.firsts.get(path) ?? '', now: sha256Hex(text), text, rows };
      }),
    );
  } finally {
    await database.close();
  }
}

export async function versionsOf(site: {
  readonly root: string;
  readonly pages: readonly string[];
}): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const path of site.pages) {
    versions.set(path, sha256Hex(await readFile(join(site.root, path), 'utf8')));
  }
  return versions;
}

/** The value below which nine tenths, or another share, of the numbers lie. */
export function share(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
