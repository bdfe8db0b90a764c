import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TourSeriesView } from '../../src/contracts/index.ts';
import { screenFaults } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { answer, skipRest } from './support/editor.ts';
import { snapshot } from './support/files.ts';
import { openWorld, waitingCard, type World } from './support/world.ts';

let browser: Browser;
let world: World;
beforeAll(async () => {
  browser = await launchBrowser();
  world = await openWorld(browser);
});
afterAll(async () => {
  await world.close();
});

/** Newest first. */
async function tours(): Promise<readonly TourSeriesView[]> {
  return TourSeriesView.array().parse(await world.get('/api/tours'));
}

/** Applies the first point of a page and skips the others. */
async function finishPage(uid: number): Promise<void> {
  const { page, view } = world;
  await waitingCard(page).waitFor();
  await answer(page, { view, uid }, 'Apply');
  await skipRest(page, { view, uid });
}

it('CHT-09, WEB-01, WEB-03 one process over several pages: chosen by boxes, page after page over a restart, summed up, undone as a whole', async () => {
  const { page } = world;
  const untouched = await snapshot(world.site);
  const [alder, birch] = [await world.uidOf('Alder'), await world.uidOf('Birch')];
  await page.goto(`${world.server.url}/pages/${String(alder)}`);
  await page.getByRole('link', { name: 'Tour over several pages' }).click();
  await page.getByRole('heading', { name: 'New tour' }).waitFor();
  await page.getByRole('checkbox', { name: 'Alder', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Birch', exact: true }).check();
  await page.getByText('2 pages chosen').waitFor();
  expect(await screenFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start the tour' }).click();

  const bar = page.getByRole('region', { name: 'Tour over several pages' });
  await bar.getByText('Page 1 of 2').waitFor();
  await finishPage(alder);
  await page.waitForURL(new RegExp(`/pages/${String(birch)}`));
  await bar.getByText('Page 2 of 2').waitFor();
  await waitingCard(page).waitFor();
  expect(await screenFaults(page)).toEqual([]);

  // Tomorrow, after a restart.
  await bar.getByRole('button', { name: 'Go on later' }).click();
  await bar.getByText('paused').waitFor();
  await world.server.stop();
  await world.restart();
  await page.goto(`${world.server.url}/tours`);
  expect(await screenFaults(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Help people find this page' }).click();
  await page.getByText('also tomorrow or in another browser').waitFor();
  expect(await screenFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('main').getByRole('link', { name: 'To the page' }).click();
  await finishPage(birch);

  await page.waitForURL(/\/tours\/[0-9a-f-]+$/);
  await page.getByRole('heading', { name: 'What was done' }).waitFor();
  const [tour] = await tours();
  expect([tour?.state, tour?.pages.map(({ state }) => state)]).toEqual([
    'finished',
    ['done', 'done'],
  ]);
  expect(await snapshot(world.site)).not.toEqual(untouched);
  expect(await screenFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo all 2 changes' }).click();
  await page.getByText('2 of 2 changes undone.').waitFor();
  expect(await snapshot(world.site)).toEqual(untouched);
});

it('WEB-02 in German: a page is skipped, the rest stopped, and the screens say so', async () => {
  const context = await browser.newContext({
    locale: 'de-DE',
    storageState: await world.context.storageState(),
  });
  try {
    const page = await context.newPage();
    await page.goto(`${world.server.url}/tours/new`);
    await page.getByRole('checkbox', { name: /^Alle Seiten auf Englisch/ }).check();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Tour starten' }).click();
    const bar = page.getByRole('region', { name: 'Tour über mehrere Seiten' });
    await bar.getByText('Seite 1 von 8').waitFor();
    await waitingCard(page).waitFor();
    await bar.getByRole('button', { name: 'Diese Seite auslassen' }).click();
    await bar.getByText('Seite 2 von 8').waitFor();
    await waitingCard(page).waitFor();
    await bar.getByRole('button', { name: 'Alles beenden' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Die ganze Tour beenden?' });
    expect(await screenFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Alles beenden' }).click();
    await page.waitForURL(/\/tours\/[0-9a-f-]+$/);
    await page.getByText('ausgelassen').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    const [tour] = await tours();
    expect(tour?.state).toBe('stopped');
    expect(tour?.pages.slice(0, 3).map(({ state }) => state)).toEqual([
      'skipped',
      'ended',
      'queued',
    ]);
  } finally {
    await context.close();
  }
});
