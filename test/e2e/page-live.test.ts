import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sidewaysScroll, violations } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { fileOf } from './support/site.ts';
import { answer } from './support/editor.ts';
import { openWorld, proposedValue, skill, waitingCard, type World } from './support/world.ts';

let browser: Browser;
let world: World;
beforeAll(async () => {
  browser = await launchBrowser();
  world = await openWorld(browser);
});
afterAll(async () => {
  await world.close();
});

it('a link that names a process starts nothing by itself: it asks, and one click begins', async () => {
  const { page, server, view } = world;
  const uid = await world.uidOf('Alder');
  const seo = await skill(world, 'seo');
  await page.goto(`${server.url}/pages/${String(uid)}?start=${String(seo.uid)}`);
  const dialog = page.getByRole('dialog', { name: /^Start “.*” on this page\?$/ });
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(await world.get(`/api/conversations?page=${String(uid)}`)).toEqual([]);

  await page.goto(`${server.url}/pages/${String(uid)}?start=${String(seo.uid)}`);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await waitingCard(page).waitFor();
  const started = await view.conversation(uid);
  await page.reload();
  await waitingCard(page).waitFor();
  expect((await view.conversation(uid)).uuid).toBe(started.uuid);
});

it('shows what somebody else wrote into the file, and says that a page was deleted under its card', async () => {
  const context = await browser.newContext({
    locale: 'de-DE',
    storageState: await world.context.storageState(),
  });
  try {
    const page = await context.newPage();
    const { server, view } = world;
    const uid = await world.uidOf('Birch');
    const file = join(world.site, fileOf('Birch'));
    const seo = await skill(world, 'seo');
    await page.goto(`${server.url}/pages/${String(uid)}?start=${String(seo.uid)}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Starten' }).click();
    await waitingCard(page).waitFor();
    const frame = page.locator('iframe').first().contentFrame();
    await writeFile(file, `${await readFile(file, 'utf8')}\nA line from outside.\n`);
    await frame.getByText('A line from outside.').waitFor();
    await page.getByText('Die Seite wurde anderswo geändert').waitFor();

    await rm(file);
    const gone = 'Die Seite wurde gelöscht, oder Sie dürfen sie nicht mehr lesen.';
    await page.getByRole('main').getByText(gone).waitFor();
    await waitingCard(page).getByText(gone).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await waitingCard(page)
      .getByRole('button', { name: /^Karte verwerfen/ })
      .click();
    await waitingCard(page).waitFor({ state: 'detached' });
    const ended = await view.atRest(uid);
    expect([ended.status, ended.process, ended.card]).toEqual(['failed', null, null]);
    expect(await world.get('/api/open-points')).toEqual([]);
  } finally {
    await context.close();
  }
});

it('undo from the history puts the words back, and is refused in so many words once the text has moved on', async () => {
  const { page, server, view } = world;
  const uid = await world.uidOf('Cedar');
  const file = join(world.site, fileOf('Cedar'));
  const before = await readFile(file, 'utf8');
  const seo = await skill(world, 'seo');
  await page.goto(`${server.url}/pages/${String(uid)}?start=${String(seo.uid)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await waitingCard(page).waitFor();
  const applied = proposedValue(await answer(page, { view, uid }, 'Apply'));
  expect(applied).not.toBe('');
  const saved = await readFile(file, 'utf8');
  const line = saved.split('\n').find((each) => each.startsWith('description:')) ?? '';
  expect(line).not.toBe('');
  await writeFile(file, saved.replace(line, 'description: Written by somebody else'));
  await page.getByRole('button', { name: 'History of the page' }).click();
  const panel = page.getByRole('dialog', { name: /^History/ });
  await panel.locator('ins, del').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await panel.getByText('Not undone: the text was changed since.').waitFor();
  expect(await readFile(file, 'utf8')).toContain('Written by somebody else');
  await writeFile(file, saved);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await panel.getByText('Undone. The text is as it was before.').waitFor();
  expect(await readFile(file, 'utf8')).toBe(before);
});
