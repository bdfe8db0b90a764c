import { createTwoFilesPatch } from 'diff';
import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_IDS, findings } from '../../src/adapters/models/index.ts';
import type { ContentHost, PageNode } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import { createTable, HAS_SITES, IS_WHOLE, SITES } from '../support/real-sites.ts';
import { siteTour } from '../support/site-tour.ts';
import { ADMIN, createSite, removeSitesAfterEach, writing } from './content-host.ts';

/** In a sample one page of each site, with a defect or more. */
const SAMPLE = {
  'opensource.guide': '_articles/de/security-best-practices-for-your-project.md',
  'ddev.com': 'src/content/blog/ddev-in-gitlab-ci.md',
  redux: 'docs/api/combineReducers.md',
  'rust-blog': 'content/Security-advisory-for-std.md',
} as const;
/** Pages of each site when the whole is asked for. */
const PAGES = 10;
/** A tour reads its page at every turn; long pages would only take longer. */
const MAX_BYTES = 16_000;

const flat = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

/** The page of the sample; for the whole ten from all over a site, none of them long. */
async function chosen(
  root: string,
  nodes: readonly PageNode[],
  sample: string,
): Promise<readonly PageNode[]> {
  if (!IS_WHOLE) return nodes.filter(({ path }) => path === sample);
  const sizes = await Promise.all(
    nodes.map(async ({ path }) => (await stat(join(root, path))).size),
  );
  const short = nodes.filter((_node, index) => (sizes[index] ?? 0) <= MAX_BYTES);
  const step = Math.max(1, Math.floor(short.length / PAGES));
  return short.filter((_node, index) => index % step === 0).slice(0, PAGES);
}

async function defectsOn(host: ContentHost, uid: number): Promise<readonly string[]> {
  const page = await host.readPage(uid, ADMIN);
  if (page === null) throw new Error('the page is gone');
  return findings(page, await host.pageTree(ADMIN), CHECK_IDS).map(({ check }) => check);
}

describe.skipIf(!HAS_SITES)(
  'tours over real sites, everything applied (skipped where no copies of them lie beside the repository)',
  () => {
    removeSitesAfterEach();

    it.each(Object.entries(SAMPLE))(
      'HST-02, HST-03 %s: fewer defects afterwards, nothing but the values proposed changes, and all of it is taken back to the byte',
      async (name, sample) => {
        const site = await createSite({});
        await cp(join(SITES, name), site.root, { recursive: true });
        const host = await site.open(createMemoryContentStores());
        const nodes = flat((await host.pageTree(ADMIN)).roots);
        const pages = await chosen(site.root, nodes, sample);
        expect(pages).toHaveLength(IS_WHOLE ? PAGES : 1);
        const table = createTable(name);
        let before = 0;
        let after = 0;
        for (const { uid, path } of pages) {
          const file = join(site.root, path);
          const bytes = await readFile(file);
          const found = await defectsOn(host, uid);
          const { writes, refusals } = await siteTour(host, uid, {
            actor: ADMIN,
            checks: CHECK_IDS,
          });
          const left = await defectsOn(host, uid);
          for (const check of found) table.count(check, 'before');
          for (const check of left) table.count(check, 'after');
          table.count('writes', 'before', writes.length);
          table.count('refusals', 'before', refusals.length);
          before += found.length;
          after += left.length;
          expect(left.length, path).toBeLessThanOrEqual(found.length);
          const written = await readFile(file, 'utf8');
          if (IS_WHOLE) {
            console.log(
              createTwoFilesPatch(path, path, bytes.toString(), written, '', '', { context: 0 }),
            );
            if (refusals.length > 0) console.log(`${path} refused: ${refusals.join(' | ')}`);
          }
          // Every value stands in the file; taken back one by one, every byte is as it was.
          for (const { historyId } of writes.toReversed())
            await host.undo(historyId, writing(ADMIN));
          expect((await readFile(file)).equals(bytes), path).toBe(true);
          expect(lineEndsOf(written)).toEqual(lineEndsOf(bytes.toString()));
        }
        if (IS_WHOLE) table.print();
        expect(after).toBeLessThan(before);
      },
      IS_WHOLE ? 3_600_000 : 120_000,
    );
  },
);

/** Which line ends and which mark a file has, as far as a change could mix them. */
function lineEndsOf(text: string) {
  return {
    crlf: text.includes('\r\n'),
    lf: /(?<!\r)\n/.test(text),
    mark: text.startsWith('\uFEFF'),
  };
}
