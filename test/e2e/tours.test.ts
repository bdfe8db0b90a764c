import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TourSeriesView } from '../../src/contracts/index.ts';
import { sidewaysScroll, violations, WCAG } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { answer } from './support/editor.ts';
import { snapshot } from './support/files.ts';
import { openWorld, waitingCard, type World } from './support/world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function tours(world: World): Promise<readonly TourSeriesView[]> {
  const response = await world.context.request.get(`${world.server.url}/api/tours`);
  return TourSeriesView.array().parse(await response.json());
}

/** Answers the cards of a page until its tour is over: the first as asked, the others skipped. */
async function finishPage(world: World, uid: number, first: 'Apply' | 'Skip'): Promise<void> {
  const { page, view } = world;
  await waitingCard(page).waitFor();
  let last = await answer(page, { view, uid }, first);
  while (last.card !== null) last = await answer(page, { view, uid }, 'Skip');
}

/** Axe and sideways scrolling, at both widths and in both colour schemes. */
async function lookAt(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, { tags: WCAG }), `${String(width)} ${colorScheme}`).toEqual([]);
    }
    expect(await sidewaysScroll(page), String(width)).toBe(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

it('CHT-09, WEB-01, WEB-03 one process over several pages: chosen by boxes, page after page over a restart, summed up, undone as a whole', async () => {
  const world = await openWorld(browser);
  try {
    const { page } = world;
    const untouched = await snapshot(world.site);
    const [alder, birch] = [await world.uidOf('Alder'), await world.uidOf('Birch')];
    await page.goto(`${world.server.url}/pages/${String(alder)}`);
    await page.getByRole('link', { name: 'Tour over several pages' }).click();
    await page.getByRole('heading', { name: 'New tour' }).waitFor();
    await page.getByRole('checkbox', { name: 'Alder', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Birch', exact: true }).check();
    await page.getByText('2 pages chosen').waitFor();
    await lookAt(page);
    await page.getByRole('button', { name: 'Start the tour' }).click();

    const bar = page.getByRole('region', { name: 'Tour over several pages' });
    await bar.getByText('Page 1 of 2').waitFor();
    await finishPage(world, alder, 'Apply');
    await page.waitForURL(new RegExp(`/pages/${String(birch)}`));
    await bar.getByText('Page 2 of 2').waitFor();
    await waitingCard(page).waitFor();
    await lookAt(page);

    // Tomorrow, after a restart.
    await bar.getByRole('button', { name: 'Go on later' }).click();
    await bar.getByText('paused').waitFor();
    await world.server.stop();
    await world.restart();
    await page.goto(`${world.server.url}/tours`);
    await lookAt(page);
    await page.getByRole('main').getByRole('link', { name: 'Help people find this page' }).click();
    await page.getByText('also tomorrow or in another browser').waitFor();
    await lookAt(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('main').getByRole('link', { name: 'To the page' }).click();
    await finishPage(world, birch, 'Apply');

    await page.waitForURL(/\/tours\/[0-9a-f-]+$/);
    await page.getByRole('heading', { name: 'What was done' }).waitFor();
    const [tour] = await tours(world);
    expect([tour?.state, tour?.pages.map(({ state }) => state)]).toEqual([
      'finished',
      ['done', 'done'],
    ]);
    expect(await snapshot(world.site)).not.toEqual(untouched);
    await lookAt(page);
    await page.getByRole('button', { name: 'Undo all 2 changes' }).click();
    await page.getByText('2 of 2 changes undone.').waitFor();
    expect(await snapshot(world.site)).toEqual(untouched);
  } finally {
    await world.close();
  }
});

it('WEB-02 in German: a page is skipped, the rest stopped, and the screens say so', async () => {
  const world = await openWorld(browser, { browser: { locale: 'de-DE' } });
  try {
    const { page } = world;
    await page.goto(`${world.server.url}/tours/new`);
    await page.getByRole('checkbox', { name: /^Alle Seiten auf Englisch/ }).check();
    await lookAt(page);
    await page.getByRole('button', { name: 'Tour starten' }).click();
    const bar = page.getByRole('region', { name: 'Tour über mehrere Seiten' });
    await bar.getByText('Seite 1 von 8').waitFor();
    await waitingCard(page).waitFor();
    await bar.getByRole('button', { name: 'Diese Seite auslassen' }).click();
    await bar.getByText('Seite 2 von 8').waitFor();
    await waitingCard(page).waitFor();
    await bar.getByRole('button', { name: 'Alles beenden' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Die ganze Tour beenden?' });
    await lookAt(page);
    await dialog.getByRole('button', { name: 'Alles beenden' }).click();
    await page.waitForURL(/\/tours\/[0-9a-f-]+$/);
    await page.getByText('ausgelassen').waitFor();
    await lookAt(page);
    const [tour] = await tours(world);
    expect(tour?.state).toBe('stopped');
    expect(tour?.pages.slice(0, 3).map(({ state }) => state)).toEqual([
      'skipped',
      'ended',
      'queued',
    ]);
  } finally {
    await world.close();
  }
});
