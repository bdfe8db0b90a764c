import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { openWorld } from './support/world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('a click on a link in the preview leaves the page where it is; one to another site opens in a tab of its own', async () => {
  const files = {
    'index.md': '# Start\n\nSee [the events](events.md) and [beyond](http://127.0.0.1:9/there).\n',
    'events.md': '# Events\n\nNone.\n',
  };
  const world = await openWorld(browser, { files });
  try {
    const { page, server, view } = world;
    const uid = (await view.site()).roots[0]?.uid ?? 0;
    await page.goto(`${server.url}/pages/${String(uid)}`);
    const frame = page.locator('iframe').first().contentFrame();
    await frame.getByRole('link', { name: 'the events' }).click();
    const opened = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: 'beyond' }).click();
    await (await opened).close();
    expect(await frame.locator('h1').textContent()).toBe('Start');
    expect(page.frames().map((each) => new URL(each.url()).pathname)).toContain(
      `/preview/${String(uid)}`,
    );
  } finally {
    await world.close();
  }
});
