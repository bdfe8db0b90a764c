// The pictures of docs/start.md, taken from a fresh installation of the demo site: `node scripts/screenshots.mjs` after a build.
/* global document -- of the page, inside evaluate */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from './find-chromium.mjs';
import { root } from './setup.mjs';

const PORT = '4391';
const dataDir = await mkdtemp(join(tmpdir(), 'vouch-pictures-'));
const server = spawn(process.execPath, [join(root, 'dist/bundle/vouch.js'), 'serve'], {
  env: {
    ...process.env,
    VOUCH_DATA_DIR: dataDir,
    VOUCH_PORT: PORT,
    VOUCH_LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const link = await new Promise((resolve, reject) => {
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
    const found = /(http\S+\/setup\?token=\S+)/.exec(output);
    if (found) resolve(found[1]);
  });
  server.once('exit', () => reject(new Error(`the server ended:\n${output}`)));
});

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const picture = (name) => page.screenshot({ path: join(root, 'docs/images', `${name}.png`) });
  const settled = async () => {
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))),
    );
  };
  const card = page.locator('[data-waiting-card]');
  const title = card.locator('h3');
  const summary = page.getByRole('heading', { name: /tour of this page is finished/i });
  const api = async (path) =>
    (await page.request.get(`http://127.0.0.1:${PORT}/api${path}`)).json();
  /** The digest of the card that waits once the assistant rests; `null` when none does. */
  const rested = async (answered) => {
    for (;;) {
      const [{ uuid }] = await api('/conversations');
      const conversation = await api(`/conversations/${uuid}`);
      const digest = conversation.card?.digest ?? null;
      if (conversation.status !== 'processing' && digest !== answered) {
        await (digest === null ? summary : card).waitFor();
        await settled();
        return digest;
      }
      await page.waitForTimeout(100);
    }
  };
  let waiting = null;
  const answer = async (name) => {
    await card.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    waiting = await rested(waiting);
  };

  await page.goto(link);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill('ada@example.org');
  await picture('01-setup');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account and go on' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await settled();
  await picture('02-read');
  await page.getByRole('button', { name: 'Approve' }).click();
  const start = page.getByRole('button', { name: 'Open the page and start the tour' });
  await page
    .locator('button:not([disabled])', { hasText: 'Open the page and start the tour' })
    .waitFor();
  await settled();
  await picture('03-approved');

  await page.goto(`http://127.0.0.1:${PORT}/pages`);
  const box = page.locator('textarea[role=combobox]');
  await box.waitFor();
  await settled();
  await box.click();
  await box.pressSequentially('/');
  await page.getByRole('option').first().waitFor();
  await settled();
  await picture('04-slash');
  await box.fill('');
  await page.goto(`http://127.0.0.1:${PORT}/first-run`);
  await start.click();
  await card.waitFor();
  await settled();
  waiting = await rested(null);
  await picture('05-first-card');
  await answer('Another variant');
  await picture('06-variant');
  await answer('Apply');
  // On to a card about words in a paragraph.
  while ((await title.textContent()).startsWith('Link text') === false) await answer('Apply');
  await picture('07-card');
  await answer('Skip');
  for (const reply of ['Keep', 'Apply', 'Apply', 'Apply']) {
    if (waiting !== null) await answer(reply);
  }
  await picture('08-summary');
  await page
    .getByRole('button', { name: /history/i })
    .first()
    .click();
  await settled();
  await picture('09-history');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).first().click();
  await page
    .getByText(/undone/i)
    .first()
    .waitFor();
  await settled();
  await picture('10-undone');
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
}
