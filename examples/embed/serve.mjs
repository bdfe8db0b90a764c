/**
 * The plainest page that embeds the assistant, served at two addresses: the editing page at localhost, the website's preview
 * at 127.0.0.1, so that both are foreign to the Vouch server and to each other.
 *
 * VOUCH_SERVER=http://127.0.0.1:4317 PAGE=1 PORT=4400 node examples/embed/serve.mjs
 *
 * The Vouch server runs with VOUCH_EMBED_ORIGINS=http://localhost:4400. ELEMENT is the element that the preview shows,
 * `content-12` for one.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const port = Number(process.env.PORT ?? 4400);
const words = {
  VOUCH_SERVER: process.env.VOUCH_SERVER ?? 'http://127.0.0.1:4317',
  VOUCH_PAGE: process.env.PAGE ?? '1',
  VOUCH_ELEMENT: process.env.ELEMENT ?? 'content-1',
  CMS_SERVER: `http://localhost:${String(port)}`,
  PREVIEW_SERVER: `http://127.0.0.1:${String(port)}`,
};
const FILES = { '/': 'cms.html', '/cms.html': 'cms.html', '/preview.html': 'preview.html' };

const server = createServer(async (request, response) => {
  const name = FILES[new URL(request.url ?? '/', 'http://localhost').pathname];
  if (name === undefined) {
    response.writeHead(404).end();
    return;
  }
  let text = await readFile(new URL(name, import.meta.url), 'utf8');
  for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, value);
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text);
});
server.listen(port, () => {
  process.stdout.write(`Ready at ${words.CMS_SERVER}/\n`);
});
