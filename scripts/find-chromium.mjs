// Finds the Chromium that the browser tests drive, and installs Debian's where that is possible without asking.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, say, SetupError } from './setup.mjs';

// First the one without a window's own pages: it takes a quarter less of the machine.
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
/** Of Debian; the first one is not everywhere. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const IN_CACHE = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium: `VOUCH_CHROMIUM`, one on the path, an application, or Playwright's; `null` when there is none. */
export function findChromium(env = process.env) {
  if (env.VOUCH_CHROMIUM) {
    if (canRun(env.VOUCH_CHROMIUM)) return env.VOUCH_CHROMIUM;
    throw new SetupError(
      `VOUCH_CHROMIUM names ${env.VOUCH_CHROMIUM}, which cannot be run: correct it.`,
    );
  }
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((name) => join(folder, name)));
  return [...onPath, ...APPS, ...playwrightCopies()].find((path) => canRun(path)) ?? null;
}

/** The same, after installing Debian's package when there is none and this is root on a system with apt-get. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    say('Installing Chromium for the browser tests …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run(['apt-get', 'update', '-qq'], { quiet: true, env });
    for (const name of PACKAGES) {
      const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name];
      const { code, output } = await run(install, { quiet: true, env });
      if (code === 0) break;
      process.stderr.write(`${output.trimEnd().split('\n').slice(-10).join('\n')}\n`);
    }
  }
  const installed = findChromium();
  if (installed !== null) return installed;
  throw new SetupError(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set VOUCH_CHROMIUM to its path.',
  );
}

function playwrightCopies() {
  const folders = [
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('chromium'))
        .flatMap((name) => IN_CACHE.map((path) => join(folder, name, path))),
    );
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
