import { Hono } from 'hono';
import { AppError } from '../base/index.ts';
import type { RenderedPage } from '../content/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { PAGE_HIGHLIGHT_SCRIPT, PREVIEW_STYLE } from './page-highlight.ts';
import { readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';
import { previewPolicy } from './security-headers.ts';

const NONCE_BYTES = 16;

/** The two files of ours in a previewed page; public, they say nothing of any site. */
export function previewFileRoutes(): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const file = (path: string, mediaType: string, body: string) =>
    routes.get(path, (context) =>
      context.body(body, 200, {
        'Content-Type': mediaType,
        'Cache-Control': 'no-cache',
        // A website's own preview may load it too.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }),
    );
  file('/page-highlight.js', 'text/javascript; charset=utf-8', PAGE_HIGHLIGHT_SCRIPT);
  file('/page-preview.css', 'text/css; charset=utf-8', PREVIEW_STYLE);
  return routes;
}

/** A page as its readers see it, as a document of its own, and the images beside it. */
export function previewRoutes(deps: Pick<HttpDeps, 'host' | 'ids'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/preview/:uid', async (context) => {
    const uid = readUid(context.req.param('uid'));
    const page = await deps.host.renderPage(uid, context.get('person'));
    if (page === null) {
      throw new AppError('not_found', 'There is no such page, or you may not read it.');
    }
    const nonce = deps.ids.secret(NONCE_BYTES);
    return context.body(previewDocument(page, nonce), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': previewPolicy(nonce),
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    });
  });

  routes.get('/preview-asset/*', async (context) => {
    const path = decodedPath(context.req.path.slice('/preview-asset/'.length));
    const asset = await deps.host.asset(path, context.get('person'));
    if (asset === null) throw new AppError('not_found', 'There is no such file.');
    return context.body(new Uint8Array(asset.bytes), 200, {
      'Content-Type': asset.mediaType,
      // An image of somebody else's: even opened by itself it runs nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'private, no-cache',
    });
  });

  return routes;
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AppError('not_found', 'There is no such file.');
  }
}

/** The body is sanitised markup; title and language are text and are escaped. */
function previewDocument(page: RenderedPage, nonce: string): string {
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(page.language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(page.title)}</title>`,
    '<link rel="stylesheet" href="/page-preview.css">',
    `<script src="/page-highlight.js" nonce="${nonce}" defer></script>`,
    '</head>',
    `<body><main>${page.html}</main></body>`,
    '</html>',
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
