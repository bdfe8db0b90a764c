// The pictures in docs/images, in English and German, taken from fresh installations of the demo site: `node
// scripts/screenshots.mjs` after a build. `-- de` takes one language only.
/* global document -- of the page, inside evaluate */
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from './find-chromium.mjs';
import { root } from './setup.mjs';
import { TEXTS } from './screenshot-texts.mjs';

const PORT = '4391';
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
/** Of WebP, best first: the first that stays below MAX_BYTES is taken. */
const QUALITIES = [82, 70, 55];
const MAX_BYTES = 100_000;
const LONGEST_WAIT_MS = 120_000;

const wanted = process.argv.slice(2).filter((name) => Object.hasOwn(TEXTS, name));
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const language of wanted.length > 0 ? wanted : Object.keys(TEXTS)) {
    await inFreshInstallation((link) => takePictures(language, link));
  }
} finally {
  await browser.close();
}

async function inFreshInstallation(work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vouch-pictures-'));
  const server = spawn(process.execPath, [join(root, 'dist/cli/main.js'), 'serve'], {
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
  try {
    await work(link);
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takePictures(language, link) {
  const folder = join(root, 'docs/images', language);
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  const devtools = await context.newCDPSession(page);
  const settled = async () => {
    // A screen is there with its heading, and read with its last skeleton; streams keep the network busy for good.
    await page.locator('h1, h2, .v-composer').filter({ visible: true }).first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined);
    await page.waitForFunction(() => document.querySelector('.v-skeleton') === null);
    const preview = page.locator('iframe.v-frame').filter({ visible: true });
    if ((await preview.count()) > 0) {
      await preview.contentFrame().locator('main > *').first().waitFor();
    }
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))),
    );
  };
  const picture = async (name) => {
    await settled();
    for (const quality of QUALITIES) {
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
      const bytes = Buffer.from(data, 'base64');
      await writeFile(join(folder, `${name}.webp`), bytes);
      if (bytes.length < MAX_BYTES) break;
    }
    process.stdout.write(`${language}/${name}\n`);
  };
  const shown = {
    texts: TEXTS[language],
    page,
    picture,
    settled,
    goTo: async (path) => {
      await page.goto(`${URL_OF_SERVER}${path}`);
      await settled();
    },
    get: async (path) => (await page.request.get(`${URL_OF_SERVER}/api${path}`)).json(),
    post: async (path, data) => {
      const headers = { Origin: URL_OF_SERVER };
      const response = await page.request.post(`${URL_OF_SERVER}/api${path}`, { data, headers });
      if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
      return response.json();
    },
  };
  const uid = await aTour(shown, link);
  await editorScreens(shown, uid);
  await administratorScreens(shown);
  await onAPhone(shown, uid);
  await context.close();
}

