import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const CANDIDATES = [
  process.env['VOUCH_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A real Chromium, headless, that talks to nobody but the pages it is given. */
export async function launchBrowser(): Promise<Browser> {
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
