import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATORS, PROFILE_NAMES } from '../../src/adapters/markdown/site/generators.ts';
import { linkTarget } from '../../src/adapters/markdown/site/links.ts';
import { addressesOf, pageAddress } from '../../src/adapters/markdown/site/page-address.ts';
import type { SiteSettings } from '../../src/adapters/markdown/site/profile.ts';
import { createSite, hiddenNow, languageOf } from '../../src/adapters/markdown/site/site.ts';
import { systemClock } from '../../src/base/index.ts';
import { createSite as layOut, removeSitesAfterEach } from './content-host.ts';

removeSitesAfterEach();

const page = (front: string, text = 'Text of the page.'): string =>
  `---\n${front}\n---\n\n${text}\n`;
const toml = (front: string): string => `+++\n${front}\n+++\n\nText of the page.\n`;

interface Expected {
  readonly recognisedBy?: string;
  readonly roots: readonly string[];
  readonly languages: readonly string[];
  /** Language, address and whether hidden, by path. */
  readonly pages: Readonly<Record<string, readonly [string, string | null, boolean?]>>;
  readonly leftOut?: readonly string[];
  /** Where links lead, as `from target`. */
  readonly links?: Readonly<Record<string, string>>;
}

/** A small site of each generator, as its documentation lays one out. */
const SITES: Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; readonly expected: Expected }>
> = {
  astro: {
    files: {
      'astro.config.mjs': `export default { i18n: { defaultLocale: 'en', locales: ['en', 'de'] } };`,
      'README.md': '# The repository\n',
      'src/content/blog/first.md': page('title: First\ndraft: true'),
      'src/content/blog/de/erste.md': page('title: Erste\nslug: anfang'),
      'src/pages/about.md': page('title: About', '[First](/blog/first/) ![a](/img/a.png)'),
      'src/pages/_part.md': page('title: Part'),
      'src/components/note.md': 'A part.\n',
    },
    expected: {
      roots: ['src/content', 'src/pages'],
      languages: ['en', 'de'],
      pages: {
        'src/content/blog/first.md': ['en', '/blog/first/', true],
        'src/content/blog/de/erste.md': ['de', '/blog/de/anfang/'],
        'src/pages/about.md': ['en', '/about/'],
        'src/pages/_part.md': ['en', '/_part/', true],
      },
      leftOut: ['README.md', 'src/components/note.md'],
      links: {
        'src/pages/about.md /blog/first/#top': 'page src/content/blog/first.md',
        'src/pages/about.md /img/a.png': 'file public/img/a.png',
        'src/pages/about.md https://example.org': 'outside',
      },
    },
  },
  hugo: {
    files: {
      'hugo.toml': `baseURL = "https://example.org"\ndefaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n`,
      'content/_index.md': page('title: Home'),
      'content/Posts/first.md': page('title: First'),
      'content/Posts/first.de.md': page('title: Erster'),
      'content/Posts/later.md': page('title: Later\ndate: 2999-01-01'),
      'content/is/note.md': page(
        'title: Note\nslug: remark',
        '[a]({{< relref "Posts/first.md" >}})',
      ),
      'archetypes/default.md': page('title: x'),
    },
    expected: {
      roots: ['content'],
      languages: ['en', 'de'],
      pages: {
        'content/_index.md': ['en', '/'],
        'content/Posts/first.md': ['en', '/posts/first/'],
        'content/Posts/first.de.md': ['de', '/de/posts/first/'],
        'content/Posts/later.md': ['en', '/posts/later/', true],
        'content/is/note.md': ['en', '/is/remark/'],
      },
      leftOut: ['archetypes/default.md'],
      links: {
        'content/is/note.md {{< relref "Posts/first.md" >}}': 'page content/Posts/first.md',
        'content/is/note.md /posts/first/': 'page content/Posts/first.md',
        'content/is/note.md {{ .Site }}': 'template',
      },
    },
  },
  eleventy: {
    files: {
      'eleventy.config.js': `export default () => ({ dir: { input: "src" } });`,
      'src/index.md': page('title: Home\nlang: en'),
      'src/de/seite.md': page('title: Seite\nlang: de\npermalink: /de/die-seite/'),
      'src/2024-01-02-post.md': page('title: Post'),
      'src/off.md': page('title: Off\npermalink: false'),
      'src/_includes/part.md': 'A part.\n',
      'docs/notes.md': 'Not of the site.\n',
    },
    expected: {
      roots: ['src'],
      languages: ['en', 'de'],
      pages: {
        'src/index.md': ['en', '/'],
        'src/de/seite.md': ['de', '/de/die-seite/'],
        'src/2024-01-02-post.md': ['en', '/post/'],
        'src/off.md': ['en', null, true],
      },
      leftOut: ['src/_includes/part.md', 'docs/notes.md'],
      links: { 'src/index.md /de/die-seite/': 'page src/de/seite.md' },
    },
  },
  docusaurus: {
    files: {
      'docusaurus.config.ts': `export default { i18n: { defaultLocale: 'en', locales: ['en', 'de'] } };`,
      'docs/01-intro.md': page(
        'title: Intro',
        'See [usage](./guides/usage.md) and [more](guides/more).',
      ),
      'docs/guides/usage.md': page('title: Usage\nid: using'),
      'docs/guides/more.mdx': page('title: More\nslug: /more'),
      'docs/_note.mdx': 'A part.\n',
      'blog/2024-02-03-hello.md': page('title: Hello\nunlisted: true\ndraft: true'),
      'i18n/de/docusaurus-plugin-content-docs/current/01-intro.md': page('title: Einstieg'),
      'versioned_docs/version-1/intro.md': page('title: Old'),
    },
    expected: {
      roots: ['docs', 'blog', 'i18n'],
      languages: ['en', 'de'],
      pages: {
        'docs/01-intro.md': ['en', '/docs/intro'],
        'docs/guides/usage.md': ['en', '/docs/guides/using'],
        'docs/guides/more.mdx': ['en', '/docs/more'],
        'docs/_note.mdx': ['en', '/docs/_note', true],
        'blog/2024-02-03-hello.md': ['en', '/blog/2024/02/03/hello', true],
        'i18n/de/docusaurus-plugin-content-docs/current/01-intro.md': ['de', '/de/docs/intro'],
      },
      leftOut: ['versioned_docs/version-1/intro.md'],
      links: {
        'docs/01-intro.md ./guides/usage.md#x': 'page docs/guides/usage.md',
        'docs/01-intro.md guides/more': 'page docs/guides/more.mdx',
        'docs/01-intro.md /docs/guides/using': 'page docs/guides/usage.md',
        'docs/01-intro.md /img/a.png': 'file static/img/a.png',
      },
    },
  },
  vitepress: {
    files: {
      'docs/.vitepress/config.mts': `export default { cleanUrls: true, locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de' } } };`,
      'docs/index.md': '# Home\n\n[Guide](./guide/start.md)\n',
      'docs/guide/start.md': '# Start\n',
      'docs/de/guide/start.md': '# Anfang\n',
      'LICENSE.md': 'Free.\n',
    },
    expected: {
      roots: ['docs'],
      languages: ['en', 'de'],
      pages: {
        'docs/index.md': ['en', '/'],
        'docs/guide/start.md': ['en', '/guide/start'],
        'docs/de/guide/start.md': ['de', '/de/guide/start'],
      },
      leftOut: ['LICENSE.md'],
      links: { 'docs/index.md ./guide/start.md': 'page docs/guide/start.md' },
    },
  },
  jekyll: {
    files: {
      '_config.yml': 'lang: en\n',
      'about.md': page(
        'title: About',
        '[Post]({% link _posts/2024-01-02-first.md %}) [x](/2024/01/02/first.html)',
      ),
      '_posts/2024-01-02-first.md': page('title: First'),
      '_posts/2999-01-02-later.md': page('title: Later'),
      '_drafts/idea.md': page('title: Idea'),
      '_articles/de/legal.md': page('title: Recht\npublished: false'),
      '_includes/note.md': 'A part.\n',
    },
    expected: {
      roots: [''],
      languages: ['en', 'de'],
      pages: {
        'about.md': ['en', '/about.html'],
        '_posts/2024-01-02-first.md': ['en', '/2024/01/02/first.html'],
        '_posts/2999-01-02-later.md': ['en', '/2999/01/02/later.html', true],
        '_drafts/idea.md': ['en', null, true],
        '_articles/de/legal.md': ['de', '/articles/de/legal.html', true],
      },
      leftOut: ['_includes/note.md'],
      links: {
        'about.md {% link _posts/2024-01-02-first.md %}': 'page _posts/2024-01-02-first.md',
        'about.md /2024/01/02/first': 'page _posts/2024-01-02-first.md',
        'about.md /assets/a.png': 'file assets/a.png',
        // Where a permalink makes a folder of the page, its neighbours are one step up.
        'about.md ../_articles/de/legal/': 'page _articles/de/legal.md',
      },
    },
  },
  zola: {
    files: {
      'config.toml': `base_url = "https://example.org"\ndefault_language = "en"\n[languages.fr]\n`,
      'content/_index.md': toml('title = "Home"'),
      'content/blog/2024-01-02-first.md': toml('title = "First"\ndraft = true'),
      'content/blog/2024-01-02-first.fr.md': toml('title = "Premier"'),
      'content/old.md': toml('title = "Old"\npath = "2018/old"'),
    },
    expected: {
      roots: ['content'],
      languages: ['en', 'fr'],
      pages: {
        'content/_index.md': ['en', '/'],
        'content/blog/2024-01-02-first.md': ['en', '/blog/first/', true],
        'content/blog/2024-01-02-first.fr.md': ['fr', '/fr/blog/first/'],
        'content/old.md': ['en', '/2018/old/'],
      },
      links: {
        'content/old.md @/blog/2024-01-02-first.md': 'page content/blog/2024-01-02-first.md',
        'content/old.md /blog/first': 'page content/blog/2024-01-02-first.md',
        'content/old.md /a.png': 'file static/a.png',
      },
    },
  },
  plain: {
    files: {
      'README.md': '# All of it\n\n[Notes](notes/first) and [more](notes/first.md)\n',
      'notes/first.md': '# First\n',
      'notes/first.de.md': '# Erster\n\nDas ist der Text und nicht mehr.\n',
    },
    expected: {
      recognisedBy: 'nothing',
      roots: [''],
      languages: ['en', 'de'],
      pages: {
        'README.md': ['en', '/README'],
        'notes/first.md': ['en', '/notes/first'],
        'notes/first.de.md': ['de', '/de/notes/first'],
      },
      links: {
        'README.md notes/first': 'page notes/first.md',
        'README.md notes/first.md': 'page notes/first.md',
        'README.md media/a.png': 'file media/a.png',
      },
    },
  },
};

