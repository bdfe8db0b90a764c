import { expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_STATUS } from '../../src/contracts/index.ts';
import { EDITOR } from './chat-world.ts';
import { createHttpWorld, describeOnSqlite } from './http-world.ts';

const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        summary: z.string().min(1),
        parameters: z.array(z.object({ in: z.string(), name: z.string() })),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  components: z.object({
    schemas: z.object({ ErrorCode: z.object({ enum: z.array(z.string()) }) }),
    responses: z.object({
      Error: z.object({ 'x-codes': z.record(z.string(), z.array(z.string())) }),
    }),
  }),
});

/** Entries of the router that are no routes of the API: what runs before them, and files of the interface. */
const NO_ROUTES = new Set([
  'all /*',
  'all /api/*',
  'all /embed/sign-in',
  'all /preview/*',
  'all /preview-asset/*',
  'get /*',
  'get /page-highlight.js',
  'get /page-preview.css',
]);

describeOnSqlite('the description of the API', (openFresh) => {
  const read = async () => {
    const world = await createHttpWorld(openFresh);
    const answer = await world.json('GET', '/api/openapi.json', { who: EDITOR });
    return { world, answer, document: Document.parse(answer.body) };
  };

  it('API-04 has every route there is, and no other', async () => {
    const { world, document } = await read();
    const routes = world.app.routes
      .map(({ method, path }) => `${method.toLowerCase()} ${path}`)
      .filter((route) => !NO_ROUTES.has(route))
      .map((route) =>
        route
          .replace('all /api/auth/', 'post /api/auth/')
          .replace(/:(\w+)/g, '{$1}')
          .replace(/\*$/, '{rest}'),
      );
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual([...new Set(routes)].sort());
  });

  it('API-04 names each operation once, with all that its address asks for', async () => {
    const { document } = await read();
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, parameters, responses } of operations) {
      const named = parameters.filter((each) => each.in === 'path').map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(named);
      expect(Object.keys(responses)).toContain('default');
    }
  });

  it('SEC-02 takes no secret in an address, which logs along the way keep', async () => {
    const { document } = await read();
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    );
    expect(names).toContain('query');
    expect(names.filter((name) => /token|secret|password/i.test(name))).toEqual([]);
  });

  it('API-04 refers to nothing that is not in it', async () => {
    const { answer } = await read();
    const references = new Set(
      Array.from(JSON.stringify(answer.body).matchAll(/"\$ref":"#([^"]*)"/g), ([, to]) => to ?? ''),
    );
    expect(references.size).toBeGreaterThan(1);
    for (const reference of references) {
      const found = reference
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (part, name) => (part as Record<string, unknown> | undefined)?.[name],
          answer.body,
        );
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
  });

  it('API-04 lists every code of errors with its status', async () => {
    const { document } = await read();
    expect(document.components.schemas.ErrorCode.enum).toEqual(Object.keys(ERROR_STATUS));
    const byStatus = Object.entries(document.components.responses.Error['x-codes']);
    const listed = byStatus.flatMap(([status, codes]) =>
      codes.map((code) => [code, Number(status)]),
    );
    expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS);
  });

  it('API-04 is there as a page too, for people who are signed in', async () => {
    const { world, document } = await read();
    const page = await (await world.ask('GET', '/api/reference', { who: EDITOR })).text();
    for (const path of Object.keys(document.paths)) expect(page).toContain(` ${path}</code>`);
    for (const code of Object.keys(ERROR_STATUS)) expect(page).toContain(`<code>${code}</code>`);
    expect((await world.ask('GET', '/api/openapi.json')).status).toBe(401);
  });
});
