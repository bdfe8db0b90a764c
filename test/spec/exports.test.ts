import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('every folder names what it exports', () => {
  const files = ['src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(500);
  const unnamed = files.filter((file) =>
    /^export \*/m.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(unnamed).toEqual([]);
});
