import { gzipSync } from 'node:zlib';
import { join, relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** What it may weigh in a page, compressed. */
const MAX_BYTES = 2_500;

it('API-03 the client carries nothing of the server and no package, and is small', async () => {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: join(root, 'src/client/index.ts'), formats: ['es'] },
    },
  })) as Rolldown.RolldownOutput[];
  const chunks = built.flatMap(({ output }) => output).filter((part) => part.type === 'chunk');
  const modules = chunks.flatMap(({ modules: parts }) => Object.keys(parts));
  expect(modules.map((file) => relative(root, file)).sort()).toEqual([
    'src/client/api-error.ts',
    'src/client/index.ts',
    'src/client/read-events.ts',
    'src/client/vouch-client.ts',
  ]);
  expect(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).toEqual(
    [],
  );
  const bytes = gzipSync(chunks.map(({ code }) => code).join('\n')).length;
  expect(bytes).toBeLessThan(MAX_BYTES);
  console.log(`the client: ${String(bytes)} bytes compressed`);
});