/** From the one-time link to undo; answers the page's uid. */
async function aTour({ texts, page, picture, settled, goTo, get }, link) {
  const card = page.locator('[data-waiting-card]');
  const title = card.locator('h3');
  const summary = page.locator('[data-tour-summary]');
  /** The digest of the card that waits once the assistant rests; `null` when none does. */
  const rested = async (answered) => {
    for (;;) {
      const [{ uuid }] = await get('/conversations');
      const conversation = await get(`/conversations/${uuid}`);
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
  await page.getByLabel(texts.yourName).fill('Ada Lovelace');
  await page.getByLabel(texts.email).fill('ada@example.org');
  await picture('01-setup');
  await page.getByLabel(texts.password, { exact: true }).fill('a long enough password');
  await page.locator('button[type=submit]').click();
  const approve = page.getByRole('button', { name: texts.approve, exact: true });
  await approve.waitFor();
  await picture('02-read');
  await approve.click();
  const start = page.locator('button:not([disabled])', { hasText: texts.start });
  await start.waitFor();
  await picture('03-approved');

  await goTo('/pages');
  const box = page.locator('textarea[role=combobox]');
  await box.click();
  await box.pressSequentially('/');
  await page.getByRole('option').first().waitFor();
  await picture('04-slash');
  await box.fill('');
  await goTo('/first-run');
  await start.click();
  await card.waitFor();
  waiting = await rested(null);
  await picture('05-first-card');
  await answer(texts.variant);
  await picture('06-variant');
  await answer(texts.apply);
  // On to a card about words in a paragraph.
  while (waiting !== null && !(await title.textContent()).startsWith(texts.linkText)) {
    await answer(texts.apply);
  }
  await picture('07-card');
  await answer(texts.skip);
  for (const reply of [texts.keep, texts.apply, texts.skip, texts.apply]) {
    if (waiting !== null) await answer(reply);
  }
  while (waiting !== null) await answer(texts.skip);
  await picture('08-summary');
  const uid = Number(/\/pages\/(\d+)/.exec(page.url())[1]);
  await page.getByRole('button', { name: texts.history }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.undo }).first().waitFor();
  await picture('09-history');
  await page.getByRole('dialog').getByRole('button', { name: texts.undo }).first().click();
  await page.getByText(texts.undone).first().waitFor();
  await picture('10-undone');
  return uid;
}

/** What an editor opens besides the tour. */
async function editorScreens({ texts, page, picture, goTo, get, post }, uid) {
  await goTo(`/pages/${String(uid)}`);
  await page.getByRole('button', { name: texts.pagePoints }).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await picture('page-open-points');
  await goTo('/open-points');
  await picture('open-points');
  await goTo('/tours/new');
  await picture('tours-new');
  await goTo('/tours');
  await picture('tours');
  await goTo('/inbox');
  await picture('inbox');
  await goTo('/runs');
  await picture('runs');
  const [run] = await get('/runs');
  await goTo(`/runs/${run.uuid}`);
  await picture('run');
  const task = await post('/tasks', texts.task);
  await goTo('/tasks');
  await picture('tasks');
  await goTo(`/tasks/${String(task.uid)}`);
  await picture('task');
  await goTo(`/pages/${String(uid)}`);
  await page.getByRole('button', { name: texts.conversations, exact: true }).click();
  await page.getByRole('menu').waitFor();
  await picture('conversations');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(`page-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  // Another language of the interface is one choice away; the picture shows where.
  await page.locator('.v-avatar').click();
  await page.getByRole('menu').waitFor();
  await picture('account');
  await page.keyboard.press('Escape');
}

/** Every area of the administration, as its rail lists them, and what lies below skills. */
async function administratorScreens({ texts, page, picture, goTo, get, post }) {
  await post('/snippets', texts.snippet);
  const skills = await get('/skills');
  const approved = skills.find(({ identifier }) => identifier === texts.skill);
  const path = `/administration/skills/${String(approved.uid)}`;
  await goTo(path);
  await page.locator('.v-rail__item').nth(5).waitFor();
  const rail = await page
    .locator('.v-rail__item')
    .evaluateAll((links) => links.map((each) => each.getAttribute('href')));
  await picture('admin-skill');
  await page.getByRole('button', { name: texts.revoke }).click();
  await page.getByRole('alertdialog').waitFor();
  await picture('admin-skill-revoke');
  await page.keyboard.press('Escape');
  for (const [name, below] of [
    ['admin-skill-edit', `${path}/edit`],
    ['admin-skill-history', `${path}/history`],
    ['admin-skill-new', '/administration/skills/new'],
    ...rail.map((href) => [`admin-${href.split('/').at(-1)}`, href]),
  ]) {
    await goTo(below);
    await picture(name);
  }
}

async function onAPhone({ texts, page, picture, goTo }, uid) {
  await page.setViewportSize({ width: 360, height: 780 });
  await goTo('/pages');
  await picture('phone-pages');
  await goTo(`/pages/${String(uid)}`);
  await picture('phone-page');
  await page.getByRole('button', { name: texts.assistant }).last().click();
  await page.locator('.v-composer').waitFor();
  await picture('phone-chat');
  await goTo('/open-points');
  await picture('phone-open-points');
}
