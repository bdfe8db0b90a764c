import type { FrontMatterKind } from '../front-matter/fence.ts';

export type ProfileName =
  'jekyll' | 'hugo' | 'astro' | 'docusaurus' | 'vitepress' | 'eleventy' | 'zola' | 'plain';

/** What is known of a site without knowing its generator. */
export interface SiteSigns {
  /** Names of files and folders beside and above the content. */
  readonly surroundings: readonly string[];
  /** The content root's own path, `/`-separated. */
  readonly root: string;
  readonly topFolders: readonly string[];
  readonly pages: readonly PageSigns[];
}

export interface PageSigns {
  readonly frontMatter: FrontMatterKind;
  readonly keys: readonly string[];
  readonly marks: readonly Mark[];
}

/** Traces of a generator in a page's text. */
export type Mark = 'liquid' | 'shortcode' | 'theme_import' | 'container' | 'mdx_import';

/** What an administrator says of a site; whatever is absent is found out. */
export interface SiteSettings {
  readonly profile?: ProfileName;
  /** Language of pages that state none. */
  readonly defaultLanguage?: string;
  readonly titleKey?: string;
  readonly descriptionKey?: string;
}

export interface Profile {
  readonly name: ProfileName;
  /** The key a page without `title` keeps its title under. */
  readonly titleKey: string;
  /** The key a page without `description` keeps its description under. */
  readonly descriptionKey: string;
  /** Whether a page without front matter may get a YAML block. */
  readonly mayCreateFrontMatter: boolean;
  readonly directives: boolean;
  /** Whether `.md` files may hold MDX. */
  readonly mdxInMarkdown: boolean;
}

const DESCRIPTION_KEYS = ['description', 'summary', 'excerpt', 'abstract', 'teaser', 'lead'];

export function profileOf(signs: SiteSigns, settings: SiteSettings = {}): Profile {
  const name = settings.profile ?? profileName(signs);
  return {
    name,
    titleKey: settings.titleKey ?? 'title',
    descriptionKey: settings.descriptionKey ?? descriptionKeyOf(signs.pages),
    mayCreateFrontMatter: usesYaml(signs.pages),
    directives: name === 'docusaurus' || name === 'astro',
    mdxInMarkdown: name === 'docusaurus',
  };
}

const BY_SURROUNDING: readonly (readonly [RegExp, ProfileName])[] = [
  [/^docusaurus\.config\./, 'docusaurus'],
  [/^\.vitepress$/, 'vitepress'],
  [/^astro\.config\./, 'astro'],
  [/^(?:\.eleventy\.|eleventy\.config\.)/, 'eleventy'],
  [/^hugo\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^zola\.toml$/, 'zola'],
  [/^_config\.(?:yml|yaml|toml)$/, 'jekyll'],
];

function profileName(signs: SiteSigns): ProfileName {
  for (const [pattern, name] of BY_SURROUNDING) {
    if (signs.surroundings.some((entry) => pattern.test(entry))) return name;
  }
  const uses = (...keys: readonly string[]): boolean =>
    signs.pages.some((page) => keys.some((key) => page.keys.includes(key)));
  const shows = (mark: Mark): boolean => signs.pages.some((page) => page.marks.includes(mark));
  const isCollection = (folder: string): boolean =>
    /^_(?:posts|articles|pages|docs|drafts)$/.test(folder);
  if (isCollection(signs.root.split('/').at(-1) ?? '') || signs.topFolders.some(isCollection)) {
    return 'jekyll';
  }
  if (/\/src\/content(?:\/|$)/.test(signs.root)) return 'astro';
  if (uses('sidebar_label', 'hide_title', 'pagination_label') || shows('theme_import')) {
    return 'docusaurus';
  }
  if (uses('eleventyNavigation', 'eleventyExcludeFromCollections')) return 'eleventy';
  if (mainKind(signs.pages) === 'toml') {
    return uses('extra', 'taxonomies', 'in_search_index', 'sort_by') ? 'zola' : 'hugo';
  }
  if (shows('shortcode')) return 'hugo';
  if (shows('liquid')) return 'jekyll';
  return shows('container') && !shows('mdx_import') ? 'vitepress' : 'plain';
}

function mainKind(pages: readonly PageSigns[]): FrontMatterKind {
  const count = (kind: FrontMatterKind): number =>
    pages.filter((page) => page.frontMatter === kind).length;
  const kinds = ['yaml', 'toml', 'json', 'none'] as const;
  return kinds.reduce((best, kind) => (count(kind) > count(best) ? kind : best));
}

function usesYaml(pages: readonly PageSigns[]): boolean {
  const written = pages.filter((page) => page.frontMatter === 'yaml').length;
  return written * 2 >= pages.length && written > 0;
}

function descriptionKeyOf(pages: readonly PageSigns[]): string {
  const counts = DESCRIPTION_KEYS.map(
    (key) => [key, pages.filter((page) => page.keys.includes(key)).length] as const,
  );
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Traces in one page's text. */
export function marksOf(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  if (/\{%-?\s*\w+/.test(text)) marks.push('liquid');
  if (/\{\{[<%]\s*\/?\s*\w+/.test(text)) marks.push('shortcode');
  if (/from\s+['"]@theme\//.test(text)) marks.push('theme_import');
  if (/^import\s.+from\s+['"]/m.test(text)) marks.push('mdx_import');
  if (/^:::\s*(?:tip|info|warning|danger|details)\b/m.test(text)) marks.push('container');
  return marks;
}

/** Whether a page is not shown to the public: the draft key of its generator, a drafts folder, or a date to come. */
export function isHidden(
  page: { readonly path: string; readonly data: Readonly<Record<string, unknown>> },
  profile: ProfileName,
  nowMs: number,
): boolean {
  const { data, path } = page;
  if (data['draft'] === true || data['published'] === false || data['hidden'] === true) return true;
  if (path.split('/').includes('_drafts')) return true;
  if (profile !== 'hugo' && profile !== 'jekyll') return false;
  const date: unknown = data['publishDate'] ?? data['date'];
  const atMs =
    date instanceof Date ? date.getTime() : Date.parse(typeof date === 'string' ? date : '');
  return atMs > nowMs;
}
