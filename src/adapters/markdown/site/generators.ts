import type { Dialect } from '../body/parse.ts';
import { ADDRESSES, type AddressedPage } from './addresses.ts';

export const PROFILE_NAMES = [
  'jekyll',
  'hugo',
  'astro',
  'docusaurus',
  'vitepress',
  'eleventy',
  'zola',
  'plain',
] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** Where a page can say its language: in its front matter, behind its name (`a.de.md`), in the folder it lies in. */
export type LanguageSign = 'key' | 'suffix' | 'folder';

/** Where a title comes from: a key, the first heading, the name of the file. */
export type TitleSource = 'key' | 'heading' | 'file_name';

/** What one generator does with a folder of Markdown. Folders are `/`-separated, from the site's own folder. */
export interface Generator {
  readonly label: string;
  /** Its settings files; one of them in or above a folder says that the folder is one of its sites. */
  readonly configFiles: readonly string[];
  /** What `package.json` names where the settings file has no name of its own. */
  readonly packageName: string | null;
  /** Folders pages are taken from. A name that begins with `_*` means every folder that begins with an underscore. */
  readonly contentFolders: readonly string[];
  /** Folders whose Markdown is none of its pages: layouts, parts, frozen copies. */
  readonly otherFolders: readonly string[];
  readonly languagesBy: readonly LanguageSign[];
  /** The key a draft is marked with, and its value. */
  readonly draft: { readonly key: string; readonly value: boolean };
  /** Whether a date that has not come yet hides a page. */
  readonly hidesFuture: boolean;
  /** Whether files and folders that begin with `_` make no page. */
  readonly hidesUnderscored: boolean;
  /** In the order they are asked. */
  readonly titleFrom: readonly TitleSource[];
  /** Folders whose files are served from the site's own root. */
  readonly staticFolders: readonly string[];
  readonly links: {
    /** Whether a link to a file (`other.md`) becomes a link to its page. */
    readonly toFiles: boolean;
    /** What a link to a file begins with when it is meant from the content folder. */
    readonly fromContent: string | null;
    /** Tags around the path of a page, the path as their first group. */
    readonly tags: readonly RegExp[];
  };
  /** Under which address a page is published; `null` = not known from here. */
  readonly address: (page: AddressedPage) => string | null;
  /** How `.md` files are read. */
  readonly markdown: Dialect;
}

const JS = ['js', 'mjs', 'cjs', 'ts', 'mts'];
const named = (name: string, extensions: readonly string[]): readonly string[] =>
  extensions.map((extension) => `${name}.${extension}`);
const PLAIN_LINKS = { toFiles: false, fromContent: null, tags: [] };
const MARKDOWN: Dialect = { mdx: false, directives: false };