async function look(files: Readonly<Record<string, string>>, settings?: SiteSettings, below = '') {
  const { root } = await layOut(files);
  const site = createSite({
    root: join(root, below),
    clock: systemClock,
    ...(settings === undefined ? {} : { settings }),
  });
  const state = await site.scan();
  return { state, linking: { ...state, addresses: addressesOf(state) } };
}

describe('profiles of generators, each with a small site of its own', () => {
  it('has an entry and a site for every profile', () => {
    expect(Object.keys(SITES).sort()).toEqual([...PROFILE_NAMES].sort());
    expect(Object.keys(GENERATORS).sort()).toEqual([...PROFILE_NAMES].sort());
  });

  it.each(Object.entries(SITES))('%s', async (name, { files, expected }) => {
    const { state, linking } = await look(files);
    expect(state.profile.name).toBe(name);
    expect(state.profile.recognisedBy).toBe(expected.recognisedBy ?? 'config');
    expect(state.content.roots).toEqual(expected.roots);
    expect(state.languages).toEqual(expected.languages);
    const nowMs = Date.UTC(2026, 0, 1);
    const read = [...state.files].map(
      ([
        path,
        {
          facts: { data },
        },
      ]) => [
        path,
        [
          languageOf(path, data, state),
          pageAddress(path, data, state),
          hiddenNow(path, data, { profile: state.profile, nowMs }),
        ],
      ],
    );
    const wanted = Object.entries(expected.pages).map(([path, [language, address, hidden]]) => [
      path,
      [language, address, hidden ?? false],
    ]);
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(wanted));
    expect(state.leftOut.map(({ path }) => path).sort()).toEqual(
      [...(expected.leftOut ?? [])].sort(),
    );
    for (const [link, leads] of Object.entries(expected.links ?? {})) {
      const [from = '', ...target] = link.split(' ');
      const found = linkTarget(target.join(' '), from, linking);
      const shown =
        found.kind === 'page'
          ? [`page ${found.path}`]
          : found.kind === 'file'
            ? found.candidates.map((path) => `file ${path}`)
            : [found.kind];
      expect(shown, link).toContain(leads);
    }
  });
});

