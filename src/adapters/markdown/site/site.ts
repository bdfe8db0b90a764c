import { readFile } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import type { Clock } from '../../../base/index.ts';
import { blocksOf } from '../body/blocks.ts';
import { parseBody, type Dialect } from '../body/parse.ts';
import { decode } from '../decode.ts';
import { readFrontMatter } from '../front-matter/front-matter.ts';
import { scanFolder, type FoundFile, type Scan } from '../files/scan.ts';
import { headingTitle } from '../page/page.ts';
import { contentRootsOf, outsideReason, type ContentRoots } from './content-roots.ts';
import { hiddenBecause } from './hidden.ts';
import { guessLanguage, statedLanguage, type LanguageRules } from './languages.ts';
import { marksOf, profileOf, type PageSigns, type Profile, type SiteSettings } from './profile.ts';
import { findSiteConfig, type SiteConfig } from './site-config.ts';
import { stemOf } from './tree.ts';

/** What is known of a file without its body: enough for trees and lists. */
export interface FileFacts extends PageSigns {
  readonly data: Readonly<Record<string, unknown>>;
  readonly frontMatterReadOnly: string | null;
  readonly heading: string | null;
  readonly guessedLanguage: string;
  /** Why the file is listed and never touched, or `null`. */
  readonly leftOut: string | null;
}

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
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
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
    const next: typeof facts = new Map();
    for (const file of found.files) {
      const known = facts.get(file.path);
      const isSame = known?.stamp === file.stamp;
      next.set(file.path, {
        stamp: file.stamp,
        facts: isSame ? known.facts : await factsOf(file),
      });
    }
    facts = next;
    last = stateOf(options, { found, config, facts });
    lastFound = found;
    return last;
  };
  return { scan, state: async () => last ?? (await scan()) };
}

async function factsOf(file: FoundFile): Promise<FileFacts> {
  const nothing = {
    frontMatter: 'none',
    keys: [],
    marks: [],
    data: {},
    frontMatterReadOnly: null,
    heading: null,
    guessedLanguage: 'en',
  } as const;
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file.real);
  } catch {
    return { ...nothing, leftOut: 'The file cannot be read.' };
  }
  const decoded = decode(bytes);
  if (!decoded.ok) return { ...nothing, leftOut: decoded.reason };
  const front = readFrontMatter(decoded.text);
  if (front.fence.executable) {
    return { ...nothing, leftOut: 'The front matter is a program, which is never run or edited.' };
  }
  const title = front.data['title'];
  return {
    frontMatter: front.fence.kind,
    keys: Object.keys(front.data),
    marks: marksOf(decoded.text),
    data: front.data,
    frontMatterReadOnly: front.readOnly,
    heading: typeof title === 'string' ? null : headingOf(decoded.text, front.fence.bodyStart),
    guessedLanguage: guessLanguage(decoded.text.slice(front.fence.bodyStart).slice(0, 4_000)),
    leftOut: null,
  };
}

function headingOf(text: string, bodyStart: number): string | null {
  const plain: Dialect = { mdx: false, directives: false };
  return headingTitle(blocksOf(text, parseBody(text, bodyStart, plain)));
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
  const { files, leftOut } = sorted(seen, { generator: profile.name, content });
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
  };
}

/** Pages, and what is none of them or cannot be one. */
function sorted(
  { found, facts }: Seen,
  site: Parameters<typeof outsideReason>[1],
): { readonly files: readonly SiteFile[]; readonly leftOut: SiteState['leftOut'] } {
  const files: SiteFile[] = [];
  const leftOut = [...found.leftOut];
  for (const file of found.files) {
    const own = facts.get(file.path)?.facts;
    if (own === undefined) continue;
    const reason = own.leftOut ?? outsideReason(file.path, site);
    if (reason === null) files.push({ ...file, facts: own });
    else leftOut.push({ path: file.path, reason });
  }
  return { files, leftOut };
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
