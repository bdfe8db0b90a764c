import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SkillReview } from '../../src/contracts/index.ts';
import { wholeNumber } from '../support/chosen-numbers.ts';
import { vouch } from '../e2e/support/command.ts';
import { changedFiles, snapshot } from '../e2e/support/files.ts';
import { temporaryFolder } from '../e2e/support/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITES_FOLDER = join(ROOT, '../shared/sites');

/** Pages of each site to tour; more for a thorough run by hand. */
const PAGES = wholeNumber('VOUCH_TEST_TOUR_PAGES', 3);

const SITES = [
  { name: 'demo', source: join(ROOT, 'demo'), content: '.' },
  {
    name: 'opensource.guide',
    source: join(SITES_FOLDER, 'opensource.guide'),
    content: '_articles',
  },
  { name: 'ddev.com', source: join(SITES_FOLDER, 'ddev.com'), content: 'src' },
  { name: 'redux', source: join(SITES_FOLDER, 'redux'), content: 'docs' },
  { name: 'rust-blog', source: join(SITES_FOLDER, 'rust-blog'), content: 'content' },
] as const;

const PROCESSES = ['seo', 'text'] as const;
const ANSWERS = ['apply', 'variant', 'apply', 'apply', 'skip', 'keep'];

const Line = z.union([
  z.object({ card: z.object({ digest: z.string() }) }).transform(() => ({ kind: 'card' as const })),
  z
    .object({
      totals: z.object({
        page: z.string(),
        finished: z.boolean(),
        outcomes: z.record(z.string(), z.number()),
        message: z.string().nullable(),
      }),
    })
    .transform(({ totals }) => ({ kind: 'totals' as const, totals })),
  z.unknown().transform(() => ({ kind: 'other' as const })),
]);

const Splices = z.array(z.object({ start: z.number(), deleted: z.string(), inserted: z.string() }));

const table: string[] = [];

/** An installation with an administrator and two approved processes, which has seen no page yet: each site gets a copy. */
let fresh: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  fresh = await temporaryFolder();
  const dataDir = join(fresh.path, 'data');
  const root = join(fresh.path, 'empty');
  await mkdir(root);
  const run = async (args: readonly string[], input?: string) => {
    const env = { VOUCH_DATA_DIR: dataDir, VOUCH_CONTENT_ROOT: root };
    const { code, stdout, stderr } = await vouch(args, { env, input });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  await run(['setup', '--name', 'Ada', '--email', 'ada@example.org'], 'long enough secret');
  for (const skill of PROCESSES) {
    const shown = await run(['skills', 'show', skill, '--json']);
    const { digest } = SkillReview.parse(JSON.parse(shown));
    await run(['skills', 'approve', skill, '--digest', digest]);
  }
});
afterAll(() => fresh.remove());

describe.each(SITES)('tours at the prompt on $name', ({ name, source, content }) => {
  it.skipIf(!existsSync(source))(
    'HST-02 answers from a pipe; every changed byte is in an applied range',
    async () => {
      const folder = await temporaryFolder();
      const site = join(folder.path, 'site');
      await cp(source, site, { recursive: true });
      const untouched = await snapshot(site);
      const dataDir = join(folder.path, 'data');
      await cp(join(fresh.path, 'data'), dataDir, { recursive: true });
      try {
        const pages = [...untouched.keys()]
          .filter((path) => /\.mdx?$/.test(path) && !/(^|\/)LICENSE/.test(path))
          .map((path) => path.slice(content === '.' ? 0 : content.length + 1))
          .filter((path) => path !== '')
          .slice(0, PAGES);
        expect(pages.length).toBeGreaterThan(0);
        let findings = 0;
        const sums: Record<string, number> = {};
        for (const process of PROCESSES) {
          const { stdout, stderr, code } = await vouch(
            ['tour', ...pages, '--process', process, '--json', '--locale', 'en'],
            {
              env: { VOUCH_DATA_DIR: dataDir, VOUCH_CONTENT_ROOT: join(site, content) },
              input: `${Array.from({ length: 200 }, () => ANSWERS.join('\n')).join('\n')}\n`,
            },
          );
          expect(code, stdout.slice(-2_000) + stderr).toBe(0);
          const lines = stdout
            .trimEnd()
            .split('\n')
            .map((line) => Line.parse(JSON.parse(line)));
          const totals = lines.flatMap((line) => (line.kind === 'totals' ? [line.totals] : []));
          expect(totals.map(({ finished }) => finished)).toEqual(pages.map(() => true));
          for (const { outcomes } of totals) {
            for (const [kind, count] of Object.entries(outcomes)) {
              sums[kind] = (sums[kind] ?? 0) + count;
              if (kind !== 'variant') findings += count;
            }
          }
        }
        const edited = await snapshot(site);
        const changed = changedFiles(untouched, edited);
        // What the history says was replaced, put into the files as they were, gives the files as they are.
        const expected = new Map([...untouched].map(([path, bytes]) => [path, bytes]));
        const writes = historyOf(join(dataDir, 'vouch.db'));
        for (const { path, edits } of writes) {
          const file = join(content, path);
          const text = (expected.get(file) ?? Buffer.alloc(0)).toString('utf8');
          expected.set(file, Buffer.from(replay(text, edits), 'utf8'));
        }
        expect(changedFiles(expected, edited)).toEqual([]);
        expect(changed.length).toBe(new Set(writes.map(({ path }) => path)).size);
        expect(sums['applied'] ?? 0).toBe(writes.length);
        const refused = sums['not_applied'] ?? 0;
        table.push(
          [name, pages.length, findings, writes.length, refused, changed.length].join(' | '),
        );
      } finally {
        await folder.remove();
      }
    },
  );
});

afterAll(() => {
  process.stdout.write(
    ['site | pages | findings | applied | not applied | files changed', ...table, ''].join('\n'),
  );
});

/** The splices of one write, last place first so that the earlier ones keep theirs. */
function replay(text: string, edits: z.infer<typeof Splices>): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((now, { start, deleted, inserted }) => {
      expect(now.slice(start, start + deleted.length)).toBe(deleted);
      return now.slice(0, start) + inserted + now.slice(start + deleted.length);
    }, text);
}

function historyOf(file: string): readonly { path: string; edits: z.infer<typeof Splices> }[] {
  const database = new SQLite(file, { readonly: true });
  try {
    return z
      .array(z.object({ path: z.string(), edits: z.string() }))
      .parse(
        database
          .prepare("select path, edits from record_history where state = 'done' order by sequence")
          .all(),
      )
      .map(({ path, edits }) => ({ path, edits: Splices.parse(JSON.parse(edits)) }));
  } finally {
    database.close();
  }
}
