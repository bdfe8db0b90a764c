import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { EMAIL, PASSWORD } from './support/editor.ts';
import { openWorld, outcomes, type World } from './support/world.ts';

describe('without a mouse', () => {
  let browser: Browser;
  let world: World;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openWorld(browser);
    await world.context.clearCookies();
  });
  afterAll(async () => {
    await world.close();
    await browser.close();
  });

  it('WEB-01, CHT-04, CHT-09 sign in, choose a page, start a process, give each of the four answers, reach the summary', async () => {
    const { page, view } = world;
    const { keyboard } = page;
    await page.goto(`${world.server.url}/sign-in`);
    await page.getByLabel('E-mail address').waitFor();
    await tabTo(page, /^E-mail address/);
    await keyboard.type(EMAIL);
    await tabTo(page, /^Password/);
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await page.getByRole('treegrid').or(page.getByRole('tree')).first().waitFor();

    await tabTo(page, /Alder/);
    await keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Message' }).waitFor();
    await tabTo(page, /^Message/);
    await keyboard.type('/seo');
    await page.getByRole('option').first().waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Control+Enter');

    const uid = await world.uidOf('Alder');
    let last = await view.atRest(uid);
    for (const name of ['Another variant', 'Apply', 'Skip', 'Keep', 'Apply']) {
      await page.locator('[data-waiting-card]').getByRole('button', { name }).waitFor();
      await tabTo(page, new RegExp(`^${name}`));
      await keyboard.press('Enter');
      last = await view.atRest(uid, last.card?.digest ?? null);
    }
    await page.getByRole('heading', { name: 'The tour of this page is finished' }).waitFor();
    expect(outcomes(last).map(({ kind }) => kind)).toEqual([
      'variant',
      'applied',
      'skipped',
      'kept',
      'applied',
    ]);
  });
});

/** Name of what has the focus, as far as it stands in the page. */
const FOCUSED = `(() => {
  const e = document.activeElement;
  if (e === document.body) return '';
  return (e?.getAttribute('aria-label') ?? e?.labels?.[0]?.textContent ?? e?.textContent ?? '').trim();
})()`;

/** Presses Tab until something of that name has the focus, and makes sure that the focus can be seen there. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    const focused = String(await page.evaluate(FOCUSED));
    if (name.test(focused)) {
      expect(await page.locator(':focus-visible').count(), focused).toBeGreaterThan(0);
      return;
    }
    passed.push(focused.slice(0, 30));
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(name)} is not reached by Tab: ${passed.join(' | ')}`);
}
