import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { violations } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { answer, EMAIL, PASSWORD } from './support/editor.ts';
import { freePort } from './support/server.ts';
import { openWorld, type World } from './support/world.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/embed/serve.mjs', import.meta.url));

/** Resolves once a message posted now was handled: those posted before it were too. */
const AFTERWARDS = `new Promise((resolve) => {
  window.addEventListener('message', ({ data }) => {
    if (data === 'after') resolve(data);
  });
  window.postMessage('after', '*');
})`;

/** The page the element is about, and the number of its element with the first picture: the tour’s second point. */
interface Shown {
  readonly uid: number;
  readonly number: number;
}

let browser: Browser;
let world: World;
let port: number;
let shown: Shown;
let example: ChildProcess;

/** A Vouch server that lets `http://localhost:<port>` embed it, and the example that does. */
beforeAll(async () => {
  browser = await launchBrowser();
  port = await freePort();
  world = await openWorld(browser, {
    env: { VOUCH_EMBED_ORIGINS: `http://localhost:${String(port)}` },
  });
  const uid = await world.uidOf('Alder');
  const preview = await world.context.request.get(`${world.server.url}/preview/${String(uid)}`);
  const [before = ''] = (await preview.text()).split('<img');
  const number = [...before.matchAll(/id="element-content-(\d+)"/g)].at(-1)?.[1] ?? '';
  shown = { uid, number: Number(number) };
  example = await serveExample({
    VOUCH_SERVER: world.server.url,
    PAGE: String(uid),
    PORT: String(port),
    ELEMENT: `content-${number}`,
  });
});
afterAll(async () => {
  example.kill();
  await world.close();
});

/** The example's two addresses, served by a process of its own. */
async function serveExample(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EXAMPLE], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => {
      resolve();
    });
    child.once('exit', () => {
      reject(new Error('the example’s server ended'));
    });
  });
  return child;
}

/** A browser in which nobody is signed in. */
async function openStranger(): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** Signs in in the window that the element opens, and allows the page. */
async function signIn(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  await popup.getByLabel('E-mail address').fill(EMAIL);
  await popup.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await popup.getByRole('heading', { name: 'Use the assistant in another page?' }).waitFor();
  expect(await violations(popup)).toEqual([]);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Allow', exact: true }).click();
  await closed;
  await page.getByRole('combobox').waitFor();
}

/** Starts the process for search engines from the element's slash menu. */
async function startTourHere(page: Page): Promise<void> {
  const box = page.locator('textarea[role=combobox]');
  await box.click();
  await box.pressSequentially('/seo');
  await page.getByRole('option').first().waitFor();
  await box.press('Enter');
  await page.locator('.v-composer button[aria-label^="Send"]:not([disabled])').waitFor();
  await box.press('Control+Enter');
}

it('FOC-02, SEC-02 a tour from a foreign page: signed in by a window, a change applied, its element marked in a foreign preview', async () => {
  const page = await openStranger();
  const { uid, number } = shown;
  await page.goto(`http://localhost:${String(port)}/`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await signIn(page);
  await startTourHere(page);
  const { view } = world;
  await view.atRest(uid);
  await page.locator('[data-waiting-card]').waitFor();
  expect(await violations(page)).toEqual([]);
  const second = await answer(page, { view, uid }, 'Apply');
  expect(await view.history(uid)).toHaveLength(1);
  expect(second.highlight).toMatchObject({ table: 'content', uid: number });
  // The page loaded its preview anew for the change, and the mark came back.
  const preview = page.locator('iframe').contentFrame();
  await preview.locator('[data-vouch-element].vouch-marked, .vouch-quote').waitFor();
  expect(await preview.locator('.vouch-point').textContent()).toBe('2');

  // The page's own storage holds no token.
  const kept = await page.evaluate<string>(
    'JSON.stringify({ ...localStorage, ...sessionStorage })',
  );
  expect(kept).not.toMatch(/token|bearer/i);
});

function previewFrame(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().endsWith('/preview.html'));
  if (frame === undefined) throw new Error('the page shows no preview');
  return frame;
}

