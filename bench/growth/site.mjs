import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';
import { ALL_CONTENT_RIGHTS, fromBuild } from '../lib/vouch-build.mjs';

const EDITOR = {
  kind: 'user',
  userId: 'editor',
  name: 'Editor',
  isAdministrator: true,
  groupIds: [],
  grants: [],
  rights: ALL_CONTENT_RIGHTS,
};

const PAGES_A_FOLDER = 50;

/** Words in no order, the same every time. */
function createWords() {
  let state = 7;
  const next = (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    // The low bits of such a number come round after a few turns.
    return Math.floor(state / 65_536) % limit;
  };
  const syllables = ['ba', 'del', 'for', 'gen', 'hu', 'kin', 'lo', 'mar', 'nes', 'or', 'pa', 'rin'];
  const vocabulary = Array.from({ length: 4_000 }, () =>
    Array.from({ length: 2 + next(3) }, () => syllables[next(syllables.length)]).join(''),
  );
  const words = (count) => Array.from({ length: count }, () => vocabulary[next(4_000)]).join(' ');
  return { next, words };
}

/** Pages of about 3 KB with headings, paragraphs, a list, a table, links and an image, in folders of fifty. */
export function makeSite(root, count) {
  const { next, words } = createWords();
  for (let at = 0; at < count; at += 1) {
    const folder = `section-${Math.floor(at / PAGES_A_FOLDER)}`;
    const name = at % PAGES_A_FOLDER === 0 ? 'index' : `page-${at}`;
    const file = join(root, folder, `${name}.md`);
    if (at % PAGES_A_FOLDER === 0) mkdirSync(dirname(file), { recursive: true });
    const description = next(10) < 7 ? `description: ${words(12)}\n` : '';
    const paragraphs = Array.from({ length: 5 }, () => `${words(60)}.`);
    const text = [
      `---\ntitle: ${words(4)}\n${description}order: ${at}\n---\n`,
      `# ${words(4)}\n`,
      `${paragraphs[0]} See [${words(2)}](page-${next(count)}.md).\n`,
      `## ${words(3)}\n`,
      `${paragraphs[1]}\n`,
      `- ${words(5)}\n- ${words(5)}\n- [${words(2)}](../section-${next(5)}/)\n`,
      `![${words(3)}](images/${next(100)}.png)\n`,
      `${paragraphs[2]}\n`,
      `| ${words(1)} | ${words(1)} |\n| --- | --- |\n| ${words(2)} | ${words(2)} |\n`,
      `${paragraphs[3]}\n`,
      `## ${words(2)}\n`,
      `${paragraphs[4]} unique${at}\n`,
    ];
    writeFileSync(file, text.join('\n'));
  }
}

/** What a site of `count` pages costs: its first start, the next one, and what editors do. */
export async function site({ count, times = 9 }) {
  const { createMarkdownHost } = await fromBuild('adapters/markdown/index.js');
  const storage = await fromBuild('adapters/storage/index.js');
  const { systemClock: clock, systemIds: ids } = await fromBuild('base/index.js');
  return inFolder(async (folder) => {
    const root = join(folder, 'site');
    makeSite(root, count);
    const database = await storage.openDatabase(
      { dialect: 'sqlite', file: join(folder, 'vouch.db'), synchronous: 'normal' },
      clock,
    );
    await storage.migrate(database, storage.MIGRATIONS, clock);
    const stores = storage.createContentStores(database, storage.createTransactions(database));
    const openHost = () => createMarkdownHost({ root, stores, clock, ids }, { watch: 'inotify' });
    const measured = {};

    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const first = await timed(async () => {
      const host = await openHost();
      const { roots } = await host.pageTree(EDITOR);
      if (roots.length === 0) throw new Error('The tree is empty.');
      return host;
    });
    measured.firstStart = { wallMs: first.wallMs, cpuMs: first.cpuMs };
    const fill = await timed(async () => {
      while ((await stores.search.stamps()).size < count) await wait(20);
    });
    delay.disable();
    measured.index = { wallMs: fill.wallMs, cpuMs: fill.cpuMs };
    measured.longestBlock = { ms: delay.max / 1e6 };
    await first.value.close();

    const again = await timed(async () => {
      const host = await openHost();
      await host.pageTree(EDITOR);
      return host;
    });
    measured.nextStart = { wallMs: again.wallMs, cpuMs: again.cpuMs };
    const host = again.value;

    const measure = async (name, work) => {
      await work(0);
      const samples = [];
      for (let at = 1; at <= times; at += 1) samples.push(await timed(() => work(at)));
      measured[name] = medians(samples);
    };
    const uids = [];
    const walk = (nodes) => {
      for (const { uid, children } of nodes) {
        uids.push(uid);
        walk(children);
      }
    };
    walk((await host.pageTree(EDITOR)).roots);
    if (uids.length !== count) throw new Error(`${uids.length} of ${count} pages.`);
    const some = (at) => uids[(at * 37) % count];
    await measure('tree', () => host.pageTree(EDITOR));
    await measure('searchRare', async (at) => {
      const hits = await host.search(`unique${(at * 41) % count}`, EDITOR);
      if (hits.length === 0) throw new Error('Nothing was found.');
    });
    await measure('searchCommon', async () => {
      const hits = await host.search('ba ma', EDITOR);
      if (hits.length === 0) throw new Error('Nothing was found.');
    });
    await measure('open', (at) => host.readPage(some(at), EDITOR));
    await measure('edit', async (at) => {
      const change = { kind: 'set_page_fields', page: some(at), fields: { title: `New ${at}` } };
      const result = await host.plan(change, EDITOR);
      if (!result.ok) throw new Error(result.refusal.message);
      await host.apply(result.planned, { actor: EDITOR, runUuid: null });
    });
    await measure('treeAfterEdit', async (at) => {
      const change = { kind: 'set_page_fields', page: some(at), fields: { title: `Tree ${at}` } };
      const result = await host.plan(change, EDITOR);
      if (!result.ok) throw new Error(result.refusal.message);
      await host.apply(result.planned, { actor: EDITOR, runUuid: null });
      await host.pageTree(EDITOR);
    });
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    measured.memory = { heapMb: heapUsed / 1_048_576, rssMb: rss / 1_048_576 };
    await host.close();
    await database.close();
    return measured;
  });
}
