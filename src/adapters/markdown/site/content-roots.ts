import { isBelow, rootOfPath } from './folders.ts';
import { GENERATORS, type ProfileName } from './generators.ts';
import type { SiteConfig } from './site-config.ts';

/** Which folders of a site its pages lie in, and what of its Markdown is no page. */
export interface ContentRoots {
  /** `/`-separated, from the opened folder; '' = that folder itself. */
  readonly roots: readonly string[];
  /** The way from the site's own folder to the opened one, where that is a content folder itself: `src/content`; else ''. */
  readonly opened: string;
}

/** Papers of a repository, which no generator publishes: README, LICENSE, CONTRIBUTING … */
const PAPERS =
  /^(?:readme|licen[cs]e|copying|notice|change(?:log|s)|history|contributing|contributors|authors|maintainers|code[-_]of[-_]conduct|security|support|governance|pull_request_template|issue_template|agents|claude)(?:[-_.][^/]*)?$/i;

/** Whether a path is one of a repository's own papers: at the top, with a name everybody knows. */
export function isPaper(path: string): boolean {
  return !path.includes('/') && PAPERS.test(path);
}

/**
 * The content folders of a site. With the generator's settings file in the opened folder, its folders are taken at their
 * word; without one, only when no page lies outside them. Otherwise the opened folder is the content.
 */
export function contentRootsOf(
  paths: readonly string[],
  site: {
    readonly root: string;
    readonly generator: ProfileName;
    readonly config: SiteConfig | null;
    readonly given: readonly string[] | undefined;
  },
): ContentRoots {
  const { generator, config, given } = site;
  const folders =
    config !== null && config.contentFolders.length > 0
      ? config.contentFolders
      : GENERATORS[generator].contentFolders;
  if (given !== undefined) return { roots: given, opened: '' };
  const below = config?.below ?? '';
  if (below !== '') return { roots: [''], opened: below };
  const found = outermost(present(folders, paths));
  const pages = paths.filter(
    (path) => !isPaper(path) && otherFolderOf(path, generator, '') === null,
  );
  const outside = pages.filter((path) => !found.some((folder) => isBelow(folder, path)));
  // Jekyll and Eleventy make pages of whatever lies anywhere.
  const isAnywhere = generator === 'jekyll' || generator === 'eleventy' || generator === 'plain';
  const isNamed = config !== null && !(isAnywhere && config.contentFolders.length === 0);
  const isTaken = found.length > 0 && (isNamed || outside.length === 0);
  return isTaken
    ? { roots: found, opened: '' }
    : { roots: [''], opened: openedAs(site.root, folders) };
}

function present(folders: readonly string[], paths: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => {
    if (folder === '_*') {
      const tops = new Set(paths.flatMap((path) => /^(_[^/]+)\//.exec(path)?.[1] ?? []));
      return [...tops].filter((top) => !GENERATORS.jekyll.otherFolders.includes(top)).sort();
    }
    if (folder === '') return [''];
    return paths.some((path) => isBelow(folder, path)) ? [folder] : [];
  });
}

/** Without folders that lie in another one of them. */
function outermost(folders: readonly string[]): readonly string[] {
  return folders.filter(
    (folder) => !folders.some((other) => other !== folder && isBelow(other, folder)),
  );
}

/** Which content folder the opened folder is, by its own name; '' when none. */
function openedAs(root: string, folders: readonly string[]): string {
  const parts = root.split('/');
  for (const folder of folders) {
    const wanted = folder.split('/');
    const end = parts.slice(-wanted.length);
    if (folder === '_*' ? end[0]?.startsWith('_') === true : end.join('/') === folder) {
      return end.join('/');
    }
  }
  return '';
}

/**
 * The folder of layouts, parts or copies a path lies in; `null` when in none. `before` is the way from the site's own folder
 * to the opened one.
 */
function otherFolderOf(path: string, generator: ProfileName, before: string): string | null {
  const full = before === '' ? path : `${before}/${path}`;
  return GENERATORS[generator].otherFolders.find((folder) => isBelow(folder, full)) ?? null;
}

/** Why a Markdown file is none of the site's pages, or `null`. */
export function outsideReason(
  path: string,
  site: { readonly generator: ProfileName; readonly content: ContentRoots },
): string | null {
  const { roots, opened } = site.content;
  if (rootOfPath(path, roots) === null) {
    return isPaper(path)
      ? 'A paper of the repository, no page of the site.'
      : `It lies outside the content folders (${roots.join(', ')}).`;
  }
  const other = otherFolderOf(path, site.generator, opened);
  return other === null || roots.includes(other)
    ? null
    : `${GENERATORS[site.generator].label} makes no pages of what lies in ${other}.`;
}
