import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { answer, startTour } from './support/editor.ts';
import { openWorld } from './support/world.ts';

const DEMO = fileURLToPath(new URL('../../demo', import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});

it('FOC-03 the element of the point is scrolled to and marked, and the mark stays beside it when the page is shown anew', async () => {
  const files = Object.fromEntries(
    await Promise.all(
      ['en/index.md', 'images/boathouse.svg', 'images/reading-corner.svg'].map(
        async (name) => [name, await readFile(join(DEMO, name), 'utf8')] as const,
      ),
    ),
  );
  const world = await openWorld(browser, { files });
  try {
    const { page, view } = world;
    const { uid } = (await view.site()).roots.flatMap((root) => [root, ...root.children])[0] ?? {
      uid: 0,
    };
    await startTour(page, world.server, uid);
    let now = await view.atRest(uid);
    while (now.card?.calls[0]?.tool !== 'set_reference_text') {
      now = await answer(page, { view, uid }, 'Apply');
    }
    const frame = page.locator('iframe').first().contentFrame();
    await frame.locator('.vouch-marked, .vouch-quote').first().waitFor();
    await vi.waitFor(
      async () => {
        const mark = await frame.locator('.vouch-marked, .vouch-quote').first().boundingBox();
        const rule = await frame.locator('.vouch-rule').boundingBox();
        const shown = await page.locator('iframe').first().boundingBox();
        expect(Math.abs((mark?.y ?? 0) - (rule?.y ?? -99))).toBeLessThan(3);
        expect(mark?.y ?? 0).toBeGreaterThan(shown?.y ?? 0);
        expect(mark?.y ?? 0).toBeLessThan((shown?.y ?? 0) + (shown?.height ?? 0));
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(await frame.locator('.vouch-point').textContent()).toBe(
      String(now.progress?.current ?? 0),
    );
  } finally {
    await world.close();
  }
});