/** Every generator, one entry each. What all have in common is with what reads them. */
export const GENERATORS: Readonly<Record<ProfileName, Generator>> = {
  jekyll: {
    label: 'Jekyll',
    configFiles: ['_config.yml', '_config.yaml', '_config.toml'],
    packageName: null,
    contentFolders: ['_*'],
    otherFolders: ['_includes', '_layouts', '_data', '_sass', '_plugins'],
    languagesBy: ['key', 'suffix', 'folder'],
    draft: { key: 'published', value: false },
    hidesFuture: true,
    hidesUnderscored: false,
    titleFrom: ['key', 'heading', 'file_name'],
    staticFolders: [''],
    links: {
      toFiles: true,
      fromContent: null,
      tags: [/\{%-?\s*link\s+(\S+)\s*-?%\}/, /\{%-?\s*post_url\s+(\S+)\s*-?%\}/],
    },
    address: ADDRESSES.jekyll,
    markdown: MARKDOWN,
  },
  hugo: {
    label: 'Hugo',
    configFiles: [
      ...named('hugo', ['toml', 'yaml', 'yml', 'json']),
      ...named('config', ['toml', 'yaml', 'yml', 'json']),
      ...named('config/_default/hugo', ['toml', 'yaml', 'yml']),
      ...named('config/_default/config', ['toml', 'yaml', 'yml']),
    ],
    packageName: null,
    contentFolders: ['content'],
    otherFolders: ['archetypes', 'layouts', 'themes', 'public', 'resources'],
    languagesBy: ['suffix', 'folder', 'key'],
    draft: { key: 'draft', value: true },
    hidesFuture: true,
    hidesUnderscored: false,
    titleFrom: ['key', 'file_name'],
    staticFolders: ['static', 'assets'],
    links: {
      toFiles: true,
      fromContent: null,
      tags: [/\{\{[<%]\s*(?:rel)?ref\s+"?([^"\s>%]+)"?\s*[%>]\}\}/],
    },
    address: ADDRESSES.hugo,
    markdown: MARKDOWN,
  },
  astro: {
    label: 'Astro',
    configFiles: named('astro.config', JS),
    packageName: 'astro',
    contentFolders: ['src/content/docs', 'src/content', 'src/pages', 'content'],
    otherFolders: ['src/components', 'src/layouts', 'public'],
    languagesBy: ['folder', 'key', 'suffix'],
    draft: { key: 'draft', value: true },
    hidesFuture: false,
    hidesUnderscored: true,
    titleFrom: ['key', 'file_name'],
    staticFolders: ['public'],
    links: PLAIN_LINKS,
    address: ADDRESSES.astro,
    markdown: { mdx: false, directives: true },
  },
  docusaurus: {
    label: 'Docusaurus',
    configFiles: named('docusaurus.config', JS),
    packageName: '@docusaurus/core',
    contentFolders: ['docs', 'blog', 'src/pages', 'i18n'],
    otherFolders: ['versioned_docs', 'static', 'build'],
    languagesBy: ['folder', 'key', 'suffix'],
    draft: { key: 'draft', value: true },
    hidesFuture: false,
    hidesUnderscored: true,
    titleFrom: ['key', 'heading', 'file_name'],
    staticFolders: ['static'],
    links: { toFiles: true, fromContent: '@site/', tags: [] },
    address: ADDRESSES.docusaurus,
    markdown: { mdx: true, directives: true },
  },
  vitepress: {
    label: 'VitePress',
    configFiles: [...named('.vitepress/config', JS), ...named('docs/.vitepress/config', JS)],
    packageName: 'vitepress',
    contentFolders: ['docs'],
    otherFolders: ['docs/public', 'public'],
    languagesBy: ['folder', 'key'],
    draft: { key: 'draft', value: true },
    hidesFuture: false,
    hidesUnderscored: false,
    titleFrom: ['key', 'heading', 'file_name'],
    staticFolders: ['public', 'docs/public'],
    links: { toFiles: true, fromContent: null, tags: [] },
    address: ADDRESSES.vitepress,
    markdown: MARKDOWN,
  },
  eleventy: {
    label: 'Eleventy',
    configFiles: ['.eleventy.js', ...named('eleventy.config', JS)],
    packageName: '@11ty/eleventy',
    contentFolders: ['content', 'src'],
    otherFolders: ['_includes', '_data', '_layouts', 'src/_includes', 'src/_data', 'src/_layouts'],
    languagesBy: ['folder', 'key', 'suffix'],
    draft: { key: 'draft', value: true },
    hidesFuture: false,
    hidesUnderscored: false,
    titleFrom: ['key', 'file_name'],
    staticFolders: ['public', 'static', 'src', ''],
    links: PLAIN_LINKS,
    address: ADDRESSES.eleventy,
    markdown: MARKDOWN,
  },
  zola: {
    label: 'Zola',
    configFiles: ['zola.toml', 'config.toml'],
    packageName: null,
    contentFolders: ['content'],
    otherFolders: ['templates', 'themes', 'static', 'sass', 'public'],
    languagesBy: ['suffix', 'folder', 'key'],
    draft: { key: 'draft', value: true },
    hidesFuture: false,
    hidesUnderscored: false,
    titleFrom: ['key', 'file_name'],
    staticFolders: ['static', 'content'],
    links: { toFiles: true, fromContent: '@/', tags: [] },
    address: ADDRESSES.zola,
    markdown: MARKDOWN,
  },
  plain: {
    label: 'a plain folder of Markdown',
    configFiles: [],
    packageName: null,
    contentFolders: [],
    otherFolders: [],
    languagesBy: ['key', 'suffix', 'folder'],
    draft: { key: 'draft', value: true },
    hidesFuture: false,
    hidesUnderscored: false,
    titleFrom: ['key', 'heading', 'file_name'],
    staticFolders: ['', 'public', 'static'],
    links: { toFiles: true, fromContent: null, tags: [] },
    address: ADDRESSES.plain,
    markdown: MARKDOWN,
  },
};
