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
  const match = /^([a-z]{2})(?:[-_]([a-z]{2}|[a-z]{4}))?$/i.exec(name);
  const base = match?.[1]?.toLowerCase();
  if (base === undefined || !CODES.has(base)) return null;
  const region = match?.[2]?.toLowerCase();
  return region === undefined ? base : `${base}-${region}`;
}

/** The language a page's front matter, file name or folder states, in this order; `null` when none does. */
export function statedLanguage(
  path: string,
  data: Readonly<Record<string, unknown>>,
): string | null {
  for (const key of ['lang', 'language', 'locale']) {
    const value = data[key];
    const code = typeof value === 'string' ? languageCode(value) : null;
    if (code !== null) return code;
  }
  const suffix = /\.([a-z]{2}(?:[-_][a-z]{2,4})?)\.[^./]+$/i.exec(path)?.[1];
  const bySuffix = suffix === undefined ? null : languageCode(suffix);
  if (bySuffix !== null) return bySuffix;
  const folders = path.split('/').slice(0, -1);
  const [first, second] = folders;
  if (first === undefined) return null;
  return (
    languageCode(first) ??
    (second !== undefined && COLLECTIONS.has(first) ? languageCode(second) : null)
  );
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
