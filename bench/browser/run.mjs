// `node bench/browser/run.mjs` after a build: what a long conversation and a long page cost in a real Chromium. Ends with 1
// when a task of the page needed the processor longer than LONGEST_MS while somebody typed. `--quick` takes small sizes; `--throttle 4` makes
// the page's processor four times slower than it is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { ensureChromium } from '../../scripts/find-chromium.mjs';
import { build } from '../lib/vouch-build.mjs';
import { longAnswer, openInstallation } from './installation.mjs';
import { observedPage } from './observe.mjs';

const LONGEST_MS = 200;
const TEXT =
  'Please look at the second paragraph once more; the mill is older than the weir, is it not? ';
const KEY_EVERY_MS = 30;
const PIECE_EVERY_MS = 15;
/** The first reading of a long page takes a while, on a busy machine more. */
const LONGEST_WAIT_MS = 120_000;

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    throttle: { type: 'string', default: '1' },
  },
});
const messages = given.quick ? 50 : 500;
const lines = given.quick ? 1_000 : 20_000;

const { createOpenAiWireServer } = await import(
  pathToFileURL(join(build, 'testing/index.js')).href
);
const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
const model = await createOpenAiWireServer({
  beforeEvent: () => new Promise((resolve) => setTimeout(resolve, PIECE_EVERY_MS)),
});
const installation = await openInstallation({ folder, lines, modelUrl: model.url });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const rows = [];
try {
  const short = installation.uidOf('Short');
  const long = installation.uidOf('Long');
  await measure('Short page, no conversation', { uid: short });
  await fillOn(short);
  await measure(`Conversation of ${String(messages)} messages`, { uid: short, isFilled: true });
  await measure(`Page of ${lines.toLocaleString('en')} lines`, { uid: long });
} finally {
  await browser.close();
  await installation.close();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(table(rows));
const slowest = Math.max(
  ...rows.map(({ typing, streaming }) => Math.max(typing.longestCpuMs, streaming.longestCpuMs)),
);
process.stdout.write(`\nLongest task while typing: ${ms(slowest)} (limit ${ms(LONGEST_MS)}).\n`);
process.exitCode = slowest > LONGEST_MS ? 1 : 0;

/** A conversation that holds the messages, open on a page. */
async function fillOn(page) {
  const made = await installation.call('POST', '/api/conversations', { page, locale: 'en' });
  await installation
    .call('POST', `/api/conversations/${made.uuid}/tab`, { open: true })
    .catch(() => undefined);
  installation.fill(made, messages);
}

async function measure(what, { uid, isFilled = false }) {
  process.stderr.write(`${what} …\n`);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  await context.addCookies(installation.cookies());
  const watched = await observedPage(context);
  const { page } = watched;
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  const throttle = Number(given.throttle);
  if (throttle > 1) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  }
  const box = page.locator('textarea[role=combobox]');
  const opening = await watched.open(`${installation.url}/pages/${String(uid)}`, async () => {
    await box.waitFor();
    await page.frameLocator('iframe').locator('h1').first().waitFor();
    if (isFilled) await page.locator('.v-msg').last().waitFor();
  });
  const size = await watched.size();
  await box.click();
  const typing = await watched.type(TEXT, KEY_EVERY_MS);
  model.add({ text: longAnswer(9_999, 12) });
  await page.keyboard.press('Control+Enter');
  await page.locator('.v-msg--live').waitFor();
  const streaming = await watched.type(TEXT, KEY_EVERY_MS);
  rows.push({ what, opening, size, typing, streaming });
  process.stderr.write(`${table(rows.slice(-1)).split('\n').at(-2)}\n`);
  await page.locator('.v-chat__work').waitFor({ state: 'detached' });
  await context.close();
}

function table(measured) {
  const head = [
    '',
    'open',
    'heap',
    'nodes',
    ...typingHead('typing'),
    ...typingHead('while an answer streams'),
  ];
  const body = measured.map(({ what, opening, size, typing, streaming }) => [
    what,
    ms(opening.openMs),
    `${size.heapMb.toFixed(0)} MB`,
    size.nodes.toLocaleString('en'),
    ...typingCells(typing),
    ...typingCells(streaming),
  ]);
  return [head, head.map(() => '---'), ...body]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function typingHead(when) {
  return [`${when}: longest task, CPU`, 'with waiting', 'slowest keys (p95)'];
}

function typingCells({ longestCpuMs, longestMs, keyP95Ms }) {
  return [ms(longestCpuMs), longestMs === 0 ? 'below 50 ms' : ms(longestMs), ms(keyP95Ms)];
}

function ms(value) {
  return `${value.toFixed(0)} ms`;
}
