import { TOTP, URI } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startIdentityProvider,
  CLIENT,
  type IdentityProvider,
} from '../support/identity-provider.ts';
import { sidewaysScroll, violations } from './support/accessibility.ts';
import { openAdministration, type Administration } from './support/administration.ts';
import { launchBrowser } from './support/browser.ts';
import { vouch } from './support/command.ts';
import { EMAIL, PASSWORD } from './support/editor.ts';

const EVA = { email: 'eva@example.org', email_verified: true, name: 'Eva' } as const;

/** An administrator enters a provider; somebody signs in there; then a second factor beside a password. */
describe('signing in, in the browser', () => {
  let administration: Administration;
  let there: IdentityProvider;
  let browser: Browser;
  let guest: Page;

  beforeAll(async () => {
    administration = await openAdministration({
      env: { VOUCH_SIGN_IN_PRIVATE_ADDRESSES: 'loopback' },
    });
    const { world } = administration;
    there = await startIdentityProvider([`${world.server.url}/api/auth/callback/works`]);
    await world.post('/api/people', { name: EVA.name, email: EVA.email });
    browser = await launchBrowser();
    guest = await newPage();
  });
  afterAll(async () => {
    await administration.close();
    await there.stop();
  });

  const newPage = async () =>
    (await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' })).newPage();
  const url = (path: string) => `${administration.world.server.url}${path}`;
  const signInThere = async (page: Page, login: string) => {
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  it('SEC-02 a provider is entered on screen and tested; its secret is not shown again', async () => {
    const { page } = administration;
    const dialog = page.getByRole('dialog');
    await administration.open('people?tab=sign-in', 'en');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Please give the client ID.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name on the button' }).fill('Works account');
    await dialog.getByRole('textbox', { name: 'Identifier' }).fill('works');
    await dialog.getByRole('textbox', { name: 'Issuer' }).fill(there.issuer);
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT.clientId);
    await dialog.getByLabel('Client secret').fill(CLIENT.clientSecret);
    expect(await violations(page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test Works account' }).click();
    await page.getByText('It answers as it should.').waitFor();
    await page.getByText(url('/api/auth/callback/works')).waitFor();
    expect(await page.content()).not.toContain(CLIENT.clientSecret);
    expect(await violations(page, 'all')).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    await administration.open('people?tab=sign-in', 'de');
    await page.getByText('wer hier ein Konto hat').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page, 'all')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('SEC-02 somebody signs in there, and why it did not work is said in words', async () => {
    there.accounts.set('eva', { ...EVA, email_verified: false });
    await guest.goto(url('/sign-in?next=/account'));
    await guest.getByRole('button', { name: 'Sign in with Works account' }).click();
    await signInThere(guest, 'eva');
    await guest.getByText('Your e-mail address is not verified there.').waitFor();
    expect(await violations(guest, 'all')).toEqual([]);

    there.accounts.set('eva', EVA);
    await guest.goto(url('/sign-in?next=/account'));
    await guest.getByRole('button', { name: 'Sign in with Works account' }).click();
    // Signed in there already: at most it asks once more whether this is wanted.
    await guest.getByRole('button', { name: 'Account: Eva' }).waitFor();
    expect(new URL(guest.url()).pathname).toBe('/account');

    await guest.goto(url('/sign-in?problem=expired'));
    const stranger = await newPage();
    await stranger.goto(url('/sign-in?problem=expired&provider=works'));
    await stranger.getByText('began in another browser').waitFor();
    await stranger.setViewportSize({ width: 360, height: 780 });
    expect(await sidewaysScroll(stranger)).toBe(0);
  });

  it('SEC-02 a second factor is set up by its QR code, and wanted beside the password', async () => {
    const { page } = administration;
    await page.goto(url('/account'));
    await page.evaluate(`localStorage.setItem('vouch.locale', 'en')`);
    await page.reload();
    const own = page.getByRole('region', { name: 'Second factor' });
    await own.getByLabel('Your password').fill(PASSWORD);
    await own.getByRole('button', { name: 'Set up an authenticator' }).click();
    const code = page.getByRole('img', { name: 'QR code with the secret' });
    await code.waitFor();
    expect(await violations(page, 'all')).toEqual([]);
    const address = read(
      (await code.getAttribute('viewBox')) ?? '',
      (await code.locator('path').getAttribute('d')) ?? '',
    );
    const authenticator = URI.parse(address);
    if (!(authenticator instanceof TOTP)) throw new Error('no time-based code');
    const recovery = ((await own.locator('pre').textContent()) ?? '').split('\n')[0] ?? '';
    await own.getByLabel('Code of your authenticator').fill(authenticator.generate());
    await own.getByRole('button', { name: 'Confirm' }).click();
    await own.getByText('Signing in takes a code').waitFor();

    const enter = async () => {
      const other = await newPage();
      await other.goto(url('/sign-in?next=/account'));
      await other.getByLabel('E-mail address').fill(EMAIL);
      await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await other.getByRole('button', { name: 'Sign in', exact: true }).click();
      await other.getByLabel('Code of your authenticator').waitFor();
      return other;
    };
    const first = await enter();
    await first.getByLabel('Code of your authenticator').fill(authenticator.generate());
    await first.getByRole('button', { name: 'Go on' }).click();
    await first.getByRole('heading', { name: 'Your account' }).waitFor();
    const second = await enter();
    await second.getByRole('button', { name: 'Use a recovery code' }).click();
    await second.getByLabel('Recovery code').fill(recovery);
    await second.getByRole('button', { name: 'Go on' }).click();
    await second.getByRole('heading', { name: 'Your account' }).waitFor();
    const again = await enter();
    await again.getByRole('button', { name: 'Use a recovery code' }).click();
    await again.getByLabel('Recovery code').fill(recovery);
    await again.getByRole('button', { name: 'Go on' }).click();
    await again.getByText('This code is not right').waitFor();
    // Five wrong ones end this sign-in: the password is asked for again, with the reason.
    for (let n = 0; n < 5; n += 1) {
      const answered = again.waitForResponse((response) => response.url().includes('verify-'));
      await again.getByRole('button', { name: 'Go on' }).click();
      await answered;
    }
    await again.getByText('Begin again with your password').waitFor();
    expect(await again.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  });

  it('API-05 vouch sign-in does the same at the prompt', async () => {
    const { world } = administration;
    const call = (args: readonly string[], input?: string) =>
      vouch(['sign-in', ...args], {
        env: {
          VOUCH_DATA_DIR: world.server.dataDir,
          VOUCH_CONTENT_ROOT: world.site,
          VOUCH_SIGN_IN_PRIVATE_ADDRESSES: 'loopback',
        },
        input,
      });
    const provider = ['--name', 'Other', '--issuer', there.issuer, '--client-id', 'c'];
    const added = await call(['add', 'other', ...provider, '--secret', '-'], 'hush\n');
    expect(added.stdout).toContain('/api/auth/callback/other');
    expect((await call(['test', 'other'])).stdout).toBe('It answers as it should.\n');
    expect((await call(['change', 'other', '--off', '--domain', 'x.org'])).stdout).toContain(
      'Other (off)',
    );
    const list = await call(['list', '--json']);
    expect(JSON.parse(list.stdout)).toMatchObject([
      { id: 'other', isActive: false, secret: 'stored', emailDomains: ['x.org'] },
      { id: 'works', isActive: true, people: 1 },
    ]);
    expect(list.stdout).not.toContain('hush');
    expect((await call(['remove', 'other'])).code).toBe(0);
    expect((await call(['test', 'other'])).code).toBe(2);
  });
});

/** What a camera reads: the modules of the path as a picture, decoded. */
function read(viewBox: string, path: string): string {
  const size = Number(viewBox.split(' ')[2]);
  const scale = 4;
  const side = size * scale;
  const data = new Uint8Array(side * side * 3).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy += 1) {
      const start = ((Number(y) * scale + dy) * side + Number(x) * scale) * 3;
      data.fill(0, start, start + scale * 3);
    }
  }
  return decodeQR({ width: side, height: side, data });
}
