import type { FrontMatterKind } from '../front-matter/fence.ts';
import { GENERATORS, type Generator, type ProfileName } from './generators.ts';
import type { SiteConfig } from './site-config.ts';

/** What is known of a site before it is known which generator's it is. */
export interface SiteSigns {
  readonly config: SiteConfig | null;
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
  /** Folders pages are taken from, from the opened folder. */
  readonly contentFolders?: readonly string[];
  /** Language of pages that state none. */
  readonly defaultLanguage?: string;
  /** A key that hides a page when it is true, besides the generator's own. */
  readonly draftKey?: string;
  readonly titleKey?: string;
  readonly descriptionKey?: string;
  /** The folder whose files are served from the site's own root. */
  readonly staticFolder?: string;
}

export interface Profile {
  readonly name: ProfileName;
  readonly generator: Generator;
  /** How the profile was recognised. */
  readonly recognisedBy: 'settings' | 'config' | 'folders' | 'pages' | 'nothing';
  /** The key a page without `title` keeps its title under. */
  readonly titleKey: string;
  /** The key a page without `description` keeps its description under. */
  readonly descriptionKey: string;
  readonly draft: { readonly key: string; readonly value: boolean };
  readonly staticFolders: readonly string[];
  /** Whether a page without front matter may get a YAML block. */
  readonly mayCreateFrontMatter: boolean;
  readonly directives: boolean;
  /** Whether `.md` files may hold MDX. */
  readonly mdxInMarkdown: boolean;
}

const DESCRIPTION_KEYS = ['description', 'summary', 'excerpt', 'abstract', 'teaser', 'lead'];

export function profileOf(signs: SiteSigns, settings: SiteSettings = {}): Profile {
  const [name, recognisedBy] =
    settings.profile === undefined ? recognised(signs) : ([settings.profile, 'settings'] as const);
  const generator = GENERATORS[name];
  return {
    name,
    generator,
    recognisedBy,
    titleKey: settings.titleKey ?? 'title',
    descriptionKey: settings.descriptionKey ?? descriptionKeyOf(signs.pages),
    draft:
      settings.draftKey === undefined ? generator.draft : { key: settings.draftKey, value: true },
    staticFolders:
      settings.staticFolder === undefined ? generator.staticFolders : [settings.staticFolder],
    mayCreateFrontMatter: usesYaml(signs.pages),
    directives: generator.markdown.directives,
    mdxInMarkdown: generator.markdown.mdx,
  };
}

type Recognised = readonly [ProfileName, Exclude<Profile['recognisedBy'], 'settings'>];

/** By the settings file of a generator; without one by folders that only one generator has; at last by its pages. */
function recognised(signs: SiteSigns): Recognised {
  if (signs.config !== null) return [signs.config.generator, 'config'];
  const byFolder = profileByFolder(signs);
  if (byFolder !== null) return [byFolder, 'folders'];
  const byPages = profileByPages(signs.pages);
  return byPages === null ? ['plain', 'nothing'] : [byPages, 'pages'];
}

function profileByFolder({ root, topFolders }: SiteSigns): ProfileName | null {
  const isCollection = (folder: string): boolean =>
    /^_(?:posts|articles|pages|docs|drafts)$/.test(folder);
  if (isCollection(root.split('/').at(-1) ?? '') || topFolders.some(isCollection)) return 'jekyll';
  const isAstro = /\/src\/content(?:\/|$)/.test(root) || topFolders.includes('src/content');
  return isAstro ? 'astro' : null;
}

function profileByPages(pages: readonly PageSigns[]): ProfileName | null {
  const uses = (...keys: readonly string[]): boolean =>
    pages.some((page) => keys.some((key) => page.keys.includes(key)));
  const shows = (mark: Mark): boolean => pages.some((page) => page.marks.includes(mark));
  if (uses('sidebar_label', 'hide_title', 'pagination_label') || shows('theme_import')) {
    return 'docusaurus';
  }
  if (uses('eleventyNavigation', 'eleventyExcludeFromCollections')) return 'eleventy';
  if (mainKind(pages) === 'toml') {
    return uses('extra', 'taxonomies', 'in_search_index', 'sort_by') ? 'zola' : 'hugo';
  }
  if (shows('shortcode')) return 'hugo';
  if (shows('liquid')) return 'jekyll';
  return shows('container') && !shows('mdx_import') ? 'vitepress' : null;
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
