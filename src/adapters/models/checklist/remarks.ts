import { excerpt, singleLine } from '../../../base/index.ts';
import type { Finding } from './finding.ts';

/** What is said of findings that cannot be proposed from here: how many of one check, and the first one's quotation. */
export type Remarks = Readonly<
  Record<Finding['check'], (n: number, quote: string | null) => string>
>;

export const ENGLISH_REMARKS: Remarks = {
  'title-missing': () => 'the page has no title',
  'title-too-long': () => 'the title is longer than 60 characters',
  'title-duplicate': () => 'another page has the same title',
  'description-missing': () => 'the page has no description',
  'description-too-long': () => 'the description is longer than 155 characters',
  'description-duplicate': () => 'another page has the same description',
  'first-heading-duplicate': (n, quote) =>
    n === 1
      ? `${inQuotes(quote, '“', '”')} is a second main heading`
      : `there are ${String(n)} main headings too many`,
  'heading-jump': (n, quote) =>
    n === 1
      ? `the heading ${inQuotes(quote, '“', '”')} skips a level`
      : `${String(n)} headings skip a level`,
  'alternative-missing': (n) =>
    n === 1
      ? 'a picture has no alternative text'
      : `${String(n)} pictures have no alternative text`,
  'alternative-placeholder': (n) =>
    n === 1
      ? 'an alternative text says nothing about its picture'
      : `${String(n)} alternative texts say nothing about their pictures`,
  'link-text-vague': (n) =>
    n === 1
      ? 'a link text does not say where it leads'
      : `${String(n)} link texts do not say where they lead`,
  'word-doubled': (n) =>
    n === 1 ? 'a word stands twice in a row' : `${String(n)} words stand twice in a row`,
  'filler-words': (n) =>
    n === 1 ? 'a phrase could be shorter' : `${String(n)} phrases could be shorter`,
  'sentence-too-long': (n) =>
    n === 1
      ? 'a long sentence that I cannot divide well by rule'
      : `${String(n)} long sentences that I cannot divide well by rule`,
  'paragraph-too-long': (n, quote) =>
    n === 1
      ? `the paragraph that begins ${inQuotes(quote, '“', '”')} goes on for long`
      : `${String(n)} paragraphs go on for long`,
};

export const GERMAN_REMARKS: Remarks = {
  'title-missing': () => 'die Seite hat keinen Titel',
  'title-too-long': () => 'der Titel ist länger als 60 Zeichen',
  'title-duplicate': () => 'eine andere Seite trägt denselben Titel',
  'description-missing': () => 'die Seite hat keine Beschreibung',
  'description-too-long': () => 'die Beschreibung ist länger als 155 Zeichen',
  'description-duplicate': () => 'eine andere Seite hat dieselbe Beschreibung',
  'first-heading-duplicate': (n, quote) =>
    n === 1
      ? `${inQuotes(quote, '„', '“')} ist eine zweite Hauptüberschrift`
      : `es gibt ${String(n)} Hauptüberschriften zu viel`,
  'heading-jump': (n, quote) =>
    n === 1
      ? `die Überschrift ${inQuotes(quote, '„', '“')} überspringt eine Ebene`
      : `${String(n)} Überschriften überspringen eine Ebene`,
  'alternative-missing': (n) =>
    n === 1
      ? 'ein Bild hat keinen Alternativtext'
      : `${String(n)} Bilder haben keinen Alternativtext`,
  'alternative-placeholder': (n) =>
    n === 1
      ? 'ein Alternativtext sagt nichts über sein Bild'
      : `${String(n)} Alternativtexte sagen nichts über ihre Bilder`,
  'link-text-vague': (n) =>
    n === 1
      ? 'ein Linktext sagt nicht, wohin er führt'
      : `${String(n)} Linktexte sagen nicht, wohin sie führen`,
  'word-doubled': (n) =>
    n === 1
      ? 'ein Wort steht zweimal hintereinander'
      : `${String(n)} Wörter stehen zweimal hintereinander`,
  'filler-words': (n) =>
    n === 1 ? 'eine Wendung könnte kürzer sein' : `${String(n)} Wendungen könnten kürzer sein`,
  'sentence-too-long': (n) =>
    n === 1
      ? 'ein langer Satz, den ich nach Regeln nicht gut teilen kann'
      : `${String(n)} lange Sätze, die ich nach Regeln nicht gut teilen kann`,
  'paragraph-too-long': (n, quote) =>
    n === 1
      ? `der Absatz, der mit ${inQuotes(quote, '„', '“')} beginnt, ist sehr lang`
      : `${String(n)} Absätze sind sehr lang`,
};

/** Remarks of one check as one line, all of them as a list. */
export function remarksText(
  found: readonly Finding[],
  remarks: Remarks,
  lead: string,
): readonly string[] {
  if (found.length === 0) return [];
  const checks = [...new Set(found.map(({ check }) => check))];
  const lines = checks.map((check) => {
    const same = found.filter((finding) => finding.check === check);
    return `- ${remarks[check](same.length, same[0]?.quote ?? null)}`;
  });
  return [`\n\n${lead}\n${lines.join('\n')}`];
}

/** A short quotation of page text, without what Markdown would read as markup. */
export function inQuotes(text: string | null, open: string, close: string): string {
  const bare = singleLine(text ?? '').replace(/[[\]()*_`<>#|~\\!"“”„]/gu, '');
  return bare === '' ? '' : `${open}${excerpt(bare, 60)}${close}`;
}
