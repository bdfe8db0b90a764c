import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import type { Clock } from '../../../base/index.ts';
import { blocksOf } from '../body/blocks.ts';
import { parseBody, type Dialect } from '../body/parse.ts';
import { decode } from '../decode.ts';
import { readFrontMatter } from '../front-matter/front-matter.ts';
import { scanFolder, type FoundFile } from '../files/scan.ts';
import { headingTitle } from '../page/page.ts';
import { guessLanguage, statedLanguage } from './languages.ts';
import {
  isHidden,
  marksOf,
  profileOf,
  type PageSigns,
  type Profile,
  type SiteSettings,
} from './profile.ts';
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

/** A site as one scan saw it. */
export interface SiteState {
  readonly name: string;
  readonly profile: Profile;
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly files: ReadonlyMap<string, FoundFile & { readonly facts: FileFacts }>;
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
}

export function createSite(options: SiteOptions): Site {
  let facts = new Map<string, { readonly stamp: string; readonly facts: FileFacts }>();
  let last: SiteState | null = null;
  let surroundings: readonly string[] | null = null;
  const scan = async (): Promise<SiteState> => {
    const found = await scanFolder(options.root);
    surroundings ??= await surroundingsOf(options.root);
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
    last = stateOf(options, { found, surroundings, facts });
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

function stateOf(
  options: SiteOptions,
  seen: {
    readonly found: Awaited<ReturnType<typeof scanFolder>>;
    readonly surroundings: readonly string[];
    readonly facts: ReadonlyMap<string, { readonly facts: FileFacts }>;
  },
): SiteState {
  const files: [string, FoundFile & { readonly facts: FileFacts }][] = [];
  const leftOut = [...seen.found.leftOut];
  for (const file of seen.found.files) {
    const facts = seen.facts.get(file.path)?.facts;
    if (facts === undefined) continue;
    if (facts.leftOut !== null) leftOut.push({ path: file.path, reason: facts.leftOut });
    else files.push([file.path, { ...file, facts }]);
  }
  const pages = files.map(([, file]) => file.facts);
  const stated = files.map(([path, { facts }]) => statedLanguage(path, facts.data));
  const silent = files.filter((_file, index) => stated[index] === null);
  const defaultLanguage =
    options.settings?.defaultLanguage ??
    commonest(silent.map(([, { facts }]) => facts.guessedLanguage)) ??
    (stated.includes('en') ? 'en' : (commonest(stated.filter((code) => code !== null)) ?? 'en'));
  const languages = new Set([...(silent.length > 0 ? [defaultLanguage] : []), ...stated]);
  languages.delete(null);
  return {
    name: options.name ?? basename(options.root),
    profile: profileOf(
      {
        surroundings: seen.surroundings,
        root: options.root.split(sep).join('/'),
        topFolders: seen.found.topFolders,
        pages,
      },
      options.settings,
    ),
    defaultLanguage,
    languages: [
      defaultLanguage,
      ...[...languages].filter((code) => code !== null && code !== defaultLanguage).sort(),
    ] as readonly string[],
    files: new Map(files),
    leftOut,
  };
}

function commonest(codes: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted[0]?.[0] ?? null;
}

/** Names beside the content and up to three folders above: where generators keep their settings. Nothing is opened. */
async function surroundingsOf(root: string): Promise<readonly string[]> {
  const names: string[] = [];
  let folder = root;
  for (let level = 0; level <= 3; level += 1) {
    names.push(...(await readdir(folder).catch(() => [])));
    if (names.includes('package.json') || names.includes('.git')) break;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return names;
}

/** The language of a page. */
export function languageOf(
  path: string,
  data: Readonly<Record<string, unknown>>,
  state: Pick<SiteState, 'defaultLanguage'>,
): string {
  return statedLanguage(path, data) ?? state.defaultLanguage;
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
  return isHidden({ path, data }, profile.name, nowMs);
}

/** How the files of a site are parsed. */
export function dialectOf(path: string, profile: Profile): Dialect {
  return {
    mdx: /\.mdx$/i.test(path) || (profile.mdxInMarkdown && /\.md$/i.test(path)),
    directives: profile.directives,
  };
}
