import { belowFolder, rootOfPath } from './folders.ts';
import type { LanguageSign } from './generators.ts';

/** Languages a folder, suffix or key may name: two letters, and a region behind some of them. */
const CODES = new Set(
  (
    'ar be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk ko ' +
    'lt lv mk mn ms nb nl nn no pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh'
  ).split(' '),
);

/** Folders that a language folder may lie in: the collections of a generator. */
const COLLECTIONS = new Set([
  'content',
  'docs',
  'src',
  'pages',
  'posts',
  'blog',
  'articles',
  '_articles',
  '_posts',
  '_pages',
  '_docs',
]);

/** The language code a name stands for, in lower case (`pt-br`), or `null`. */
export function languageCode(name: string): string | null {
  const match = /^([a-z]{2})(?:[-_]([a-z]{2}|[a-z]{4}|\d{3}))?$/i.exec(name);
  const base = match?.[1]?.toLowerCase();
  if (base === undefined || !CODES.has(base)) return null;
  const region = match?.[2]?.toLowerCase();
  return region === undefined ? base : `${base}-${region}`;
}

/** What a site's languages are read by. */
export interface LanguageRules {
  readonly languagesBy: readonly LanguageSign[];
  /** Content folders; languages lie below them. */
  readonly roots: readonly string[];
  /** Languages the site names itself; when it names any, no other folder or suffix is one. */
  readonly declared: readonly string[];
}

/** The language a page states, by the signs its generator uses, in their order; `null` when none does. */
export function statedLanguage(
  path: string,
  data: Readonly<Record<string, unknown>>,
  rules: LanguageRules,
): string | null {
  for (const sign of rules.languagesBy) {
    const code = languageBy(sign, { path, data, rules });
    if (code !== null) return code;
  }
  return null;
}

function languageBy(
  sign: LanguageSign,
  page: {
    readonly path: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly rules: LanguageRules;
  },
): string | null {
  const { path, data, rules } = page;
  switch (sign) {
    case 'key':
      return languageByKey(data);
    case 'suffix':
      return declaredOnly(languageSuffix(path), rules);
    case 'folder':
      return declaredOnly(languageFolder(path, rules.roots), rules);
  }
}

/** Keys that name a page's language. */
export const LANGUAGE_KEYS = ['lang', 'language', 'locale'];

function languageByKey(data: Readonly<Record<string, unknown>>): string | null {
  for (const key of LANGUAGE_KEYS) {
    const value = data[key];
    const code = typeof value === 'string' ? languageCode(value) : null;
    if (code !== null) return code;
  }
  return null;
}

/** The language behind a file's name: `a.de.md`. */
export function languageSuffix(path: string): string | null {
  const suffix = /\.([a-z]{2}(?:[-_][a-z]{2,4})?)\.[^./]+$/i.exec(path)?.[1];
  return suffix === undefined ? null : languageCode(suffix);
}

/** The language folder a path lies in: the first below its content folder, or the second below a collection. */
function languageFolder(path: string, roots: readonly string[]): string | null {
  const below = belowFolder(rootOfPath(path, roots) ?? '', path);
  const [first, second] = below.split('/').slice(0, -1);
  if (first === undefined) return null;
  return (
    languageCode(first) ??
    (second !== undefined && COLLECTIONS.has(first) ? languageCode(second) : null)
  );
}

function declaredOnly(code: string | null, { declared }: LanguageRules): string | null {
  return code === null || declared.length === 0 || declared.includes(code) ? code : null;
}

const COMMON_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: ['der', 'die', 'und', 'nicht', 'ist', 'mit', 'für', 'auf', 'ein', 'wir', 'sie', 'zu'],
  en: ['the', 'and', 'of', 'is', 'with', 'for', 'you', 'that', 'this', 'are', 'to', 'in'],
  fr: ['le', 'les', 'et', 'des', 'est', 'pour', 'dans', 'une', 'vous', 'que', 'du', 'la'],
  es: ['el', 'los', 'y', 'es', 'para', 'una', 'que', 'con', 'por', 'las', 'del', 'la'],
  it: ['il', 'gli', 'e', 'è', 'per', 'una', 'che', 'con', 'di', 'della', 'sono', 'la'],
  nl: ['het', 'een', 'en', 'niet', 'is', 'voor', 'met', 'van', 'de', 'dat', 'zijn', 'wij'],
};

/** The language a text is most likely written in, by its commonest words; `en` when nothing speaks for another. */
export function guessLanguage(text: string): string {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const scored = Object.entries(COMMON_WORDS).map(
    ([code, words]) =>
      [code, words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)] as const,
  );
  const english = scored.find(([code]) => code === 'en')?.[1] ?? 0;
  const best = scored.toSorted((a, b) => b[1] - a[1])[0];
  return best !== undefined && best[1] > english ? best[0] : 'en';
}