it('FOC-02 the preview marks what its editing page posts, and ignores every other origin', async () => {
  const page = await openStranger();
  const post = () =>
    page.evaluate(
      `document.querySelector('iframe').contentWindow.postMessage(
        { type: 'vouch:highlight', version: 1, table: 'content', uid: ${String(shown.number)} },
        '*',
      )`,
    );
  const marked = page.locator('iframe').contentFrame().locator('.vouch-marked');

  await page.goto(`http://localhost:${String(port)}/`);
  await page.locator('iframe').contentFrame().locator('p').first().waitFor();
  await vi.waitFor(
    async () => {
      await post();
      expect(await marked.count()).toBe(1);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(
    await previewFrame(page).evaluate(
      `getComputedStyle(document.querySelector('.vouch-marked')).outlineWidth`,
    ),
  ).toBe('4px');

  // The same page and the same message under another name of this machine.
  await page.goto(`http://127.0.0.1:${String(port)}/`);
  await page.locator('iframe').contentFrame().locator('p').first().waitFor();
  await post();
  await previewFrame(page).evaluate(AFTERWARDS);
  expect(await marked.count()).toBe(0);
});

it('SEC-02 a page of an origin that is not named gets no token and reads nothing', async () => {
  const page = await openStranger();
  await page.goto(`http://127.0.0.1:${String(port)}/`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  await popup.getByText('may not embed the assistant').waitFor();
  expect(await popup.getByLabel('E-mail address').count()).toBe(0);
  const reached = await page.evaluate(
    `fetch('${world.server.url}/api/me', { credentials: 'include' }).then(() => 'read', () => 'refused')`,
  );
  expect(reached).toBe('refused');
});

it('SEC-02 an answer that does not come from the sign-in window of the server is ignored', async () => {
  const page = await openStranger();
  await page.goto(`http://localhost:${String(port)}/`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  const state = new URL(popup.url()).searchParams.get('state') ?? '';
  const forged = JSON.stringify({
    type: 'vouch:embed-token',
    version: 1,
    state,
    token: 'forged',
    expiresAtMs: Number.MAX_SAFE_INTEGER,
  });
  await page.evaluate(`window.postMessage(${forged}, '*')`);
  await page.evaluate(AFTERWARDS);
  expect(await page.getByRole('button', { name: 'Sign in' }).isVisible()).toBe(true);
});

it('FOC-04 the panel floats, docks, collapses and moves to a window of its own, and stays so for its person', async () => {
  const page = await openStranger();
  await page.goto(`http://localhost:${String(port)}/`);
  await signIn(page);
  const panel = page.locator('.v-embed[data-state]');
  const state = () => panel.getAttribute('data-state');
  expect(await state()).toBe('docked');
  await page.getByRole('button', { name: 'Let it float' }).click();
  expect(await state()).toBe('floating');
  await page.getByRole('button', { name: 'Collapse' }).click();
  expect(await state()).toBe('collapsed');
  await page.reload();
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  expect(await state()).toBe('floating');
  await signInAgain(page);

  const popped = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open in a window of its own' }).click();
  const own = await popped;
  await own.getByRole('combobox').waitFor();
  expect(await own.evaluate('window.opener')).toBeNull();
  expect(await state()).toBe('popped');

  // What is done in a window of its own moves nothing in the page it came from: neither it nor its preview is told.
  const listening =
    'globalThis.told = []; addEventListener("message", ({ data }) => told.push(data))';
  const places = [page.mainFrame(), previewFrame(page)];
  for (const place of places) await place.evaluate(listening);
  const tour = { view: world.view, uid: shown.uid };
  const before = await world.view.atRest(shown.uid);
  if (before.card === null) await startTourHere(own);
  const first = await world.view.atRest(shown.uid);
  const next = await answer(own, tour, 'Skip');
  expect(next.highlight).not.toEqual(first.highlight);
  await own.locator('[data-waiting-card]').waitFor();
  for (const place of places) expect(await place.evaluate('told')).toEqual([]);

  await page.getByRole('button', { name: 'Bring it back' }).click();
  await page.getByRole('combobox').waitFor();
  expect(await state()).toBe('docked');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Let it float' }).click();
  expect(await violations(page)).toEqual([]);
});

/** The server still knows the browser: the window asks only for the person's word. */
async function signInAgain(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('combobox').waitFor();
}
