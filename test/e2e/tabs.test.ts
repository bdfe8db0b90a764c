import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { answer, startTour } from './support/editor.ts';
import { barrier, gate } from './support/gate.ts';
import { fileOf, SITE, withDescription, type Garden } from './support/site.ts';
import { openWorld, outcomes, proposedValue, waitingCard, type World } from './support/world.ts';

describe('two tabs of one person, and an editor outside', () => {
  let browser: Browser;
  let world: World;
  let other: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openWorld(browser);
  });
  afterAll(async () => {
    await world.close();
  });
  beforeEach(async () => {
    other = await world.context.newPage();
  });
  afterEach(async () => {
    await other.close();
    await world.page.unrouteAll({ behavior: 'wait' });
  });

  const path = (garden: Garden) => join(world.site, fileOf(garden));
  const read = (garden: Garden) => readFile(path(garden), 'utf8');
  const untouched = (garden: Garden) => SITE[fileOf(garden)] ?? '';
  const pressApply = (page: Page) =>
    waitingCard(page)
      .getByRole('button', { name: /^Apply/ })
      .click();
  const warnings = (page: Page) => page.getByRole('alert').allInnerTexts();

  /** The same waiting card in both tabs. */
  const openInBothTabs = async (garden: Garden) => {
    const uid = await world.uidOf(garden);
    await startTour(world.page, world.server, uid);
    const waiting = await world.view.atRest(uid);
    await other.goto(`${world.server.url}/pages/${String(uid)}`);
    for (const tab of [world.page, other]) await waitingCard(tab).waitFor();
    return { uid, waiting };
  };

  it('CHT-01, DEC-07, WEB-06 both press Apply together: one write, one message that says what happened', async () => {
    const { uid, waiting } = await openInBothTabs('Alder');
    const sent = barrier(2);
    for (const tab of [world.page, other]) {
      await tab.route('**/decision', async (route) => {
        await sent();
        await route.continue();
      });
    }
    await Promise.all([pressApply(world.page), pressApply(other)]);
    const after = await world.view.atRest(uid, waiting.card?.digest ?? null);
    await expect
      .poll(async () => [...(await warnings(world.page)), ...(await warnings(other))])
      .toEqual([expect.stringMatching(/perhaps in another tab/)]);

    for (const tab of [world.page, other]) {
      await tab.getByText('Point 2 of 4', { exact: true }).waitFor();
      await waitingCard(tab).waitFor();
    }
    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['applied']);
    expect(await world.view.history(uid)).toHaveLength(1);
    expect(await read('Alder')).toBe(withDescription(untouched('Alder'), proposedValue(waiting)));
  });

  it('DEC-01, DEC-02, HST-05, WEB-06 the text changed outside: a fresh card, and a tab with the old one cannot approve it', async () => {
    const { uid, waiting } = await openInBothTabs('Birch');
    // The other tab's click is on its way with what that tab shows now.
    const late = gate();
    await other.route('**/decision', async (route) => {
      await late.opened;
      await route.continue();
    });
    await pressApply(other);
    const outside = withDescription(untouched('Birch'), 'Somebody else wrote this meanwhile.');
    await writeFile(path('Birch'), outside);

    await pressApply(world.page);
    const fresh = await world.view.atRest(uid, waiting.card?.digest ?? null);
    expect(fresh.card?.calls[0]?.preview.fields[0]).toMatchObject({
      before: 'Somebody else wrote this meanwhile.',
      after: proposedValue(waiting),
    });
    await world.page.getByText('Not saved: the page changed while you were deciding').waitFor();
    await expect.poll(() => waitingCard(world.page).innerText()).toContain('Somebody');

    late.open();
    await other
      .getByRole('alert')
      .getByText('Not saved. The proposal changed while you were deciding.')
      .waitFor();
    await expect.poll(() => waitingCard(other).innerText()).toContain('Somebody');
    expect((await world.view.atRest(uid)).card?.digest).toBe(fresh.card?.digest);
    expect(await world.view.history(uid)).toEqual([]);
    expect(await read('Birch')).toBe(outside);

    const after = await answer(other, { view: world.view, uid }, 'Apply');
    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['applied']);
    expect(await world.view.history(uid)).toHaveLength(1);
    expect(await read('Birch')).toBe(withDescription(untouched('Birch'), proposedValue(waiting)));
  });

  it('HST-05, HST-02 an edit elsewhere on the page leaves preview and target: written on the fresh text', async () => {
    const { uid, waiting } = await openInBothTabs('Cedar');
    const outside = untouched('Cedar')
      .replace('Three paths meet', 'Four paths meet')
      .concat('\nThe gate is repaired.\n');
    await writeFile(path('Cedar'), outside);
    await pressApply(world.page);
    const after = await world.view.atRest(uid, waiting.card?.digest ?? null);
    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['applied']);
    expect(await world.view.history(uid)).toHaveLength(1);
    expect(await read('Cedar')).toBe(withDescription(outside, proposedValue(waiting)));
  });
});
