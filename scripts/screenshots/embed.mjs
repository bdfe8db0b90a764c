import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { answering } from './answering.mjs';
import { FOREIGN_PORT, URL_OF_SERVER } from './installation.mjs';
import { begin, forget, furtherPages } from './site.mjs';

const FILES = { '/': 'cms.html', '/preview.html': 'preview.html' };

/** The assistant as an element of the example page, which another server serves. */
export async function embedScreens(shown, uid) {
  const { texts, words, get, newContext, cameraFor } = shown;
  const { embed: t, session } = words;
  const pages = await furtherPages(shown, uid);
  const { uid: about } = pages.at(-2);
  await forget(shown, about);
  const cms = await serveExample({ texts, about });
  const context = await newContext();
  try {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 760 });
    const { picture } = await cameraFor(page);
    await page.goto(`http://localhost:${String(FOREIGN_PORT)}/`);
    const signIn = page.getByRole('button', { name: t.signIn, exact: true });
    await signIn.waitFor();
    await picture('embed-sign-in');

    const opened = page.waitForEvent('popup');
    await signIn.click();
    const popup = await opened;
    const { picture: pictureOfPopup } = await cameraFor(popup);
    await popup.getByLabel(session.email).fill(texts.person.email);
    await popup.getByLabel(session.password, { exact: true }).fill(texts.person.password);
    await pictureOfPopup('embed-password');
    await popup.getByRole('button', { name: session.signIn, exact: true }).click();
    const allow = popup.getByRole('button', { name: t.allow, exact: true });
    await allow.waitFor();
    await pictureOfPopup('embed-allow');
    const closed = popup.waitForEvent('close');
    await allow.click();
    await closed;

    await begin({ page }, texts.skill);
    const here = answering({ ...shown, ...(await cameraFor(page)), page, get }, about);
    await here.rested();
    await picture('embed');
    await page.getByRole('button', { name: t.float }).click();
    await picture('embed-floating');
    const popped = context.waitForEvent('page');
    await page.getByRole('button', { name: t.popOut }).click();
    const own = await popped;
    await own.setViewportSize({ width: 480, height: 760 });
    await own.getByRole('combobox').waitFor();
    await (await cameraFor(own)).picture('embed-window');
    await picture('embed-popped-out');
    while (here.waits()) {
      await own
        .locator('[data-waiting-card]')
        .getByRole('button', { name: new RegExp(`^${words.card.skip}`) })
        .click();
      await answering({ ...shown, page: own }, about).rested();
      break;
    }
  } finally {
    await context.close();
    cms.close();
  }
}

/** Serves `examples/embed` as its own program does, in the language of the pictures. */
async function serveExample({ texts, about }) {
  const filled = {
    VOUCH_SERVER: URL_OF_SERVER,
    VOUCH_PAGE: String(about),
    VOUCH_ELEMENT: 'content-1',
    CMS_SERVER: `http://localhost:${String(FOREIGN_PORT)}`,
    PREVIEW_SERVER: `http://127.0.0.1:${String(FOREIGN_PORT)}`,
    ...texts.foreign,
  };
  const server = createServer(async (request, response) => {
    const name = FILES[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (name === undefined) {
      response.writeHead(404).end();
      return;
    }
    let text = await readFile(join(root, 'examples/embed', name), 'utf8');
    for (const [word, value] of Object.entries(filled)) text = text.replaceAll(word, value);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text);
  });
  await new Promise((resolve) => server.listen(FOREIGN_PORT, resolve));
  return server;
}
