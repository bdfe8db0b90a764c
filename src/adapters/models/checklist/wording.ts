import type { ContentElement, PageContent } from '../../../content/index.ts';
import { excerpt } from '../../../base/index.ts';
import { capitalised, finding, languageOf, type Finding } from './finding.ts';
import { isInsideQuotation, isPlain, readInline, type InlineText } from './inline-text.ts';
import { DOUBLED_RIGHTLY, FILLERS, type Filler } from './word-lists.ts';

/** The same word twice in a row; the second one goes. Names (`Baden Baden`) and words that may double are left alone. */
export function wordsDoubled(page: PageContent): readonly Finding[] {
  return editableTexts(page).flatMap(({ element, inline, text }) =>
    [...text.matchAll(/(?<![\p{L}\p{N}'’-])(\p{L}{2,})(?:\s+\1)+(?![\p{L}\p{N}'’-])/giu)].flatMap(
      (match) => {
        const [whole, word = ''] = match;
        const end = match.index + whole.length;
        if (
          DOUBLED_RIGHTLY.has(word.toLowerCase()) ||
          !isPlain(inline, match.index, end) ||
          isInsideQuotation(text, match.index)
        )
          return [];
        const second = whole.slice(-word.length);
        const alone =
          /(?:^|[.!?]\s+)$/u.test(text.slice(0, match.index)) && /^[.!?,]/u.test(text.slice(end));
        // A name, or a sound: “Choo choo!”
        if (/^\p{Lu}/u.test(second) || alone) return [];
        return [
          finding({
            check: 'word-doubled',
            record: { table: 'content', uid: element.uid },
            field: 'text',
            place: `${word.toLowerCase()}@${context(text, match.index)}`,
            element: element.uid,
            present: text,
            variants: [text.slice(0, match.index + word.length) + text.slice(end)],
            quote: `${word} ${second}`,
          }),
        ];
      },
    ),
  );
}

/** Words that add nothing, with what may stand instead. */
export function fillerWords(page: PageContent): readonly Finding[] {
  const language = languageOf(page.page.language);
  if (language !== 'en' && language !== 'de') return [];
  return editableTexts(page)
    .filter(({ element }) => element.kind === 'paragraph')
    .flatMap(({ element, inline, text }) =>
      FILLERS[language].flatMap((filler) =>
        occurrences(text, filler.words).flatMap((at) => {
          const variants = filler.instead.flatMap(
            (instead) => replaced({ inline, language, filler }, at, instead) ?? [],
          );
          if (variants.length === 0) return [];
          return [
            finding({
              check: 'filler-words',
              record: { table: 'content', uid: element.uid },
              field: 'text',
              place: `${filler.words}@${context(text, at.start)}`,
              element: element.uid,
              present: text,
              variants,
              quote: text.slice(at.start, at.end).replace(/\s+/gu, ' '),
            }),
          ];
        }),
      ),
    );
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function replaced(
  where: { inline: InlineText; language: 'en' | 'de'; filler: Filler },
  { start, end }: Range,
  instead: string,
): string | null {
  const { inline, language, filler } = where;
  const text = inline.source;
  if (!isPlain(inline, start, end) || isInsideQuotation(text, start)) return null;
  const before = text.slice(0, start);
  const after = text.slice(end);
  const previous = /([\p{L}'’]+)\s*$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  const next = /^\s*([\p{L}'’]+)/u.exec(after)?.[1]?.toLowerCase() ?? '';
  // Twice in a row it is another check's.
  if ([previous, next].includes(filler.words.toLowerCase())) return null;
  if (filler.notAfter?.includes(previous) === true) return null;
  if (filler.notBefore?.includes(next) === true) return null;
  const opens = before.trim() === '' || /[.!?:]["”“)]*\s+$/u.test(before);
  if (instead !== '') {
    const capital = /^\p{Lu}/u.test(text.slice(start, end)) && opens;
    return before + (capital ? capitalised(instead) : instead) + after;
  }
  const gap = /^\s*/u.exec(after)?.[0].length ?? 0;
  // A link or an address that would come first cannot take the capital.
  if (!isPlain(inline, end + gap, end + gap + 1)) return null;
  return removed({ before, after, opens, previous, next }, language, filler);
}

const JOINING_DE = new Set(
  'und oder aber denn doch sondern dass weil wenn ob als wie sowie nur nicht so sehr ganz auch'.split(
    ' ',
  ),
);

/** The text without a filler, or `null` where its sentence leans on it: beside punctuation, or in German in first place. */
function removed(
  at: { before: string; after: string; opens: boolean; previous: string; next: string },
  language: 'en' | 'de',
  filler: Filler,
): string | null {
  const endsWithComma = filler.words.endsWith(',');
  if (!/^\s+\p{L}/u.test(at.after)) return null;
  if (language === 'de') {
    const leaning = at.opens || JOINING_DE.has(at.previous) || !/[\p{L}]\s+$/u.test(at.before);
    // Before an adjective the word may belong to it: "der eigentlich gute Plan".
    const inside = /^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines)$/u.test(
      at.previous,
    );
    return leaning || inside ? null : at.before + at.after.trimStart();
  }
  const rest = at.after.trimStart();
  if (at.opens) return at.before + capitalised(rest);
  if (!endsWithComma && !/[\p{L}]\s+$/u.test(at.before)) return null;
  return at.before + rest;
}

function occurrences(text: string, words: string): readonly Range[] {
  const pattern = words
    .split(' ')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
    .join('\\s+');
  const bounded = new RegExp(`(?<![\\p{L}\\p{N}'’-])${pattern}(?![\\p{L}\\p{N}'’-])`, 'giu');
  return [...text.matchAll(bounded)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Headings and paragraphs whose text can be set and reads as one run of inline Markdown. */
export function editableTexts(
  page: PageContent,
): readonly { element: ContentElement; inline: InlineText; text: string }[] {
  if (page.page.readOnly !== null) return [];
  return page.elements.flatMap((element) => {
    const text = element.fields['text'];
    const usable = element.kind === 'paragraph' || element.kind === 'heading';
    const inline =
      text === undefined || element.readOnly !== null || !usable ? null : readInline(text);
    return inline === null || text === undefined ? [] : [{ element, inline, text }];
  });
}

/** A few words around, so that two places of the same word differ and keep differing when other sentences change. */
function context(text: string, at: number): string {
  return excerpt(text.slice(Math.max(0, at - 20), at + 30).replace(/\s+/gu, ' '), 60);
}