describe('what is found out can be said instead', () => {
  it('profile, content folders, language, keys and static folder', async () => {
    const { state, linking } = await look(
      {
        'texts/a.md': page('headline: Ein Titel\nblurb: Kurz.\nsecret: true'),
        'other/b.md': 'Text.\n',
      },
      {
        profile: 'hugo',
        contentFolders: ['texts'],
        defaultLanguage: 'de',
        draftKey: 'secret',
        titleKey: 'headline',
        descriptionKey: 'blurb',
        staticFolder: 'files',
      },
    );
    expect(state.profile).toMatchObject({
      name: 'hugo',
      recognisedBy: 'settings',
      titleKey: 'headline',
      descriptionKey: 'blurb',
    });
    expect([...state.files.keys()]).toEqual(['texts/a.md']);
    expect(state.languages).toEqual(['de']);
    const data = state.files.get('texts/a.md')?.facts.data ?? {};
    expect(hiddenNow('texts/a.md', data, { profile: state.profile, nowMs: 0 })).toBe(true);
    expect(linkTarget('/x.pdf', 'texts/a.md', linking)).toEqual({
      kind: 'file',
      candidates: ['files/x.pdf'],
    });
  });

  it('a content folder opened by itself is understood from the settings above it', async () => {
    const { state } = await look(SITES['hugo']?.files ?? {}, undefined, 'content');
    expect(state.profile).toMatchObject({ name: 'hugo', recognisedBy: 'config' });
    expect(state.config).toMatchObject({ file: '../hugo.toml', below: 'content' });
    expect(state.content).toEqual({ roots: [''], opened: 'content' });
    expect(pageAddress('Posts/first.de.md', {}, state)).toBe('/de/posts/first/');
    expect(state.leftOut).toEqual([]);
  });

  it('the settings of a generator are read and never run, and broken ones say nothing', async () => {
    const { state } = await look({
      'hugo.toml': 'this is [not TOML',
      'content/de/a.md': page('title: A'),
    });
    expect(state.profile.name).toBe('hugo');
    expect(state.languages).toEqual(['de']);
    const { state: program } = await look({
      'astro.config.mjs': `process.exit(1); export default { i18n: { defaultLocale: "de" } }`,
      'src/content/a.md': page('title: A'),
    });
    expect(program.languages).toEqual(['de']);
  });

  it('does not look above a repository for settings', async () => {
    const site = await layOut({ 'hugo.toml': '', 'repo/docs/a.md': 'Text.\n' });
    const { root } = site;
    await mkdir(join(root, 'repo/.git'));
    await site.write('repo/package.json', '{"devDependencies": {"vitepress": "1.0.0"}}');
    const state = await createSite({ root: join(root, 'repo'), clock: systemClock }).scan();
    expect(state.profile.name).toBe('vitepress');
    const plain = await layOut({ 'hugo.toml': '', 'repo/docs/a.md': 'Text.\n' });
    await mkdir(join(plain.root, 'repo/.git'));
    const docs = createSite({ root: join(plain.root, 'repo/docs'), clock: systemClock });
    expect((await docs.scan()).profile.name).toBe('plain');
  });
});
