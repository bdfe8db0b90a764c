import type { MiddlewareHandler } from 'hono';
import type { RouteEnv } from './route-env.ts';

/** Policy of everything that is no document: nothing may be loaded from it or framed. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Policy of the app's own document (SEC-03): scripts, styles and requests of this origin only, nothing inline. The nonce is
 * for the few style elements that the component library adds.
 */
export function appPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Policy of a page's preview: its text is somebody else's. One script may run, the one with the nonce; forms, plugins and
 * navigation of the top window may not; it may be framed by our own pages only. Popups are for that script, which opens
 * links to other sites in a tab of their own.
 */
export function previewPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' https: data:",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}

/** Headers of every answer; a route that serves a document sets its own policy. */
export function securityHeaders(options: {
  readonly overHttps: boolean;
}): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'same-origin');
    for (const name of ['Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy']) {
      if (!headers.has(name)) headers.set(name, 'same-origin');
    }
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    if (options.overHttps) headers.set('Strict-Transport-Security', 'max-age=31536000');
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', CLOSED_POLICY);
    }
    if (!headers.has('X-Frame-Options')) headers.set('X-Frame-Options', 'DENY');
  };
}
