import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readMarkdownSite } from '../../src/adapters/markdown/index.ts';
import { checkSite } from '../../src/app/index.ts';
import { systemClock } from '../../src/base/index.ts';
import { siteCheckText } from '../../src/cli/site-text.ts';
import { createSite, removeSitesAfterEach } from './content-host.ts';

removeSitesAfterEach();

describe('a site is looked over without an installation', () => {
  const FILES = {
    'hugo.toml': 'baseURL = "https://example.org"\ndefaultContentLanguage = "en"\n',
    'README.md': '# The repository\n',
    'static/plan.pdf': 'x',
    'content/_index.md':
      '---\ntitle: Home\n---\n\nSee [here](/about/) and [the plan](/plan.pdf).\n',
    'content/about.md':
      '---\ntitle: About\ndescription: Who we are and what we do.\n---\n\n## We\n\n#### Deep\n\n![](/gone.png)\n',
    'content/idea.md': '---\ntitle: Idea\ndraft: true\n---\n\nText.\n',
    'content/program.md': '---js\n{ title: "x" }\n---\n\nText.\n',
    'content/broken.md': '---\ntitle: Introducing: this\n---\n\nText.\n',
    'content/page.html': '<p>Text.</p>\n',
  };

  it('says what it understood, what is never touched and why, where links lead, and the defects by rule', async () => {
    const { root } = await createSite(FILES);
    const seen: string[] = [];
    const report = await checkSite(root, { onPage: ({ path }) => seen.push(path) });
    expect(report.understood).toMatchObject({
      profile: 'hugo',
      recognisedBy: 'config',
      settingsFile: 'hugo.toml',
      contentFolders: ['content'],
      languages: [{ code: 'en', pages: 4, isDefault: true }],
      draftMark: 'draft: true',
      hidden: [{ path: 'content/idea.md', because: 'draft' }],
      titles: { key: 'title', from: { key: 3, heading: 0, file_name: 1 } },
      descriptions: { key: 'description', present: 1 },
      pages: 4,
      leftOut: [
        { path: 'README.md', reason: 'A paper of the repository, no page of the site.' },
        { path: 'content/page.html', reason: 'It is HTML; only Markdown is edited.' },
        { path: 'content/program.md' },
      ],
    });
    expect(report.targets).toEqual({
      outside: 0,
      pages: 1,
      files: 1,
      nowhere: [{ path: 'content/about.md', target: '/gone.png' }],
    });
    expect(report.pages.find(({ path }) => path === 'content/broken.md')?.readOnly).toContain(
      'not valid YAML',
    );
    const counts = Object.fromEntries(report.defects.map(({ check, count }) => [check, count]));
    expect(counts).toMatchObject({
      'heading-jump': 1,
      'alternative-missing': 1,
      'link-text-vague': 1,
    });
    expect(seen).toEqual(report.pages.map(({ path }) => path));
  });

  it('writes nothing, and tells people the same as machines', async () => {
    const site = await createSite(FILES);
    const before = await stamps(site.root);
    const report = await checkSite(site.root);
    expect(await stamps(site.root)).toEqual(before);
    const text = siteCheckText(report, { isWhole: true });
    for (const line of [
      /^Site +Hugo, by its settings file \(hugo\.toml\)$/m,
      /^Languages +en \(default\) 4$/m,
      /^Never touched: 3$/m,
      /^ {2}content\/page\.html +It is HTML; only Markdown is edited\.$/m,
      /^ {2}content\/idea\.md +marked as a draft$/m,
      /^ {2}heading-jump +1 on 1 pages/m,
      /content\/about\.md: heading-jump – Deep$/m,
    ]) {
      expect(text).toMatch(line);
    }
  });

  it('a folder that is not there is refused with what to do', async () => {
    const { root } = await createSite({});
    await expect(checkSite(join(root, 'gone'))).rejects.toMatchObject({
      code: 'content_root_missing',
    });
  });
});

async function stamps(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder, name));
      return `${name} ${String(size)} ${String(mtimeMs)}`;
    }),
  );
  return found.sort();
}

