import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { firstLoad } from './first-load.mjs';

const chunk = (fileName, imports, more = {}) => ({
  type: 'chunk',
  fileName,
  imports,
  code: `export const name = ${JSON.stringify(fileName)};`,
  ...more,
});

it('counts the entry, what it imports outright and its styles, each once; nothing that is fetched later', () => {
  const bundle = {
    'entry.js': chunk('entry.js', ['shared.js', 'other.js'], {
      isEntry: true,
      dynamicImports: ['later.js'],
      viteMetadata: { importedCss: new Set(['style.css']) },
    }),
    'shared.js': chunk('shared.js', []),
    'other.js': chunk('other.js', ['shared.js']),
    'later.js': chunk('later.js', ['shared.js']),
    'style.css': { type: 'asset', fileName: 'style.css', source: 'p { margin: 0 }' },
    'unused.svg': { type: 'asset', fileName: 'unused.svg', source: '<svg/>' },
  };
  const { files, gzipBytes } = firstLoad(bundle);
  expect(files.map(({ name }) => name).sort()).toEqual([
    'entry.js',
    'other.js',
    'shared.js',
    'style.css',
  ]);
  expect(gzipBytes).toBe(files.reduce((sum, file) => sum + file.gzipBytes, 0));
});

it.each(['embed', 'web'])('the build of %s is within its budget', (name) => {
  const file = new URL(`../dist/size-${name}.json`, import.meta.url);
  expect(existsSync(file), 'there is no build: run “npm run build”').toBe(true);
  const { gzipBytes, budgetBytes } = JSON.parse(readFileSync(file, 'utf8'));
  expect(gzipBytes).toBeGreaterThan(10_000);
  expect(gzipBytes).toBeLessThanOrEqual(budgetBytes);
});
