import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PersonalExport } from '../../src/contracts/index.ts';
import { sidewaysScroll, violations } from './support/accessibility.ts';
import { openAdministration, type Administration } from './support/administration.ts';
import { vouch } from './support/command.ts';
import { EMAIL } from './support/editor.ts';

/** People take along what is stored about them; an administrator sees what deleting does, and does it. */
describe('a person’s data, in the browser and at the prompt', () => {
  let administration: Administration;

  beforeAll(async () => {
    administration = await openAdministration();
    for (const name of ['Ben', 'Cleo']) {
      await administration.world.post('/api/people', { name, email: `${name}@example.org` });
    }
  });
  afterAll(() => administration.close());

  it('one’s own is one file, and that it was made is written down', async () => {
    const { page, world } = administration;
    await page.goto(`${world.server.url}/account`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    const file = await (await saved).path();
    const data = PersonalExport.parse(JSON.parse(await readFile(file, 'utf8')));
    expect(data.person.email).toBe(EMAIL);
    expect(Object.keys(data.tables)).toEqual(expect.arrayContaining(['auth_session', 'person']));
    expect(JSON.stringify(data)).not.toMatch(/"(?:token|password|secret)"/);
    expect(await violations(page, 'all')).toEqual([]);
    await administration.open('people?tab=log', 'en');
    await page.getByText('Data saved as a file').waitFor();
  });

  it('what deleting does is listed; it is done once the address is typed, and the name is gone', async () => {
    const { page } = administration;
    await page.setViewportSize({ width: 360, height: 780 });
    await administration.open('people', 'de');
    await page.getByRole('button', { name: 'Mehr zu Ben' }).click();
    await page.getByRole('menuitem', { name: 'Endgültig löschen' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Name, Adresse, Rechte').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
    await dialog.getByText('Bitte geben Sie ben@example.org ein.').waitFor();
    await dialog.getByRole('textbox').fill('ben@example.org');
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Ben ist gelöscht.').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await administration.open('people?tab=log', 'en');
    await page.getByText('Person deleted for good').waitFor();
    expect(await page.getByText('Ben', { exact: true }).count()).toBe(0);
    await administration.open('people', 'en');
    await page.getByText('cleo@example.org').waitFor();
    expect(await page.getByText('Deleted person').count()).toBe(0);
  });

  it('API-05 vouch users export and delete', async () => {
    const { world } = administration;
    const call = (...args: readonly string[]) =>
      vouch(['users', ...args], {
        env: { VOUCH_DATA_DIR: world.server.dataDir, VOUCH_CONTENT_ROOT: world.site },
      });
    const file = join(world.server.dataDir, 'cleo.json');
    expect((await call('export', 'cleo@example.org', '--output', file)).code).toBe(0);
    const exported = PersonalExport.parse(JSON.parse(await readFile(file, 'utf8')));
    expect(exported.person.name).toBe('Cleo');
    const shown = await call('delete', 'cleo@example.org');
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringContaining('Nothing is deleted yet') as string,
    ]);
    const wrong = await call('delete', 'cleo@example.org', '--confirm', 'other@example.org');
    expect(wrong.code).toBe(2);
    const done = await call(
      'delete',
      'cleo@example.org',
      '--confirm',
      'cleo@example.org',
      '--json',
    );
    expect(JSON.parse(done.stdout)).toMatchObject({ done: true, openRuns: 0 });
    expect((await call('export', 'cleo@example.org')).code).toBe(2);
  });
});
