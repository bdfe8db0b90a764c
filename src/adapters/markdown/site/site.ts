import { basename, sep } from 'node:path';
import type { Clock } from '../../../base/index.ts';
import type { Dialect } from '../body/parse.ts';
import {
  FOLDER_UNREADABLE,
  scanFolder,
  type FoundFile,
  type LeftOut,
  type Scan,
} from '../files/scan.ts';
import { contentRootsOf, outsideReason, type ContentRoots } from './content-roots.ts';
import type { FactsReader, FileFacts } from './file-facts.ts';
import { hiddenBecause } from './hidden.ts';
import { statedLanguage, type LanguageRules } from './languages.ts';
import { profileOf, type Profile, type SiteSettings } from './profile.ts';
import { readFresh } from './read-facts.ts';
import { findSiteConfig, type SiteConfig } from './site-config.ts';
import { stemOf } from './tree.ts';

export interface SiteFile extends FoundFile {
  readonly facts: FileFacts;
}

/** A site as one scan saw it. */
export interface SiteState {
  readonly name: string;
  readonly profile: Profile;
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  /** The generator's own settings, where there are any. */
  readonly config: SiteConfig | null;
  readonly content: ContentRoots;
  readonly languageRules: LanguageRules;
  readonly files: ReadonlyMap<string, SiteFile>;
  readonly leftOut: readonly LeftOut[];
  /** Of what is left out: files and folders of the site whose text nobody knows. */
  readonly unread: readonly string[];
}

export interface Site {
  /** Looks at every file again; those whose stamp is unchanged are not read. */
  scan(): Promise<SiteState>;
  /** The last scan, or a first one. */
  state(): Promise<SiteState>;
}

export interface SiteOptions {
  /** The real path of the content folder. */
  readonly root: string;
  readonly clock: Clock;
  /** What is said of the site instead of found out. Default: nothing. */
  readonly settings?: SiteSettings;
  /** Default: the name of the folder. */
  readonly name?: string;
  /** How the files are found. Default: by going through all of them. */
  readonly look?: () => Promise<Scan>;
  /** Who reads many files at once, off the main thread. Default: they are read here. */
  readonly readFacts?: FactsReader;
}

/** What one scan has to go on. */
interface Seen {
  readonly found: Scan;
  readonly config: SiteConfig | null;
  readonly facts: ReadonlyMap<string, { readonly facts: FileFacts }>;
}

export function createSite(options: SiteOptions): Site {
  let facts = new Map<string, { readonly stamp: string; readonly facts: FileFacts }>();
  const look = options.look ?? (() => scanFolder(options.root));
  let last: SiteState | null = null;
  let lastFound: Scan | null = null;
  // The generator's settings are read once: another generator is another site.
  let config: SiteConfig | null | undefined;
  const scan = async (): Promise<SiteState> => {
    const found = await look();
    if (last !== null && found === lastFound) return last;
    config = config === undefined ? await findSiteConfig(options.root) : config;
    const fresh = found.files.filter(({ path, stamp }) => facts.get(path)?.stamp !== stamp);
    const read = await readFresh(fresh, options.readFacts ?? null);
    const rewritten =
      last === null ? null : afterRewriting(last, { found, lastFound, fresh, read });
    if (rewritten !== null) {
      for (const { path, stamp } of fresh) {
        const own = read.get(path);
        if (own !== undefined) facts.set(path, { stamp, facts: own });
      }
      last = rewritten;
      lastFound = found;
      return last;
    }
    facts = new Map(
      found.files.flatMap(({ path, stamp }) => {
        const own = read.get(path) ?? facts.get(path)?.facts;
        return own === undefined ? [] : [[path, { stamp, facts: own }] as const];
      }),
    );
    last = stateOf(options, { found, config, facts });
    lastFound = found;
    return last;
  };
  return { scan, state: async () => last ?? (await scan()) };
}

/**
 * The site as it was, with some of its pages written anew; `null` when that may make another site of it: then all of it is
 * looked through. What a site is understood by are its paths, and the signs of its pages.
 */
function afterRewriting(
  last: SiteState,
  seen: {
    readonly found: Scan;
    readonly lastFound: Scan | null;
    readonly fresh: readonly FoundFile[];
    readonly read: ReadonlyMap<string, FileFacts>;
  },
): SiteState | null {
  const { found, lastFound, fresh, read } = seen;
  const isSamePlaces =
    lastFound !== null &&
    found.files.length === lastFound.files.length &&
    found.files.every(({ path }, index) => path === lastFound.files[index]?.path) &&
    JSON.stringify(found.leftOut) === JSON.stringify(lastFound.leftOut);
  if (!isSamePlaces) return null;
  const files = new Map(last.files);
  for (const file of fresh) {
    const before = last.files.get(file.path);
    const facts = read.get(file.path);
    if (before === undefined || facts === undefined) return null;
    if (signsOf(file.path, facts, last) !== signsOf(file.path, before.facts, last)) return null;
    files.set(file.path, { ...file, facts });
  }
  return { ...last, files };
}

