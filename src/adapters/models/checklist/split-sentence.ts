import type { PageContent } from '../../../content/index.ts';
import { excerpt } from '../../../base/index.ts';
import { finding, languageOf, type Finding } from './finding.ts';
import { isInsideQuotation, isPlain, wordsOf, type InlineText } from './inline-text.ts';
import { sentencesOf, type Sentence } from './sentences.ts';
import { cutsEn } from './split-english.ts';
import { cutsDe } from './split-german.ts';
import { editableTexts } from './wording.ts';

/** More words than this make a sentence a finding. */
export const SENTENCE_WORD_LIMIT = 25;
/** More words than this make a paragraph one. */
export const PARAGRAPH_WORD_LIMIT = 120;
/** Neither part of a divided sentence has fewer words. */
const PART_MINIMUM = 4;

export function sentencesTooLong(page: PageContent): readonly Finding[] {
  const language = languageOf(page.page.language);
  if (language !== 'en' && language !== 'de') return [];
  return editableTexts(page)
    .filter(({ element }) => element.kind === 'paragraph')
    .flatMap(({ element, inline, text }) =>
      sentencesOf(inline)
        .filter((sentence) => sentence.wordCount > SENTENCE_WORD_LIMIT)
        .map((sentence) => {
          const variants = divisions(inline, sentence, language);
          return finding({
            check: 'sentence-too-long',
            record: { table: 'content', uid: element.uid },
            field: variants.length === 0 ? null : 'text',
            place: sentence.text,
            element: element.uid,
            present: text,
            variants,
            count: sentence.wordCount,
            quote: excerpt(sentence.text, 60),
          });
        }),
    );
}

export function paragraphsTooLong(page: PageContent): readonly Finding[] {
  return page.elements
    .filter((element) => element.kind === 'paragraph')
    .map((element) => ({ element, count: wordsOf(element.text).length }))
    .filter(({ count }) => count > PARAGRAPH_WORD_LIMIT)
    .map(({ element, count }) =>
      // One paragraph cannot become two by setting a field.
      finding({
        check: 'paragraph-too-long',
        record: { table: 'content', uid: element.uid },
        field: null,
        element: element.uid,
        present: null,
        variants: [],
        count,
        quote: excerpt(element.text.replace(/\s+/gu, ' '), 60),
      }),
    );
}

/** Every good way to divide a sentence, the most even one first, as whole new texts of the paragraph. */
export function divisions(
  inline: InlineText,
  sentence: Sentence,
  language: 'en' | 'de',
): readonly string[] {
  const text = inline.source.slice(sentence.start, sentence.end);
  if (isInsideQuotation(inline.source, sentence.start) || /[:?]\s*$/u.test(text)) return [];
  const cuts = language === 'en' ? cutsEn(text) : cutsDe(text);
  return cuts
    .flatMap((cut) => {
      if (isInsideQuotation(text, cut.start)) return [];
      const from = sentence.start + cut.start;
      // Where words move, all that follows must be plain text; else links and emphasis could tear.
      const to = sentence.start + (cut.rest === undefined ? cut.end : text.length);
      if (!isPlain(inline, from, to)) return [];
      const head = text.slice(0, cut.start);
      const tail = cut.instead + (cut.rest ?? text.slice(cut.end));
      const longest = Math.max(wordsOf(head).length, wordsOf(tail).length);
      if (Math.min(wordsOf(head).length, wordsOf(tail).length) < PART_MINIMUM) return [];
      if (longest > Math.max(SENTENCE_WORD_LIMIT, sentence.wordCount * 0.75)) return [];
      const whole = inline.source.slice(0, sentence.start) + head + '. ' + tail;
      return [{ longest, value: whole + inline.source.slice(sentence.end) }];
    })
    .sort((a, b) => a.longest - b.longest)
    .map(({ value }) => value);
}
