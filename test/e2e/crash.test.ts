import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { answer, startTour } from './support/editor.ts';
import { fileOf, SITE, withDescription, type Garden } from './support/site.ts';
import { openWorld, outcomes, proposedValue, waitingCard, type World } from './support/world.ts';

const STOPPING = [fileURLToPath(new URL('support/stopping-server.mjs', import.meta.url))];

/**
 * Where the server dies while an approval is carried out, and how the editor reads it afterwards: as applied where nothing
 * had begun and the decision is carried out anew, else to be checked, because nobody saw the end of it (decisions §29).
 */
const POINTS = [
  ['decision.claimed', 'Birch', 'applied'],
  ['decision.recorded', 'Cedar', 'applied'],
  ['effect.stamped', 'Dogwood', 'check'],
  ['effect.executed', 'Elm', 'check'],
  ['result.recorded', 'Fir', 'check'],
  ['suspended', 'Ginkgo', 'check'],
] as const;
const SENTENCES = {
  applied: /^Applied · Description/,
  check: /^Approved, please check · /,
} as const;

describe('a server killed with SIGKILL', () => {
  let browser: Browser;
  let world: World;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openWorld(browser, { program: STOPPING });
  });
  afterAll(async () => {
    await world.close();
  });

  const bytesOf = (garden: Garden) => readFile(join(world.site, fileOf(garden)), 'utf8');
  const untouched = (garden: Garden) => SITE[fileOf(garden)] ?? '';

  it('CHT-08, WEB-06, DUR-03 while a card waits: the open browser recovers by itself, the card is there, Apply writes once', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Alder');
    await startTour(page, world.server, uid);
    const before = await view.atRest(uid);
    await waitingCard(page).waitFor();
    // A reload would forget this; recovering by itself does not.
    await page.evaluate('globalThis.neverReloaded = true');

    await world.server.kill();
    await page.getByText('Connection lost').waitFor();
    await waitingCard(page)
      .getByRole('button', { name: /^Apply/ })
      .click();
    await page.getByRole('alert').getByText('No answer came from the server').waitFor();
    expect(await waitingCard(page).isVisible()).toBe(true);
    expect(await bytesOf('Alder')).toBe(untouched('Alder'));

    await world.restart(STOPPING);
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
    const recovered = await view.atRest(uid);
    expect(recovered).toMatchObject({
      status: 'awaiting_approval',
      card: { digest: before.card?.digest },
      entries: before.entries,
    });
    const after = await answer(page, { view, uid }, 'Apply');
    await page.getByText(SENTENCES.applied).waitFor();
    expect(await page.evaluate('globalThis.neverReloaded')).toBe(true);

    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['applied']);
    expect(await view.history(uid)).toHaveLength(1);
    expect(await bytesOf('Alder')).toBe(withDescription(untouched('Alder'), proposedValue(before)));
  });

  it.each(POINTS)(
    'DUR-03, WRT-05, CHT-08 at %s (page %s): the decision is not lost, is written once, and reads as %s',
    async (point, garden, end) => {
      const { page, view } = world;
      const uid = await world.uidOf(garden);
      await startTour(page, world.server, uid);
      const before = await view.atRest(uid);
      await writeFile(join(world.server.dataDir, 'stop-at'), point);
      await waitingCard(page)
        .getByRole('button', { name: /^Apply/ })
        .click();
      await world.server.gone;

      await world.restart(STOPPING);
      const after = await view.atRest(uid);
      await page.reload();
      await page.getByText(SENTENCES[end]).waitFor();
      await page.getByText('Point 2 of 4', { exact: true }).waitFor();
      await waitingCard(page).waitFor();

      expect(outcomes(after).map(({ kind }) => kind)).toEqual([end]);
      expect(after).toMatchObject({ status: 'awaiting_approval', progress: { current: 2 } });
      expect(await view.history(uid)).toHaveLength(1);
      expect(await bytesOf(garden)).toBe(withDescription(untouched(garden), proposedValue(before)));
      // The reason of the next card was said before the death and is not lost with it.
      expect(after.entries.at(-1)?.body).toMatchObject({ kind: 'assistant' });
    },
  );
});
