import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { answer, startTour } from './support/editor.ts';
import { fileOf, SITE, type Garden } from './support/site.ts';
import { openWorld, outcomes, waitingCard, type World } from './support/world.ts';

describe('a waiting card that is not answered', () => {
  let browser: Browser;
  let world: World;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openWorld(browser);
  });
  afterAll(async () => {
    await world.close();
  });

  const read = (garden: Garden) => readFile(join(world.site, fileOf(garden)), 'utf8');
  const untouched = (garden: Garden) => SITE[fileOf(garden)] ?? '';

  it('CHT-02, CHT-05, CHT-09 a message withdraws it and the tour goes on; the button ends the tour; nothing is saved', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Alder');
    await startTour(page, world.server, uid);
    const first = await view.atRest(uid);
    const box = page.getByRole('combobox', { name: 'Message' });
    await box.fill('What else is there?');
    await page.getByText('Sending withdraws the waiting proposal').waitFor();
    await box.press('Control+Enter');
    const next = await view.atRest(uid, first.card?.digest ?? null);
    await page.getByText(/^Not saved: proposal withdrawn · Description/).waitFor();
    expect(await box.inputValue()).toBe('');
    expect(next.process).not.toBeNull();
    expect(next.card?.isProcessWrite).toBe(true);
    expect(next.entries.map(({ body }) => body.kind)).toEqual(
      expect.arrayContaining(['outcome', 'user']),
    );
    expect(outcomes(next).map(({ kind }) => kind)).toEqual(['withdrawn']);
    await waitingCard(page).waitFor();

    await page.getByRole('button', { name: 'End the tour' }).click();
    await page.getByText('You ended the tour. What was saved stays saved.').waitFor();
    await waitingCard(page).waitFor({ state: 'detached' });
    expect(await view.atRest(uid)).toMatchObject({ status: 'idle', card: null, process: null });
    expect(await view.openPoints(uid)).toEqual([]);
    expect(await view.history(uid)).toEqual([]);
    expect(await read('Alder')).toBe(untouched('Alder'));

    // Ended is ended: the next message is answered without the process, and it can be started again.
    await box.fill('Are you still there?');
    await box.press('Control+Enter');
    await expect
      .poll(async () => (await view.atRest(uid)).entries.at(-1)?.body.kind)
      .toBe('assistant');
    expect(await view.atRest(uid)).toMatchObject({ card: null, process: null });
    await startTour(page, world.server, uid);
    await waitingCard(page).waitFor();
  });

  it('CHT-08, FOC-01 a reload in mid-tour shows the same card, point and place', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Birch');
    await startTour(page, world.server, uid);
    const before = await answer(page, { view, uid }, 'Apply');
    await page.getByText('Point 2 of 4', { exact: true }).waitFor();
    const shown = await waitingCard(page).innerText();
    await page.reload();
    await page.getByText('Point 2 of 4', { exact: true }).waitFor();
    expect(await waitingCard(page).innerText()).toBe(shown);
    await page.getByText(/^Applied · Description/).waitFor();
    expect(await view.atRest(uid)).toEqual(before);
    const after = await answer(page, { view, uid }, 'Keep');
    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['applied', 'kept']);
  });

  it('WEB-02 a tour in German: card, answers, outcomes and their end', async () => {
    const context = await browser.newContext({
      locale: 'de-DE',
      storageState: await world.context.storageState(),
    });
    try {
      const page = await context.newPage();
      const { view } = world;
      const uid = await world.uidOf('Cedar');
      await startTour(page, world.server, uid);
      let last = await view.atRest(uid);
      const press = async (name: RegExp) => {
        await waitingCard(page).getByRole('button', { name }).click();
        last = await view.atRest(uid, last.card?.digest ?? null);
      };
      await page.getByText('Punkt 1 von 4', { exact: true }).waitFor();
      await press(/^Andere Variante/);
      await page.getByText(/^Andere Variante verlangt · Beschreibung/).waitFor();
      await press(/^Übernehmen/);
      await page.getByText(/^Übernommen · Beschreibung/).waitFor();
      await press(/^Überspringen/);
      await page.getByText(/^Übersprungen · Alternativtext/).waitFor();
      await press(/^Behalten/);
      await page.getByText(/^Behalten · /).waitFor();
      await page.getByText(/Warum:/).waitFor();
      await page.getByRole('button', { name: 'Tour beenden' }).click();
      await page.getByText('Sie haben die Tour beendet').waitFor();
      await page.getByText(/^Nicht gespeichert: Vorschlag verworfen · /).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(outcomes(await view.atRest(uid)).map(({ kind }) => kind)).toEqual([
        'variant',
        'applied',
        'skipped',
        'kept',
        'withdrawn',
      ]);
    } finally {
      await context.close();
    }
  });
});
