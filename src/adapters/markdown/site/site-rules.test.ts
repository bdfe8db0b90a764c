import { describe, expect, it } from 'vitest';
import { pathForAddress } from '../host/find-page.ts';
import { assetAddress } from '../host/render.ts';
import { isInside, isPlainPath } from '../files/contain.ts';
import { guessLanguage, statedLanguage, type LanguageRules } from './languages.ts';
import { GENERATORS } from './generators.ts';
import { hiddenBecause } from './hidden.ts';
import { profileOf, type SiteSigns } from './profile.ts';
import type { SiteConfig } from './site-config.ts';
import { buildTree, type FlatPage } from './tree.ts';

const signs = (given: Partial<SiteSigns>): SiteSigns => ({
  config: null,
  root: '/x/site',
  topFolders: [],
  pages: [],
  ...given,
});

const config = (generator: SiteConfig['generator']): SiteConfig => ({
  file: 'x',
  generator,
  below: '',
  defaultLanguage: null,
  languages: [],
  contentFolders: [],
  isClean: false,
});

const pageSigns = (keys: readonly string[], kind: 'yaml' | 'toml' | 'none' = 'yaml') => ({
  frontMatter: kind,
  keys,
  marks: [],
});

describe('profiles', () => {
  it.each([
    [signs({ root: '/x/_articles' }), 'jekyll'],
    [signs({ config: config('jekyll') }), 'jekyll'],
    [signs({ root: '/x/src/content' }), 'astro'],
    [signs({ pages: [pageSigns(['title', 'sidebar_label'])] }), 'docusaurus'],
    [signs({ pages: [pageSigns(['title', 'extra'], 'toml')] }), 'zola'],
    [signs({ pages: [pageSigns(['title', 'weight'], 'toml')] }), 'hugo'],
    [signs({ config: config('vitepress') }), 'vitepress'],
    [signs({ config: config('eleventy') }), 'eleventy'],
    [signs({ pages: [pageSigns(['title'])] }), 'plain'],
  ])('%#', (given, name) => {
    expect(profileOf(given).name).toBe(name);
  });

  it('finds the key that describes pages, and whether pages have front matter', () => {
    const pages = [pageSigns(['title', 'summary']), pageSigns(['summary']), pageSigns([], 'none')];
    expect(profileOf(signs({ pages }))).toMatchObject({
      descriptionKey: 'summary',
      mayCreateFrontMatter: true,
    });
    expect(profileOf(signs({ pages: [pageSigns([], 'none')] })).mayCreateFrontMatter).toBe(false);
  });

  it.each([
    ['a.md', { draft: true }, 'plain', 'draft'],
    ['a.md', { published: false }, 'jekyll', 'draft'],
    ['_drafts/a.md', {}, 'jekyll', 'drafts_folder'],
    ['a.md', { date: '2030-01-01' }, 'hugo', 'future'],
    ['a.md', { date: new Date('2030-01-01') }, 'hugo', 'future'],
    ['a.md', { date: '2030-01-01' }, 'plain', null],
    ['a.md', { date: '2020-01-01' }, 'hugo', null],
    ['a.md', { draft: 'true' }, 'plain', null],
    ['_posts/2030-01-01-a.md', {}, 'jekyll', 'future'],
    ['_posts/2020-01-01-a.md', {}, 'jekyll', null],
    ['a.md', { date: '2020-01-01', expiryDate: '2021-01-01' }, 'hugo', 'expired'],
    ['components/_Warning.mdx', {}, 'docusaurus', 'no_page'],
    ['section/_index.md', {}, 'hugo', null],
    ['a.md', { permalink: false }, 'eleventy', 'no_page'],
    ['a.md', { secret: true }, 'plain', 'draft'],
  ] as const)('%s with %j in %s is hidden because: %s', (...[path, data, name, expected]) => {
    const generator = GENERATORS[name];
    const draft = 'secret' in data ? { key: 'secret', value: true } : generator.draft;
    const profile = { name, generator, draft };
    expect(hiddenBecause({ path, data }, profile, Date.UTC(2026, 0, 1))).toBe(expected);
  });
});

const RULES: LanguageRules = {
  languagesBy: ['key', 'suffix', 'folder'],
  roots: [''],
  declared: [],
};

