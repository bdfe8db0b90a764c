import { capitalised, languageOf } from './finding.ts';

/** Words a camera, a browser or a template puts into file names; they say nothing about the picture or the page. */
const EMPTY_WORDS = new Set(
  (
    'img image images pic picture photo foto bild bilder dsc dscn pxl mvimg screenshot screen shot capture bildschirmfoto untitled ' +
    'unbenannt default placeholder platzhalter final copy kopie new neu old alt thumb thumbnail small large medium big klein gross ' +
    'hero header banner cover bg background icon avatar logo social card og index readme page seite post file datei download ' +
    'min max web print scan whatsapp signal edited bearbeitet scaled resized'
  ).split(' '),
);
const SMALL_WORDS_DE = new Set(
  'am an auf aus bei beim das dem den der des die ein eine einer für im in mit nach oder um und vom von vor zu zum zur über'.split(
    ' ',
  ),
);

/** Last segment of a path or address, without query and extension. */
export function fileName(path: string): string {
  const bare = path.replace(/[?#].*$/su, '').replace(/\/+$/u, '');
  const last = bare.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/**
 * A file's name as words, or `null` when it says nothing: `team-photo-2019-1024x768.jpg` is `Team photo 2019`,
 * `IMG_1234.jpg` and hashes are nothing. A page named `index` takes its folder's name.
 */
export function readableName(path: string, language: string): string | null {
  const words = wordsIn(path, language);
  return words === null ? null : phraseOf(words, language);
}

/** A picture's file name as words, without the ones cameras and templates put at its ends; or `null`. */
export function pictureName(path: string, language: string): string | null {
  const words = [...(wordsIn(path, language) ?? [])];
  while (words.length > 1 && isEdge(words[0])) words.shift();
  while (words.length > 1 && isEdge(words.at(-1))) words.pop();
  return words.length === 0 ? null : phraseOf(words, language);
}

function wordsIn(path: string, language: string): readonly string[] | null {
  let name = fileName(path).replace(/\.(?:[a-z]{2,5}|mp\d|[a-z]\d)$/iu, '');
  name = name.replace(/\.(?:[a-z]{2})$/u, '');
  if (/^_?(?:index|readme)$/iu.test(name)) {
    const folder = path.split('/').at(-2);
    return folder === undefined ? null : wordsIn(folder, language);
  }
  const words = name
    .normalize('NFC')
    .replace(/[-_]?\d{2,4}x\d{2,4}$/u, '')
    .replace(/@\dx$/u, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/^\d{4}[-_]\d{2}[-_]\d{2}[-_]?/u, '')
    .split(/[-_\s+,]+|(?<=\p{L})\.(?=\p{L})/u)
    .filter((word) => word !== '' && !isHash(word));
  const telling = words.filter(
    (word) => /^\p{L}{3,}$/u.test(word) && !EMPTY_WORDS.has(word.toLowerCase()),
  );
  if (telling.length === 0 || (telling.length === 1 && (telling[0] ?? '').length < 4)) return null;
  return words;
}

function phraseOf(words: readonly string[], language: string): string {
  return capitalised(
    words.map((word) => (languageOf(language) === 'de' ? germanWord(word) : word)).join(' '),
  );
}

function isEdge(word: string | undefined): boolean {
  return word !== undefined && (EMPTY_WORDS.has(word.toLowerCase()) || /^\d{1,2}$/u.test(word));
}

function isHash(word: string): boolean {
  return (
    (/^[0-9a-f]{7,}$/iu.test(word) && /\d/u.test(word)) ||
    /^\d{5,}$/u.test(word) ||
    (/\d/u.test(word) && /[a-z]/iu.test(word) && word.length > 12)
  );
}

/** File names have no umlauts and no capitals; German nouns have both. */
function germanWord(word: string): string {
  if (SMALL_WORDS_DE.has(word.toLowerCase())) return word.toLowerCase();
  const umlauts = word
    .replace(/(?<![aeoqAEOQ])ue(?!ll|nz|rst)/gu, 'ü')
    .replace(/(?<![aeiAEI])oe(?!s|ff)/gu, 'ö')
    .replace(/(?<![aeorAEOR])ae(?!l\b)/gu, 'ä')
    .replace(/^Ue/u, 'Ü')
    .replace(/^Oe/u, 'Ö')
    .replace(/^Ae/u, 'Ä');
  return capitalised(umlauts);
}