/** Copies of real sites beside the repository. */
const SITES = fileURLToPath(new URL('../../../shared/sites', import.meta.url));

const EXPECTED = {
  'opensource.guide': {
    profile: 'jekyll',
    recognisedBy: 'folders',
    contentFolders: ['_articles'],
    languages: [
      { code: 'en', pages: 13, isDefault: true },
      { code: 'de', pages: 12, isDefault: false },
      { code: 'fr', pages: 12, isDefault: false },
    ],
    draftMark: 'published: false',
    hidden: [],
    titles: { key: 'title', from: { key: 37, heading: 0, file_name: 0 } },
    descriptions: { key: 'description', present: 37 },
    pages: 37,
    leftOut: [
      { path: '_articles/de/index.html', reason: 'It is HTML; only Markdown is edited.' },
      { path: '_articles/fr/index.html', reason: 'It is HTML; only Markdown is edited.' },
    ],
  },
  'ddev.com': {
    profile: 'astro',
    recognisedBy: 'folders',
    contentFolders: ['src/content'],
    languages: [{ code: 'en', pages: 142, isDefault: true }],
    draftMark: 'draft: true',
    hidden: [],
    titles: { key: 'title', from: { key: 142, heading: 0, file_name: 0 } },
    descriptions: { key: 'summary', present: 142 },
    pages: 142,
    leftOut: [],
  },
  redux: {
    profile: 'docusaurus',
    recognisedBy: 'pages',
    contentFolders: ['docs'],
    languages: [{ code: 'en', pages: 86, isDefault: true }],
    draftMark: 'draft: true',
    hidden: [{ path: 'docs/components/_FundamentalsWarning.mdx', because: 'no_page' }],
    titles: { key: 'title', from: { key: 84, heading: 1, file_name: 1 } },
    descriptions: { key: 'description', present: 57 },
    pages: 86,
    leftOut: [
      { path: 'LICENSE-logo.md', reason: 'A paper of the repository, no page of the site.' },
      { path: 'LICENSE.md', reason: 'A paper of the repository, no page of the site.' },
    ],
  },
  'rust-blog': {
    profile: 'zola',
    recognisedBy: 'pages',
    contentFolders: ['content'],
    languages: [{ code: 'en', pages: 77, isDefault: true }],
    draftMark: 'draft: true',
    hidden: [],
    titles: { key: 'title', from: { key: 77, heading: 0, file_name: 0 } },
    descriptions: { key: 'description', present: 8 },
    pages: 77,
    leftOut: [],
  },
} as const;

/** Addresses whose pages say them in their own front matter, or whose generator leaves no choice. */
const ADDRESSES = {
  'opensource.guide': ['_articles/de/legal.md', '/articles/de/legal.html'],
  'ddev.com': ['src/content/blog/2024-plans.md', '/blog/2024-plans/'],
  redux: ['docs/usage/nextjs.mdx', '/docs/usage/nextjs'],
  'rust-blog': ['content/Rust-1.90.0.md', '/2025/09/18/Rust-1.90.0/'],
} as const;

describe.skipIf(!existsSync(SITES))(
  'four real sites (skipped where no copies of them lie beside the repository)',
  () => {
    it.each(Object.entries(EXPECTED))(
      '%s: languages, drafts, content folders and titles are read right',
      async (name, expected) => {
        const root = join(SITES, name);
        const site = await readMarkdownSite(root, { clock: systemClock });
        expect(site.understanding).toMatchObject(expected);
        const [path, address] = ADDRESSES[name as keyof typeof ADDRESSES];
        expect((await site.readPage(path))?.address).toBe(address);
        // Every description that is there is found: counted from the files themselves.
        const key = new RegExp(`^${expected.descriptions.key}\\s*[:=]`, 'm');
        const files = await Promise.all(
          site.paths.map((page) => readFile(join(root, page), 'utf8')),
        );
        expect(files.filter((text) => key.test(frontOf(text)))).toHaveLength(
          expected.descriptions.present,
        );
      },
    );
  },
);

function frontOf(text: string): string {
  return /^(---|\+\+\+)\n([\s\S]*?)\n\1/.exec(text)?.[2] ?? '';
}