describe('languages', () => {
  it.each([
    ['de/a.md', {}, 'de'],
    ['content/pt-BR/a.md', {}, 'pt-br'],
    ['posts/index.de.md', {}, 'de'],
    ['a.md', { lang: 'fr' }, 'fr'],
    ['de/a.md', { lang: 'fr' }, 'fr'],
    ['guides/a.md', {}, null],
    ['js/a.md', {}, null],
    ['release.v1.md', {}, null],
  ])('%s with %j is %s', (path, data, expected) => {
    expect(statedLanguage(path, data, { ...RULES, roots: [''] })).toBe(expected);
  });

  it('looks below the content folder, by the signs of the generator in their order, and only for languages the site names', () => {
    const stated = (path: string, rules: Partial<LanguageRules>, data = {}) =>
      statedLanguage(path, data, { ...RULES, ...rules });
    expect(stated('site/docs/de/a.md', { roots: ['site/docs'] })).toBe('de');
    expect(stated('site/docs/de/a.md', { roots: [''] })).toBe(null);
    expect(stated('fr/a.de.md', { languagesBy: ['suffix', 'folder'] })).toBe('de');
    expect(stated('fr/a.de.md', { languagesBy: ['folder', 'suffix'] })).toBe('fr');
    expect(stated('fr/a.md', { languagesBy: ['key'] })).toBe(null);
    expect(stated('is/a.md', { declared: ['en', 'de'] })).toBe(null);
    expect(stated('is/a.md', { declared: ['en', 'de'] }, { lang: 'is' })).toBe('is');
  });

  it('guesses German and English, and English when nothing speaks', () => {
    expect(guessLanguage('Wir öffnen, wenn die Stadt wach ist, und schließen nicht mit ihr.')).toBe(
      'de',
    );
    expect(guessLanguage('The town is awake and the library with it.')).toBe('en');
    expect(guessLanguage('42')).toBe('en');
  });
});

describe('addresses', () => {
  const paths = ['index.md', 'en/index.md', 'en/a.md', 'blog/x/_index.md', 'b.mdx'];
  it.each([
    ['', 'index.md'],
    ['/', 'index.md'],
    ['en', 'en/index.md'],
    ['/en/a/', 'en/a.md'],
    ['en/a.html', 'en/a.md'],
    ['en/a.md', 'en/a.md'],
    ['blog/x/?q=1#top', 'blog/x/_index.md'],
    ['b', 'b.mdx'],
    ['../en/a.md', null],
    ['c', null],
  ])('%j is %j', (address, path) => {
    expect(pathForAddress(address, paths)).toBe(path);
  });

  it.each([
    ['../i/x y.png', '/p/i/x%20y.png'],
    ['x.png?v=1', '/p/en/x.png'],
    ['/i/x.png', '/p/i/x.png'],
    ['../../../../etc/x.png', '/p/etc/x.png'],
    ['https://e.com/x.png', 'https://e.com/x.png'],
    ['//e.com/x.png', '//e.com/x.png'],
  ])('the picture %j is loaded from %j', (source, expected) => {
    expect(assetAddress(source, { assetPrefix: '/p', folder: ['en'] })).toBe(expected);
  });

  it('SEC-04 containment goes by path segments, not by the beginning of the name', () => {
    expect(isInside('/root', '/root/a/b')).toBe(true);
    expect(isInside('/root', '/root')).toBe(true);
    expect(isInside('/root', '/root/..a')).toBe(true);
    expect(isInside('/root', '/root-evil/a')).toBe(false);
    expect(isInside('/root', '/')).toBe(false);
    for (const path of ['', '/a', 'a//b', './a', 'a/../b', 'a\\b', 'a%2Fb', 'a%2e%2e', 'a\0']) {
      expect(isPlainPath(path)).toBe(false);
    }
    expect(isPlainPath('ä b/c.d.md')).toBe(true);
  });
});

describe('the tree', () => {
  let uid = 0;
  const flat = (path: string, language = 'en', order: number | null = null): FlatPage => ({
    uid: (uid += 1),
    path,
    language,
    title: path,
    description: null,
    hidden: false,
    readOnly: null,
    order,
  });
  const shown = (nodes: ReturnType<typeof buildTree>): unknown =>
    nodes.map(({ path, children }) => (children.length === 0 ? path : [path, shown(children)]));

  it('puts pages under the index of their folder or of the nearest one above', () => {
    const pages = ['index.md', 'b.md', 'a/x.md', 'c/index.md', 'c/d/y.md'].map((path) =>
      flat(path),
    );
    expect(shown(buildTree(pages))).toEqual([
      ['index.md', ['a/x.md', 'b.md', ['c/index.md', ['c/d/y.md']]]],
    ]);
  });

  it('follows the order pages ask for', () => {
    const pages = [flat('index.md'), flat('a.md', 'en', 2), flat('zz.md', 'en', 1)];
    expect(shown(buildTree(pages))).toEqual([['index.md', ['zz.md', 'a.md']]]);
  });

  it('keeps languages by suffix apart', () => {
    const pages = [flat('index.md'), flat('index.de.md', 'de'), flat('a.de.md', 'de')];
    expect(shown(buildTree(pages))).toEqual([['index.de.md', ['a.de.md']], 'index.md']);
  });
});
