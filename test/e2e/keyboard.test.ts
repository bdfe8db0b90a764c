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
  });

  it('WEB-01, CHT-04, CHT-09, FOC-01 sign in, choose a page, start a process, give each of the four answers, reach the summary', async () => {
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
    const card = page.locator('[data-waiting-card]');
    await card.getByRole('button', { name: 'Apply' }).waitFor();
    // What a screen reader is told of the tour and of its first card.
    expect(await card.ariaSnapshot()).toMatchInlineSnapshot(`
      "- article "Description":
        - text: "1"
        - heading "Description" [level=3]
        - status
        - insertion: "added: Behind the mill of Alder lies a garden that the monks walled in against the wind. Pears grow on its south side, and bees live in the wall."
        - text: "was empty Why:"
        - paragraph: This page has no description, so search engines pick any sentence. This one is made from the page’s own words.
        - group "Your answer":
          - button "Apply saves this change"
          - button "Another variant proposes anew"
          - button "Skip stays an open point"
          - button "Keep text stays, point closed""
    `);
    expect(await page.locator('.v-tour').ariaSnapshot()).toMatchInlineSnapshot(`
      "- text: Alder · English ·
      - strong: Point 1 of 4
      - button "End the tour"
      - progressbar "Progress of the tour""
    `);
    for (const name of ['Another variant', 'Apply', 'Skip', 'Keep', 'Apply']) {
      await card.getByRole('button', { name }).waitFor();
      await tabTo(page, new RegExp(`^${name}`));
      await keyboard.press('Enter');
      last = await view.atRest(uid, last.card?.digest ?? null);
    }
    await page.getByRole('heading', { name: 'The tour of this page is finished' }).waitFor();
    expect(withoutDuration(await page.locator('[data-tour-summary]').ariaSnapshot()))
      .toMatchInlineSnapshot(`
      "- region "The tour of this page is finished":
        - heading "The tour of this page is finished" [level=3]
        - paragraph: 4 points, a while. Nothing is waiting for you.
        - heading "Applied 2" [level=4]
        - text: Description
        - 'button "Undo: Description"': Undo
        - text: Alternative text, “stone-well.svg”
        - 'button "Undo: Alternative text, “stone-well.svg”"': Undo
        - heading "Skipped 1" [level=4]
        - text: Alternative text, “old-mill.svg”
        - paragraph: Stays an open point for next time.
        - heading "Kept 1" [level=4]
        - text: Link text, “tools.md”
        - paragraph: Your text stays as it is; the point is closed.
        - button "Undo all 2"
        - button "Close the tour""
    `);
    expect(outcomes(last).map(({ kind }) => kind)).toEqual([
      'variant',
      'applied',
      'skipped',
      'kept',
      'applied',
    ]);
  });
});

/** The same tree for every run: how long a tour took is nobody's promise. */
function withoutDuration(tree: string): string {
  return tree.replace(/(points?, ).+(\. Nothing)/, '$1a while$2');
}

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
