import { ERROR_STATUS } from '../../contracts/index.ts';
import type { ApiDocument } from './openapi.ts';

/** The document as a page to read: every route with its shapes, every code of errors. No script, no style of its own. */
export function referencePage({ paths }: ApiDocument): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary, ...rest }]) =>
        `<section><h3><code>${method.toUpperCase()} ${escaped(path)}</code></h3><p>${escaped(summary)}</p>` +
        `<details><summary>Details</summary><pre>${escaped(JSON.stringify(rest, null, 2))}</pre></details></section>`,
    ),
  );
  const codes = Object.entries(ERROR_STATUS).map(
    ([code, status]) => `<tr><td><code>${code}</code></td><td>${String(status)}</td></tr>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>Vouch: HTTP API</title></head><body><main><h1>HTTP API</h1>' +
    '<p>The same for machines: <a href="/api/openapi.json">/api/openapi.json</a></p>' +
    `<h2>Routes</h2>${routes.join('')}` +
    `<h2>Errors</h2><table><thead><tr><th>Code</th><th>Status</th></tr></thead><tbody>${codes.join('')}</tbody></table>` +
    '</main></body></html>'
  );
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
