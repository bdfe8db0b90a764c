// The pictures in docs/images, in English and German, taken from fresh installations of the demo site: `node
// scripts/screenshots.mjs` after a build. `-- de` takes one language only, `-- en people` only what the part `people` shows.
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from './find-chromium.mjs';
import { accountScreens } from './screenshots/account.mjs';
import { areaScreens } from './screenshots/areas.mjs';
import { cameraFor } from './screenshots/camera.mjs';
import { chatScreens } from './screenshots/chat.mjs';
import { elsewhereScreens } from './screenshots/elsewhere.mjs';
import { embedScreens } from './screenshots/embed.mjs';
import { aTour } from './screenshots/first-tour.mjs';
import { inFreshInstallation, URL_OF_SERVER } from './screenshots/installation.mjs';
import { pageScreens } from './screenshots/pages.mjs';
import { peopleScreens } from './screenshots/people.mjs';
import { onAPhone } from './screenshots/phone.mjs';
import { skillScreens } from './screenshots/skills.mjs';
import { snippetScreens } from './screenshots/snippets.mjs';
import { taskScreens } from './screenshots/tasks.mjs';
import { TEXTS } from './screenshots/texts.mjs';
import { tourScreens } from './screenshots/tours.mjs';
import { wordsIn } from './screenshots/words.mjs';
import { workScreens } from './screenshots/work.mjs';
import { root } from './setup.mjs';

/** What is shown after the first tour, in this order; each finds an installation as the ones before leave it. */
const PARTS = {
  pages: pageScreens,
  elsewhere: elsewhereScreens,
  chat: chatScreens,
  tours: tourScreens,
  work: workScreens,
  tasks: taskScreens,
  phone: onAPhone,
  embed: embedScreens,
  snippets: snippetScreens,
  areas: areaScreens,
  people: peopleScreens,
  account: accountScreens,
  skills: skillScreens,
};

const asked = process.argv.slice(2);
const languages = Object.keys(TEXTS).filter((name) => asked.includes(name));
const parts = Object.keys(PARTS).filter((name) => asked.includes(name));
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const language of languages.length > 0 ? languages : Object.keys(TEXTS)) {
    await inFreshInstallation((installation) => takePictures(language, installation));
  }
} finally {
  await browser.close();
}

async function takePictures(language, { link, dataDir }) {
  const folder = join(root, 'docs/images', language);
  await mkdir(folder, { recursive: true });
  const newContext = () =>
    browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      reducedMotion: 'reduce',
    });
  const context = await newContext();
  const page = await context.newPage();
  const camera = await cameraFor(page, folder);
  const request = async (method, path, data) => {
    const response = await page.request.fetch(`${URL_OF_SERVER}/api${path}`, {
      method,
      ...(method === 'GET' ? {} : { headers: { Origin: URL_OF_SERVER } }),
      ...(data === undefined ? {} : { data }),
    });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const shown = {
    language,
    dataDir,
    texts: TEXTS[language],
    words: await wordsIn(language),
    page,
    ...camera,
    /** Another browser, in which nobody is signed in. */
    newContext,
    cameraFor: (other) => cameraFor(other, folder),
    goTo: async (path) => {
      await page.goto(`${URL_OF_SERVER}${path}`);
      await camera.settled();
    },
    get: (path) => request('GET', path),
    post: (path, data) => request('POST', path, data),
    put: (path, data) => request('PUT', path, data),
    remove: (path) => request('DELETE', path),
  };
  try {
    const uid = await aTour(shown, link);
    for (const [name, take] of Object.entries(PARTS)) {
      if (parts.length === 0 || parts.includes(name)) await take(shown, uid);
    }
  } catch (error) {
    const path = join(tmpdir(), 'vouch-picture-failed.png');
    await page.screenshot({ path });
    throw new Error(`no picture; the screen as it was then: ${path}`, { cause: error });
  }
  await context.close();
}
