import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/adapters/markdown/index.ts';
import { createContentTools, type ContentChange } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import type { ToolArguments } from '../../src/tools/index.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  person,
  planned,
  removeSitesAfterEach,
  writing,
} from './content-host.ts';

const page = (front: string, text = 'Text of the page.'): string =>
  `---\n${front}\n---\n\n${text}\n`;
const toml = (front: string, text = 'Text of the page.'): string =>
  `+++\n${front}\n+++\n\n${text}\n`;

interface LinkedSite {
  readonly files: Readonly<Record<string, string>>;
  /** The page that is linked to, under which address it is known, and where it goes. */
  readonly linked: string;
  readonly url: string;
  readonly to: string;
  /** Links to it on `from`, and what they are once it has gone there. */
  readonly from: string;
  readonly links: readonly (readonly [before: string, after: string])[];
  /** A tag of the generator that names it: no link that can be set, so it stays and is told. */
  readonly tag?: string;
}

/** A small site of each generator, in which a page is linked to by every way its generator knows. */
const SITES: Readonly<Record<string, LinkedSite>> = {
  jekyll: {
    files: { '_config.yml': 'lang: en\n', '_posts/2024-01-02-first.md': page('title: First') },
    linked: '_posts/2024-01-02-first.md',
    url: 'https://example.org/2024/01/02/first.html',
    to: '_posts/2024-01-02-second.md',
    from: 'about.md',
    links: [
      ['/2024/01/02/first.html', '/2024/01/02/second.html'],
      ['/2024/01/02/first#top', '/2024/01/02/second#top'],
      ['2024/01/02/first.html', '2024/01/02/second.html'],
    ],
    tag: '{% link _posts/2024-01-02-first.md %}',
  },
  hugo: {
    files: {
      'hugo.toml': 'baseURL = "https://example.org"\n',
      'content/posts/First Post.md': page('title: First'),
    },
    linked: 'content/posts/First Post.md',
    url: '/posts/first-post/',
    to: 'content/news/First Post.md',
    from: 'content/about.md',
    links: [
      ['/posts/first-post/', '/news/first-post/'],
      ['../posts/first-post/?a=1', '../news/first-post/?a=1'],
      ['posts/First%20Post.md', 'news/First%20Post.md'],
    ],
  },
  astro: {
    files: {
      'astro.config.mjs': 'export default {};',
      'src/content/blog/first.md': page('title: First\nslug: one'),
    },
    linked: 'src/content/blog/first.md',
    url: '/blog/one',
    to: 'src/content/news/first.md',
    from: 'src/pages/about.md',
    links: [
      ['/blog/one/', '/news/one/'],
      ['/blog/one', '/news/one'],
    ],
  },
  docusaurus: {
    files: {
      'docusaurus.config.js': 'module.exports = {};',
      'docs/02-guides/01-usage.md': page('title: Usage'),
    },
    linked: 'docs/02-guides/01-usage.md',
    url: '/docs/guides/usage',
    to: 'docs/03-more/01-usage.md',
    from: 'docs/01-intro.md',
    links: [
      ['/docs/guides/usage', '/docs/more/usage'],
      ['./02-guides/01-usage.md#x', './03-more/01-usage.md#x'],
      ['@site/docs/02-guides/01-usage.md', '@site/docs/03-more/01-usage.md'],
    ],
  },
  vitepress: {
    files: {
      'docs/.vitepress/config.mts': 'export default {};',
      'docs/guide/start.md': '# Start\n',
    },
    linked: 'docs/guide/start.md',
    url: '/guide/start.html',
    to: 'docs/intro/start.md',
    from: 'docs/index.md',
    links: [
      ['/guide/start.html', '/intro/start.html'],
      ['./guide/start', './intro/start'],
      ['/guide/start', '/intro/start'],
      ['guide/start.md', 'intro/start.md'],
    ],
  },
  eleventy: {
    files: {
      'eleventy.config.js': 'export default () => ({ dir: { input: "src" } });',
      'src/2024-01-02-post.md': page('title: Post'),
    },
    linked: 'src/2024-01-02-post.md',
    url: '/post/',
    to: 'src/news/2024-01-02-post.md',
    from: 'src/index.md',
    links: [
      ['/post/', '/news/post/'],
      ['post/#a', 'news/post/#a'],
    ],
  },
  zola: {
    files: {
      'config.toml': 'base_url = "https://example.org"\n',
      'content/blog/2024-01-02-first.md': toml('title = "First"'),
    },
    linked: 'content/blog/2024-01-02-first.md',
    url: '/blog/first',
    to: 'content/news/2024-01-02-first.md',
    from: 'content/about.md',
    links: [
      ['@/blog/2024-01-02-first.md#x', '@/news/2024-01-02-first.md#x'],
      ['/blog/first/', '/news/first/'],
      ['../blog/first/', '../news/first/'],
    ],
  },
  plain: {
    files: { 'notes/first.md': '# First\n' },
    linked: 'notes/first.md',
    url: 'notes/first',
    to: 'more/first.md',
    from: 'index.md',
    links: [
      ['/notes/first', '/more/first'],
      ['notes/first.md', 'more/first.md'],
      ['./notes/first.html#a', './more/first.html#a'],
    ],
  },
};

