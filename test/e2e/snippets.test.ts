import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SnippetView } from '../../src/contracts/index.ts';
import { phoneFaults, violations } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { openWorld, type World } from './support/world.ts';

/** One world: a snippet is written, marked, changed behind the page, marked again, used, archived and deleted. */
describe('snippets in the browser', () => {
  let browser: Browser;
  let world: World;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openWorld(browser, { browser: { reducedMotion: 'reduce' } });
  });
  afterAll(async () => {
    await world.close();
  });

  const open = (path = '') => world.page.goto(`${world.server.url}/administration/snippets${path}`);
  const stored = async () => SnippetView.parse(await world.get('/api/snippets/1'));
  const put = (body: object) =>
    world.context.request.put(`${world.server.url}/api/snippets/1`, {
      data: body,
      headers: { origin: world.server.url },
    });

  it('the empty list says what to do; the editor shows what the model will read', async () => {
    const { page } = world;
    await open();
    await page.getByText('There is no snippet yet').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Write a snippet' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please fill this in.').first().waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Tone');
    await page.getByLabel('Text', { exact: true }).fill('Write plainly.');
    await page.getByLabel('Tags', { exact: true }).fill('House, tone');
    expect(await page.locator('pre').innerText()).toBe('Tone:\nWrite plainly.');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Tone', exact: true }).waitFor();
    await page.getByText('Not yet: 1 of 4 hold.').waitFor();
    expect(await stored()).toMatchObject({ tags: ['house', 'tone'], mark: 'none' });
  });

  it('SNP-03 the mark posts the text that was shown and is refused when it changed meanwhile', async () => {
    const { page } = world;
    await page.getByRole('button', { name: 'Mark exactly this text' }).waitFor();
    expect((await put({ text: 'Shout.' })).status()).toBe(200);
    await page.getByRole('button', { name: 'Mark exactly this text' }).click();
    await page.getByText('This snippet changed while you were reading.').waitFor();
    await page.locator('pre').getByText('Shout.').waitFor();
    expect((await stored()).mark).toBe('none');
    await page.getByRole('button', { name: 'Mark exactly this text' }).click();
    await page.getByText('Marked by Ada Lovelace,').waitFor();
    expect((await stored()).mark).toBe('marked');
  });

  it('SNP-04 the API refuses a mark that comes with an edit', async () => {
    const response = await put({ text: 'Be brief.', callerSystemDigest: (await stored()).digest });
    expect(response.status()).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'field_protected' } });
  });

  it('an edit warns that the mark loses its effect, and shows the difference to the marked text', async () => {
    const { page } = world;
    await open('/1/edit');
    await page.getByLabel('Text', { exact: true }).fill('Shout loudly.');
    await page.getByText('Saved like this, callers no longer get it').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Difference to the marked text').waitFor();
    await page.locator('.v-snippet__text ins').getByText('loudly').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Mark exactly this text' }).click();
    await expect.poll(async () => (await stored()).mark).toBe('marked');
    const rows = page.getByRole('region', { name: 'Marks and changes' });
    await rows.getByText('A mark was refused').waitFor();
    await expect.poll(() => rows.getByText('Marked', { exact: true }).count()).toBe(2);
  });

  it('a configuration takes it by tag and lets marked ones in', async () => {
    const { page } = world;
    await page.getByRole('link', { name: 'Where snippets go' }).click();
    const form = page.getByRole('form', { name: 'Default' });
    await form.getByLabel('Tags', { exact: true }).fill('house');
    await form.getByText('Marked snippets join callers').click();
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await stored()).uses)
      .toEqual([
        { configurationUid: 1, name: 'Default', tags: ['house'], inCallerSystemMessage: true },
      ]);
    await open('/1');
    await page.getByText('Yes: all of this holds.').waitFor();
  });

  it('an earlier text is brought back, and its mark with it only if it had one', async () => {
    const { page } = world;
    await open('/1/history');
    await page.getByRole('button', { name: 'Go back to this text' }).last().click();
    await page.locator('pre').getByText('Write plainly.').waitFor();
    expect(await stored()).toMatchObject({ text: 'Write plainly.', mark: 'changed' });
  });

  it('WEB-02, WEB-03 the screens fit 360 px, in German, light and dark', async () => {
    const { page } = world;
    await page.evaluate("localStorage.setItem('vouch.locale', 'de')");
    await page.setViewportSize({ width: 360, height: 800 });
    for (const [path, heading] of [
      ['', 'Textbausteine'],
      ['/1', 'Tone'],
      ['/1/edit', 'Tone bearbeiten'],
      ['/1/history', 'Verlauf von Tone'],
      ['/uses', 'Wohin Textbausteine gehen'],
    ] as const) {
      await open(path);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      expect([path, await phoneFaults(page)]).toEqual([path, []]);
    }
  });

  it('it is archived and deleted by keyboard', async () => {
    const { page } = world;
    await open('/1');
    await page.getByRole('button', { name: 'Mehr' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Archivieren' }).press('Enter');
    await page.locator('.v-snippet__state').getByText('Archiviert').waitFor();
    await page.getByRole('button', { name: 'Mehr' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Löschen' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).press('Enter');
    await page.getByText('Es gibt noch keinen Textbaustein').waitFor();
  });
});
