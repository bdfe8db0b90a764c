import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const CANDIDATES = [
  process.env['VOUCH_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

let running: Promise<Browser> | null = null;

/**
 * A real Chromium, headless, that talks to nobody but the pages it is given. The files of a worker share one, since it takes a
 * while to start: each opens contexts of its own, and what it leaves open is closed after it (`after-file.ts`).
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await (running ??= start());
  if (browser.isConnected()) return browser;
  running = start();
  return running;
}

/** Closes what a file left open: pages of it would go on asking a server that is gone. */
export async function closeContexts(): Promise<void> {
  const contexts = (await running)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

async function start(): Promise<Browser> {
  const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error('No Chromium found: install Debian’s chromium or set VOUCH_CHROMIUM to one.');
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
