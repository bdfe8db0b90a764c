import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { openWorld } from './support/world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});

it('a link within the site opens its page beside the assistant, one to nowhere says so, one to another site a tab of its own', async () => {
  const files = {
    'index.md':
      '# Start\n\nSee [the events](events.md), [nothing](gone.md) and [beyond](http://127.0.0.1:9/there).\n',
    'events.md': '# Events\n\nBack to [the start](/).\n',
  };
  const world = await openWorld(browser, { files });
  try {
    const { page, server } = world;
    const [start, events] = [await world.uidOf('Start'), await world.uidOf('Events')];
    await page.goto(`${server.url}/pages/${String(start)}`);
    const frame = page.locator('iframe').first().contentFrame();
    const beyond = frame.getByRole('link', { name: 'beyond' });
    // The frame's script may still be on its way.
    await expect.poll(() => beyond.getAttribute('title')).toBe('Opens in a new tab');
    const opened = page.context().waitForEvent('page');
    await beyond.click();
    const tab = await opened;
    expect(await tab.evaluate('window.opener === null')).toBe(true);
    await tab.close();
    await frame.getByRole('link', { name: 'nothing' }).click();
    await page.getByText('This link leads to no page of this site').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pages/${String(start)}`);

    await frame.getByRole('link', { name: 'the events' }).click();
    await page.waitForURL(`${server.url}/pages/${String(events)}`);
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await page
      .locator('iframe')
      .first()
      .contentFrame()
      .getByRole('link', { name: 'the start' })
      .click();
    await page.waitForURL(`${server.url}/pages/${String(start)}`);
  } finally {
    await world.close();
  }
});
