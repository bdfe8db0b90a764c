import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Hono } from 'hono';
import { AppError } from '../base/index.ts';
import type { HttpDeps } from './http-deps.ts';
import type { RouteContext, RouteEnv, Routes } from './route-env.ts';
import { appPolicy } from './security-headers.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The build puts a hash of the content into the names of files here, so they never change. */
const HASHED = '/assets/';
const NONCE_BYTES = 16;
/** The window in which somebody lets a page of another origin use the assistant. */
export const EMBED_SIGN_IN = '/embed/sign-in';

/** The built web interface: its files, and its one document for every address of the app. */
export function staticRoutes(deps: Pick<HttpDeps, 'ids'>, webRoot: string): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.get('*', async (context) => {
    const { path } = context.req;
    const file = path === '/' ? null : await readInside(webRoot, path);
    if (file !== null) return answerFile(context, path, file);
    if (extname(path) !== '' || path.startsWith(HASHED)) {
      throw new AppError('not_found', 'There is nothing at this address.');
    }
    const document = await readInside(webRoot, '/index.html');
    if (document === null) {
      throw new AppError(
        'not_found',
        'The web interface is not built. Run “npm run build”, then start again.',
      );
    }
    return answerDocument(context, document.toString('utf8'), deps.ids.secret(NONCE_BYTES));
  });
  return routes;
}

/** A file as it is served. */
export function answerFile(context: RouteContext, path: string, file: Uint8Array): Response {
  const isDocument = extname(path) === '.html';
  return context.body(new Uint8Array(file), 200, {
    'Content-Type': MEDIA_TYPES[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(isDocument ? { 'Content-Security-Policy': "default-src 'none'; sandbox" } : {}),
  });
}

/** The component library reads the nonce for its style elements from the document's head. */
function answerDocument(context: RouteContext, html: string, nonce: string): Response {
  const meta = `<meta property="csp-nonce" nonce="${nonce}" />`;
  return context.body(html.replace('<head>', `<head>${meta}`), 200, {
    'Content-Type': MEDIA_TYPES['.html'] ?? '',
    'Content-Security-Policy': appPolicy(nonce),
    // The sign-in window answers the page that opened it, so it must stay connected with it.
    ...(context.req.path === EMBED_SIGN_IN ? { 'Cross-Origin-Opener-Policy': 'unsafe-none' } : {}),
    'Cache-Control': 'no-cache',
  });
}

/** A file below the folder, links resolved, or `null`; nothing outside it is ever read. */
export async function readInside(root: string, path: string): Promise<Buffer | null> {
  try {
    const decoded = decodeURIComponent(path);
    if (decoded.includes('\0')) return null;
    const realRoot = await realpath(root);
    const file = await realpath(join(realRoot, decoded));
    return file.startsWith(`${realRoot}${sep}`) ? await readFile(file) : null;
  } catch {
    return null; // not there, a folder, or not a path at all
  }
}
