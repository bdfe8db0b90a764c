import { cp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import {
  answer,
  approveFirst,
  flatPages,
  serverView,
  setUp,
  skipRest,
  startTour,
} from './support/editor.ts';
import { changedFiles, lineChanges, snapshot } from './support/files.ts';
import { startServer, temporaryFolder } from './support/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEMO = join(ROOT, 'demo');
const REAL = join(ROOT, '../shared/sites/opensource.guide');

const SITES = [
  { name: 'the demo site', source: DEMO, content: '.' },
  { name: 'opensource.guide', source: REAL, content: '_articles' },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});

describe.each(SITES)('a whole tour in the browser on $name', ({ source, content }) => {
  it.skipIf(!existsSync(source))(
    'HST-02, HST-03, CHT-09, OPN-04 four answers, exactly the applied changes in the files, the skipped point again, undo restores the bytes',
    async () => {
      const folder = await temporaryFolder();
      const site = join(folder.path, 'site');
      await cp(source, site, { recursive: true });
      const root = join(site, content);
      const untouched = await snapshot(site);
      const server = await startServer({
        dataDir: join(folder.path, 'data'),
        contentRoot: root,
      });
      const context = await browser.newContext({ locale: 'en-GB' });
      try {
        const page = await context.newPage();
        await setUp(page, server);
        await approveFirst(page);
        const view = serverView(context, server);

        // A page with enough to do: the first English one whose tour has four points or more.
        const candidates = flatPages((await view.site()).roots).filter(
          (node) => node.language === 'en' && node.readOnly === null,
        );
        let uid = 0;
        for (const candidate of candidates) {
          uid = candidate.uid;
          await startTour(page, server, uid);
          const { progress, card } = await view.atRest(uid);
          if (card !== null && (progress?.total ?? 0) >= 4) break;
          if (card !== null) await page.getByRole('button', { name: 'End the tour' }).click();
        }
        expect((await view.atRest(uid)).progress?.total ?? 0).toBeGreaterThanOrEqual(4);

        await answer(page, { view, uid }, 'Apply');
        const second = await answer(page, { view, uid }, 'Another variant');
        expect(second.earlierVariants).toHaveLength(1);
        await answer(page, { view, uid }, 'Apply');
        const third = await view.atRest(uid);
        const skippedTarget = third.card?.calls[0]?.target ?? null;
        await answer(page, { view, uid }, 'Skip');
        await answer(page, { view, uid }, 'Keep');
        const last = await skipRest(page, { view, uid });
        await page.getByRole('heading', { name: /tour of this page is finished/i }).waitFor();
        expect(last.process).toBeNull();
        const outcomes = last.entries.flatMap(({ body }) =>
          body.kind === 'outcome' ? [body.outcome] : [],
        );
        const applied = outcomes.filter(({ kind }) => kind === 'applied');
        expect(outcomes.slice(0, 5).map(({ kind }) => kind)).toEqual([
          'applied',
          'variant',
          'applied',
          'skipped',
          'kept',
        ]);

        // The files differ in the applied places and nowhere else.
        const edited = await snapshot(site);
        const changed = changedFiles(untouched, edited);
        expect(changed).toHaveLength(1);
        const [file = ''] = changed;
        const places = lineChanges(
          untouched.get(file) ?? Buffer.alloc(0),
          edited.get(file) ?? Buffer.alloc(0),
        );
        const values = applied.flatMap(({ fields }) => fields.map(({ after }) => after ?? ''));
        expect(places.length).toBeLessThanOrEqual(values.length);
        for (const { added } of places) {
          expect(values.some((value) => added.includes(value.split('\n')[0] ?? value))).toBe(true);
        }

        // What was skipped is offered again, first.
        const points = await view.openPoints(uid);
        expect(points.map(({ target }) => target)).toContainEqual({
          table: skippedTarget?.table,
          uid: skippedTarget?.uid,
        });
        await startTour(page, server, uid);
        const again = await view.atRest(uid);
        const offered = again.card?.calls[0]?.target;
        expect(points.map(({ target, field }) => ({ ...target, field }))).toContainEqual({
          table: offered?.table,
          uid: offered?.uid,
          field: offered?.fields[0],
        });
        await page.getByRole('button', { name: 'End the tour' }).click();
        await view.atRest(uid, again.card?.digest ?? null);

        // Undo, newest first, gives the bytes back.
        for (const entry of await view.history(uid)) {
          const response = await context.request.post(
            `${server.url}/api/history/${entry.id}/undo`,
            {
              headers: { Origin: server.url },
            },
          );
          expect(response.status()).toBe(200);
        }
        expect(changedFiles(untouched, await snapshot(site))).toEqual([]);
      } finally {
        await context.close();
        await server.stop();
        await folder.remove();
      }
    },
  );
});