/** A page with one paragraph a link. */
function linking({ from, links, tag }: LinkedSite, which: 0 | 1): string {
  const rows = links.map((link, at) => `[words ${String(at)}](${link[which]})`);
  const text = [...rows, ...(tag === undefined ? [] : [`[tag](${tag})`])].join('\n\n');
  return from.startsWith('content/') && links[0]?.[0].startsWith('@/') === true
    ? toml('title = "Linking"', text)
    : page('title: Linking', text);
}

describe('links by address and by file, each profile', () => {
  removeSitesAfterEach();

  const open = async (name: string) => {
    const own = SITES[name];
    if (own === undefined) throw new Error(name);
    const files = { ...own.files, [own.from]: linking(own, 0) };
    const site = await createSite(files);
    const host = await site.open(createMemoryContentStores());
    const target = await pageAt(host, own.linked);
    const from = await pageAt(host, own.from);
    const tools = new Map(createContentTools(host).map((tool) => [tool.name, tool]));
    const read = async (tool: string, args: ToolArguments, actor = ADMIN) => {
      const result = await tools.get(tool)?.execute(args, {
        actor,
        run: { uuid: 'run-1', subject: null, processSkillUid: null },
        signal: new AbortController().signal,
      });
      if (result === undefined) throw new Error(tool);
      return result.isError ? result.content : (JSON.parse(result.content) as unknown);
    };
    return { own, files, site, host, target, from, read };
  };

  it('has a site for every profile', () => {
    expect(Object.keys(SITES).sort()).toEqual([...PROFILE_NAMES].sort());
  });

  it.each(Object.keys(SITES))(
    '%s: an address of the site, and links there and back',
    async (name) => {
      const { own, host, target, from, read } = await open(name);
      expect((await host.describe(ADMIN)).profile).toBe(name);
      const { uid, path } = target.page;
      expect(await read('resolve_url', { url: own.url })).toMatchObject({ uid, path });
      expect(await read('resolve_url', { url: path })).toMatchObject({ uid });
      expect(await read('resolve_url', { url: '/nowhere/at/all/' })).toMatch(/no page/);
      const stranger = person('s', { pages: ['elsewhere'] });
      expect(await read('resolve_url', { url: own.url }, stranger)).toMatch(/no page/);
      expect(await read('get_page_links', { page: from.page.uid })).toMatchObject({
        out: own.links.map(([before]) => ({ target: before, page: uid })),
      });
      expect(await read('get_page_links', { page: uid })).toMatchObject({
        in: own.links.map(([before]) => ({ target: before, page: from.page.uid })),
      });
    },
  );

  it.each(Object.keys(SITES))(
    'HST-02, WRT-08 %s: moving the page rewrites every link to it, and deleting it names the page with them',
    async (name) => {
      const { own, files, site, host, target, from, read } = await open(name);
      const { uid } = target.page;
      const move: ContentChange = { kind: 'move_page', page: uid, path: own.to };
      const plan = await planned(host, move);
      expect((plan.omitted ?? []).map(({ reason }) => reason)).toEqual(
        own.tag === undefined ? [] : ['Links that cannot be rewritten here stay as they are: 1.'],
      );
      const { historyId } = await host.apply(plan, writing(ADMIN));
      expect(await site.read(own.from)).toBe(linking(own, 1));
      expect(await read('get_page_links', { page: from.page.uid })).toMatchObject({
        out: own.links.map(() => ({ page: uid })),
      });
      await host.undo(historyId, writing(ADMIN));
      for (const [path, text] of Object.entries(files)) expect(await site.read(path)).toBe(text);
      const gone = await planned(host, { kind: 'delete', table: 'pages', uid });
      expect(gone.omitted?.[0]?.reason).toContain(`1 (${own.from})`);
    },
  );

  it('leaves a link alone that names a permalink, which goes with the page', async () => {
    const files = {
      '_config.yml': 'lang: en\n',
      'a.md': page('title: A\npermalink: /company/'),
      'company.md': page('title: Another'),
      'b.md': page('title: B', '[one](/company/), [two](company/) and [three](a.md)'),
    };
    const site = await createSite(files);
    const host = await site.open(createMemoryContentStores());
    const { page: own } = await pageAt(host, 'a.md');
    const plan = await planned(host, { kind: 'move_page', page: own.uid, path: 'sub/a.md' });
    expect(plan.fields.map(({ before, after }) => [before, after])).toEqual([
      ['a.md', 'sub/a.md'],
      ['a.md', 'sub/a.md'],
    ]);
    expect(plan.notes?.[0]?.en).toContain('address stays');
    await host.apply(plan, writing(ADMIN));
    expect(await site.read('b.md')).toBe(files['b.md'].replace('(a.md)', '(sub/a.md)'));
  });
});
