import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sidewaysScroll, violations } from './support/accessibility.ts';
import { openAdministration, type Administration } from './support/administration.ts';
import { launchBrowser } from './support/browser.ts';
import { vouch } from './support/command.ts';

const PASSWORD = 'a few plain words';

/** An administrator invites somebody, who sets a password by the link; then rights, a key, and the way out again. */
describe('people in the browser', () => {
  let administration: Administration;
  let browser: Browser;
  let guest: Page;

  beforeAll(async () => {
    administration = await openAdministration();
    browser = await launchBrowser();
    guest = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  });
  afterAll(async () => {
    await administration.close();
  });

  const expectNoViolations = async (page: Page) => {
    expect(await violations(page, 'all')).toEqual([]);
  };
  const act = async (name: string, entry: string) => {
    const { page } = administration;
    await page.getByRole('button', { name: `More about ${name}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

  it('SEC-02 somebody is invited, sets a password by the link once, and is signed in', async () => {
    const { page } = administration;
    const dialog = page.getByRole('dialog');
    await administration.open('people', 'en');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Please give an e-mail address.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Cleo');
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('cleo@example.org');
    await dialog.getByText('Every page', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Folders' }).fill('en\n');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('it works once').waitFor();
    const url = (await dialog.locator('code').textContent()) ?? '';
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('invited', { exact: true }).waitFor();

    await guest.goto(url);
    await guest.getByText('Welcome, Cleo').waitFor();
    await guest.getByLabel('Password', { exact: true }).fill('cleo123456');
    await guest.getByRole('button', { name: 'Set password and go on' }).click();
    await guest.getByText('must not be your name').waitFor();
    await expectNoViolations(guest);
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.getByRole('button', { name: 'Set password and go on' }).click();
    await guest.getByRole('button', { name: 'Account: Cleo' }).waitFor();
    await guest.goto(`${administration.world.server.url}/sign-in`);
    await guest.goto(url);
    await guest.getByText('This link is not valid any more').waitFor();
  });

  it('WEB-02, WEB-03 what somebody may do is shown, in German and on a phone', async () => {
    const { page } = administration;
    await page.setViewportSize({ width: 360, height: 780 });
    await administration.open('people', 'de');
    await page.getByRole('button', { name: 'Mehr zu Cleo' }).click();
    await page.getByRole('menuitem', { name: 'Sehen als' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('schreiben', { exact: true }).first().waitFor();
    await expectNoViolations(page);
    expect(await sidewaysScroll(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Schließen' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('SEC-02 a key is shown once, asks for itself, and is revoked', async () => {
    const { page, world } = administration;
    const dialog = page.getByRole('dialog');
    await administration.open('people?tab=accounts', 'en');
    await page.getByRole('button', { name: 'Add a service account' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Importer');
    await dialog.getByText('agent:read:').click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New key for Importer' }).click();
    await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Nightly');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('never shown again').waitFor();
    const key = (await dialog.locator('code').textContent()) ?? '';
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const ask = async () =>
      (await fetch(`${world.server.url}/api/runs`, { headers: { authorization: `Bearer ${key}` } }))
        .status;
    expect(await ask()).toBe(200);
    await page.getByRole('button', { name: 'Revoke Nightly' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    expect(await ask()).toBe(401);
    await expectNoViolations(page);
  });

  it('the last administrator stays; a disabled person is signed out; all of it is in the log', async () => {
    const { page, world } = administration;
    const administrators = (await world.get('/api/me')) as { id: string; name: string };
    const refused = await page.request.put(`${world.server.url}/api/people/${administrators.id}`, {
      headers: { origin: world.server.url },
      data: { isAdministrator: false },
    });
    expect([refused.status(), await refused.text()]).toEqual([
      409,
      expect.stringContaining('last_administrator'),
    ]);
    await administration.open('people', 'en');
    await act('Cleo', 'Where signed in');
    await page.getByRole('dialog').getByText('Chrom').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await act('Cleo', 'Disable');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    await guest.goto(`${world.server.url}/pages`);
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor();
    await administration.open('people?tab=log', 'en');
    await page.getByText('Person disabled').waitFor();
    await page.getByText('Rights looked at').waitFor();
    await expectNoViolations(page);
  });

  it('one’s own sessions are listed and ended', async () => {
    const { page, world } = administration;
    await page.goto(`${world.server.url}/account`);
    await page.getByText('this one').waitFor();
    await expectNoViolations(page);
  });

  it('API-05 vouch users, groups and service-accounts do the same at the prompt', async () => {
    const { world } = administration;
    const call = (...args: readonly string[]) =>
      vouch(args, {
        env: { VOUCH_DATA_DIR: world.server.dataDir, VOUCH_CONTENT_ROOT: world.site },
      });
    expect((await call('groups', 'add', 'News', '--grant', 'tasks_use')).stdout).toContain('Added');
    const invited = await call(
      'users',
      'invite',
      '--name',
      'Dora',
      '--email',
      'dora@x.org',
      '--group',
      'News',
    );
    expect(invited.stdout).toMatch(/\/password#[0-9a-f]{48}$/m);
    expect((await call('users', 'see-as', 'dora@x.org')).stdout).toContain('tasks_use');
    const account = [
      'service-accounts',
      'new-key',
      'Importer',
      '--name',
      'Again',
      '--days',
      'never',
    ];
    const made = JSON.parse((await call(...account, '--json')).stdout) as {
      view: { prefix: string; expiresAtMs: null };
    };
    expect(made.view.expiresAtMs).toBeNull();
    const { prefix } = made.view;
    expect((await call('service-accounts', 'revoke-key', 'Importer', prefix)).code).toBe(0);
    expect((await call('service-accounts', 'list')).stdout).toMatch(/revoked +Again/);
    expect((await call('groups', 'remove', 'News')).code).toBe(0);
    expect(await call('users', 'disable', 'eve@x.org')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nobody here') as string,
    });
    expect((await call('users', 'log')).stdout).toContain('group_removed');
  });
});
