import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { RightsView } from '../../contracts/index.ts';
import { IDEMPOTENCY_HEADER } from '../carry-out-once.ts';
import { openApiDocument } from './openapi.ts';

/** What a chapter of the documentation for integrators says, from its heading to the next of any rank. */
async function chapter(title: string): Promise<string> {
  const url = new URL('../../../docs/integrators.md', import.meta.url);
  const found = (await readFile(url, 'utf8')).split(/^#+ /m).find((text) => text.startsWith(title));
  return found ?? '';
}

/** Routes as the documentation writes them. */
function routesIn(text: string): string[] {
  return Array.from(
    text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`]*)`/g),
    ([, route]) => route ?? '',
  );
}

interface Described {
  readonly parameters: readonly { readonly name: string }[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** Every route with how the reference describes it. */
function routes(): readonly (readonly [string, Described])[] {
  return Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [
          `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
          operation as unknown as Described,
        ] as const,
    ),
  );
}

it('API-04 the documentation names every route that takes an idempotency key, and no other', async () => {
  const [, list = ''] = (await chapter('The HTTP API')).split('The routes that take one:');
  const taking = routes().filter(([, { parameters }]) =>
    parameters.some(({ name }) => name === IDEMPOTENCY_HEADER),
  );
  const [, said = ''] = list.split(/\n\n/);
  expect(routesIn(said).sort()).toEqual(taking.map(([route]) => route).sort());
});

it('API-04 the documentation names the routes each scope opens, and no other', async () => {
  const rows = (await chapter('A program that asks for itself'))
    .split('\n')
    .filter((line) => /^\| (`[a-z]+:[a-z]+`|any key) /.test(line));
  const said = rows.map((row) => {
    const [, scope = '', opened = ''] = row.split('|');
    return [scope.trim().replaceAll('`', ''), routesIn(opened).sort()];
  });
  const open: Record<string, string[]> = {};
  for (const [route, { security = [] }] of routes()) {
    const scopes = security.find((way) => 'key' in way)?.['key'];
    if (scopes !== undefined) (open[scopes[0] ?? 'any key'] ??= []).push(route);
  }
  for (const opened of Object.values(open)) opened.sort();
  expect(Object.fromEntries(said)).toEqual(open);
});

it('API-04 the file of rights in the documentation is one', async () => {
  const text = await chapter('A program that asks for itself');
  const shown: unknown = JSON.parse(/```json\n(.*?)```/s.exec(text)?.[1] ?? '');
  expect(RightsView.parse(shown)).toEqual(shown);
});