/** All by which a page may tell what generator, languages and keys a site has. */
function signsOf(path: string, facts: FileFacts, { languageRules }: SiteState): string {
  const { frontMatter, keys, marks, guessedLanguage, leftOut, data } = facts;
  const language = statedLanguage(path, data, languageRules);
  return JSON.stringify([frontMatter, keys, marks, guessedLanguage, leftOut, language]);
}

function stateOf(options: SiteOptions, seen: Seen): SiteState {
  const { settings } = options;
  const paths = seen.found.files.map(({ path }) => path);
  const root = options.root.split(sep).join('/');
  const isAstro = paths.some((path) => path.startsWith('src/content/'));
  const profile = profileOf(
    {
      config: seen.config,
      root,
      topFolders: [...seen.found.topFolders, ...(isAstro ? ['src/content'] : [])],
      pages: [...seen.facts.values()].flatMap(({ facts }) =>
        facts.leftOut === null ? [facts] : [],
      ),
    },
    settings,
  );
  const content = contentRootsOf(paths, {
    root,
    generator: profile.name,
    config: seen.config,
    given: settings?.contentFolders,
  });
  const { files, leftOut, unread } = sorted(seen, { generator: profile.name, content });
  return {
    name: options.name ?? basename(options.root),
    profile,
    config: seen.config,
    content,
    ...languagesOf(files, {
      given: settings?.defaultLanguage,
      config: seen.config,
      languagesBy: profile.generator.languagesBy,
      roots: content.roots,
    }),
    files: new Map(files.map((file) => [file.path, file])),
    leftOut,
    unread,
  };
}

/** Pages, and what is none of them or cannot be one. */
function sorted(
  { found, facts }: Seen,
  site: Parameters<typeof outsideReason>[1],
): { readonly files: readonly SiteFile[] } & Pick<SiteState, 'leftOut' | 'unread'> {
  const files: SiteFile[] = [];
  const leftOut = [...found.leftOut];
  const unread = leftOut.flatMap(({ path, reason }) =>
    reason === FOLDER_UNREADABLE ? [path] : [],
  );
  for (const file of found.files) {
    const own = facts.get(file.path)?.facts;
    if (own === undefined) continue;
    const outside = outsideReason(file.path, site);
    const unreadable =
      own.leftOut ??
      (outside === null ? null : { reason: outside, code: 'outside_content' as const });
    if (unreadable === null) files.push({ ...file, facts: own });
    else leftOut.push({ path: file.path, ...unreadable });
    if (own.leftOut !== null && outside === null) unread.push(file.path);
  }
  return { files, leftOut, unread };
}

function languagesOf(
  files: readonly SiteFile[],
  site: {
    readonly given: string | undefined;
    readonly config: SiteConfig | null;
    readonly languagesBy: LanguageRules['languagesBy'];
    readonly roots: readonly string[];
  },
): Pick<SiteState, 'languages' | 'defaultLanguage' | 'languageRules'> {
  const languageRules: LanguageRules = {
    languagesBy: site.languagesBy,
    roots: site.roots,
    declared: site.config?.languages ?? [],
  };
  const stated = files.map(({ path, facts }) => statedLanguage(path, facts.data, languageRules));
  const silent = files.filter((_file, index) => stated[index] === null);
  const defaultLanguage =
    site.given ??
    site.config?.defaultLanguage ??
    commonest(silent.map(({ facts }) => facts.guessedLanguage)) ??
    (stated.includes('en') ? 'en' : (commonest(stated.filter((code) => code !== null)) ?? 'en'));
  const languages = new Set([...(silent.length > 0 ? [defaultLanguage] : []), ...stated]);
  const others = [...languages].filter((code) => code !== null && code !== defaultLanguage);
  return {
    languageRules,
    defaultLanguage,
    languages: [defaultLanguage, ...others.toSorted()] as readonly string[],
  };
}

function commonest(codes: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted[0]?.[0] ?? null;
}

/** The language of a page. */
export function languageOf(
  path: string,
  data: Readonly<Record<string, unknown>>,
  state: Pick<SiteState, 'defaultLanguage' | 'languageRules'>,
): string {
  return statedLanguage(path, data, state.languageRules) ?? state.defaultLanguage;
}

/** The title a page is listed under: its own, else its first heading, else its file name. */
export function titleOf(
  path: string,
  {
    data,
    heading,
    profile,
  }: {
    readonly data: Readonly<Record<string, unknown>>;
    readonly heading: string | null;
    readonly profile: Profile;
  },
): string {
  const title = data['title'] ?? data[profile.titleKey];
  if (typeof title === 'string' && title.trim() !== '') return title;
  if (typeof title === 'number') return String(title);
  return heading ?? stemOf(path).replaceAll(/[-_]+/g, ' ');
}

/** Whether a page is hidden from the public now. */
export function hiddenNow(
  path: string,
  data: Readonly<Record<string, unknown>>,
  { profile, nowMs }: { readonly profile: Profile; readonly nowMs: number },
): boolean {
  return hiddenBecause({ path, data }, profile, nowMs) !== null;
}

/** How the files of a site are parsed. */
export function dialectOf(path: string, profile: Profile): Dialect {
  return {
    mdx: /\.mdx$/i.test(path) || (profile.mdxInMarkdown && /\.md$/i.test(path)),
    directives: profile.directives,
  };
}
