import { open, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { parse as parseYaml } from 'yaml';
import { GENERATORS, PROFILE_NAMES, type ProfileName } from './generators.ts';
import { languageCode } from './languages.ts';

/** What a site's own settings file says, as far as it is plain to see. Settings that are programs are read, never run. */
export interface SiteConfig {
  /** The file, from the folder that was looked at: `hugo.toml`, `../astro.config.mjs`. */
  readonly file: string;
  readonly generator: ProfileName;
  /** Folders from the settings file's own to the folder that was looked at; '' when they are the same. */
  readonly below: string;
  readonly defaultLanguage: string | null;
  /** Languages the site names, the default one among them; empty when it names none. */
  readonly languages: readonly string[];
  /** Content folders it names instead of its generator's usual ones; from the settings file's folder. */
  readonly contentFolders: readonly string[];
  readonly isClean: boolean;
}

/** How far above the content a generator's settings are looked for. */
const LEVELS = 3;
const MAX_CONFIG_BYTES = 200_000;

/** The nearest settings file of a generator, in the folder or up to three above; none beyond a repository's own folder. */
export async function findSiteConfig(root: string): Promise<SiteConfig | null> {
  let folder = root;
  for (let level = 0; level <= LEVELS; level += 1) {
    const names = new Set(await readdir(folder).catch(() => []));
    const found = await configIn(folder, names);
    if (found !== null) {
      const file = relative(root, join(folder, found.file)).split(sep).join('/');
      return { ...found, file, below: relative(folder, root).split(sep).join('/') };
    }
    if (names.has('.git') || (level > 0 && names.has('package.json'))) return null;
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
  return null;
}

type FoundConfig = Omit<SiteConfig, 'below'>;

async function configIn(folder: string, names: ReadonlySet<string>): Promise<FoundConfig | null> {
  for (const generator of PROFILE_NAMES) {
    for (const file of GENERATORS[generator].configFiles) {
      if (!names.has(file.split('/')[0] ?? '')) continue;
      const text = await readSmall(join(folder, file));
      const said = text === null ? null : saidBy(generator, file, text);
      if (said !== null) return { file, generator, ...said };
    }
  }
  if (!names.has('package.json')) return null;
  const parts = (await readSmall(join(folder, 'package.json'))) ?? '';
  const generator = PROFILE_NAMES.find((name) => {
    const { packageName } = GENERATORS[name];
    return packageName !== null && parts.includes(`"${packageName}":`);
  });
  return generator === undefined ? null : { file: 'package.json', generator, ...NOTHING_SAID };
}

async function readSmall(file: string): Promise<string | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const found = await handle.stat();
      return found.isFile() && found.size <= MAX_CONFIG_BYTES
        ? await handle.readFile('utf8')
        : null;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

type Said = Pick<SiteConfig, 'defaultLanguage' | 'languages' | 'contentFolders' | 'isClean'>;

const NOTHING_SAID: Said = {
  defaultLanguage: null,
  languages: [],
  contentFolders: [],
  isClean: false,
};

/** What a settings file says; `null` when it is another generator's file of the same name. */
function saidBy(generator: ProfileName, file: string, text: string): Said | null {
  if (/\.(?:toml|ya?ml|json)$/.test(file)) {
    const data = dataOf(file, text);
    // `config.toml` may be Hugo's or Zola's; the address of the site is spelled differently.
    if (/(?:^|\/)config\./.test(file)) {
      const isZola = Object.hasOwn(data, 'base_url');
      if (isZola !== (generator === 'zola')) return null;
    }
    return saidInData(data);
  }
  return saidInProgram(text);
}

function dataOf(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = file.endsWith('.toml')
      ? getStaticTOMLValue(parseTOML(text))
      : file.endsWith('.json')
        ? parseJson(text)
        : parseYaml(text, { logLevel: 'silent' });
    return recordOf(data);
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function saidInData(data: Readonly<Record<string, unknown>>): Said {
  const first = (...keys: readonly string[]): string | null => {
    for (const key of keys) {
      const value = data[key];
      const code = typeof value === 'string' ? languageCode(value) : null;
      if (code !== null) return code;
    }
    return null;
  };
  const defaultLanguage = first(
    'defaultContentLanguage',
    'default_language',
    'default_lang',
    'lang',
    'locale',
    'languageCode',
  );
  const listed = data['languages'];
  const names = Array.isArray(listed) ? listed.map(String) : Object.keys(recordOf(listed));
  const folders = [
    data['contentDir'],
    ...Object.values(recordOf(listed)).map((each) => recordOf(each)['contentDir']),
  ].flatMap((folder) => (typeof folder === 'string' ? [plainFolder(folder)] : []));
  return {
    defaultLanguage,
    languages: withDefault(codesOf(names), defaultLanguage),
    contentFolders: [...new Set(folders)],
    isClean: false,
  };
}

/** `defaultLocale`, `locales`, the input folder and clean addresses, where they are written as plain values. */
function saidInProgram(text: string): Said {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/[^\n]*/g, '');
  const listed = /\blocales\s*:\s*\[([^\]]*)\]/.exec(code)?.[1];
  const names = listed === undefined ? keysOf(code, 'locales') : wordsIn(listed);
  const given =
    /\bdefaultLocale\s*:\s*['"]([^'"]+)['"]/.exec(code)?.[1] ??
    /\broot\s*:\s*\{[^}]*?\blang\s*:\s*['"]([^'"]+)['"]/.exec(code)?.[1] ??
    /\blang\s*:\s*['"]([^'"]+)['"]/.exec(code)?.[1];
  const defaultLanguage = given === undefined ? null : languageCode(given);
  const folder = /\b(?:srcDir|input)\s*:\s*['"]([^'"]+)['"]/.exec(code)?.[1];
  return {
    defaultLanguage,
    languages: withDefault(codesOf(names), defaultLanguage),
    contentFolders: folder === undefined ? [] : [plainFolder(folder)],
    isClean: /\bcleanUrls\s*:\s*true\b/.test(code),
  };
}

function wordsIn(list: string): readonly string[] {
  return [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, word = '']) => word);
}

/** The keys of an object written out behind a name: `locales: { de: {…}, 'pt-br': {…} }`. */
function keysOf(code: string, name: string): readonly string[] {
  const start = new RegExp(`\\b${name}\\s*:\\s*\\{`).exec(code);
  if (start === null) return [];
  const keys: string[] = [];
  let depth = 1;
  const tokens = /\{|\}|(?:['"]([\w-]+)['"]|\b([A-Za-z][\w-]*))\s*:/g;
  tokens.lastIndex = start.index + start[0].length;
  for (let token = tokens.exec(code); token !== null && depth > 0; token = tokens.exec(code)) {
    if (token[0] === '{') depth += 1;
    else if (token[0] === '}') depth -= 1;
    else if (depth === 1) keys.push(token[1] ?? token[2] ?? '');
  }
  return keys;
}

function codesOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => languageCode(name) ?? []);
}

function withDefault(codes: readonly string[], first: string | null): readonly string[] {
  return codes.length === 0 || first === null ? codes : [...new Set([first, ...codes])];
}

function plainFolder(folder: string): string {
  return folder.replace(/^\.?\/+|\/+$/g, '').replace(/^\.$/, '');
}
