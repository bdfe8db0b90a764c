import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './statements.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGES = join(ROOT, 'docs/images');
const LANGUAGES = ['en', 'de'];
const MAX_BYTES = 100_000;

/** Names of the pictures of a language, without their ending. */
function pictures(language: string): readonly string[] {
  return readdirSync(join(IMAGES, language))
    .map((file) => file.replace(/\.webp$/, ''))
    .toSorted();
}

/** Every address the router knows, as it stands there, whole. */
function routes(): readonly string[] {
  const found = new Set<string>();
  const open: string[] = [];
  const text = readFileSync(join(ROOT, 'web/src/app/router.tsx'), 'utf8');
  for (const [token, path] of text.matchAll(/\{|\}|\bpath: '([^']+)'/g)) {
    if (token === '{') open.push('');
    else if (token === '}') open.pop();
    else if (path !== undefined) {
      open[open.length - 1] = path;
      found.add(open.filter(Boolean).join('/'));
    }
  }
  return [...found];
}

const NAMED = JSON.parse(
  readFileSync(join(ROOT, 'scripts/screenshots/routes.json'), 'utf8'),
) as Readonly<Record<string, string>>;

it('every address of the router has a picture, and no other is named', () => {
  expect(routes().length).toBeGreaterThan(40);
  expect(Object.keys(NAMED).toSorted()).toEqual(routes().toSorted());
  const missing = Object.values(NAMED).filter((name) => !pictures('en').includes(name));
  expect(missing).toEqual([]);
});

it('every picture is there in both languages, and small', () => {
  expect(pictures('de')).toEqual(pictures('en'));
  const large = LANGUAGES.flatMap((language) =>
    filesBelow(join(IMAGES, language), () => true).filter(
      (path) => statSync(path).size >= MAX_BYTES,
    ),
  );
  expect(large).toEqual([]);
});

it('every picture is shown by a document', () => {
  const documents = [
    join(ROOT, 'README.md'),
    ...filesBelow(join(ROOT, 'docs'), (name) => name.endsWith('.md')),
  ].map((path) => readFileSync(path, 'utf8'));
  const shown = new Set(
    documents.flatMap((text) =>
      [...text.matchAll(/images\/(?:en|de)\/([\w-]+)\.webp/g)].map(([, name]) => name),
    ),
  );
  expect(pictures('en').filter((name) => !shown.has(name))).toEqual([]);
});
