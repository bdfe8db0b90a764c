import { singleLine } from '../../../base/index.ts';
import type { RecordRef } from '../../../contracts/index.ts';
import type { CheckId } from './checks.ts';

/** One point of a tour: what is wrong, where, and every text we would propose instead, best first. */
export interface Finding {
  readonly check: CheckId;
  /** The same finding has the same key as long as its text has not moved. */
  readonly key: string;
  /** The record a proposal changes. */
  readonly record: RecordRef;
  /** The field a proposal changes; `null` when nothing here can change it: the finding is only mentioned. */
  readonly field: string | null;
  /** Which place of several in the same field, for telling one sentence from another; `''` when there is one. */
  readonly place: string;
  /** The element to highlight. */
  readonly element: number | null;
  /** The field's value now; `null` when it is missing. */
  readonly present: string | null;
  /** Whole new values of the field, each different from the others and from `present`. */
  readonly variants: readonly string[];
  /** Those of `variants` that say no more than a file's name does. */
  readonly fromFileName: readonly string[];
  /** For the reason: a number (words, characters) and a short quotation. */
  readonly count: number | null;
  readonly quote: string | null;
}

/** A finding as its check makes it; `finding()` derives the key and cleans the variants. */
export type FindingDraft = Omit<
  Finding,
  'key' | 'place' | 'count' | 'quote' | 'element' | 'fromFileName'
> &
  Partial<Pick<Finding, 'place' | 'count' | 'quote' | 'element' | 'fromFileName'>>;

export function finding(draft: FindingDraft): Finding {
  // A title or a description is one line, even where what it is made from stands on several.
  const proposed = draft.record.table === 'pages' ? draft.variants.map(singleLine) : draft.variants;
  const variants = draft.field === null ? [] : distinct(proposed, draft.present);
  const place = draft.place ?? '';
  return {
    ...draft,
    place,
    element: draft.element ?? null,
    fromFileName: draft.fromFileName ?? [],
    count: draft.count ?? null,
    quote: draft.quote ?? null,
    variants,
    key: [draft.check, draft.record.table, draft.record.uid, draft.field ?? '', place].join('|'),
  };
}

function distinct(variants: readonly string[], present: string | null): readonly string[] {
  const seen = new Set(['', present?.trim() ?? '']);
  return variants.filter((variant) => {
    const text = variant.trim();
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** Length in characters, as people count them. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** `text` with a capital first letter. */
export function capitalised(text: string): string {
  const first = Array.from(text)[0] ?? '';
  // `v1.2`, `macOS` and the like are written as they are.
  if (/^\p{Ll}+(?:\d|\p{Lu})/u.test(text)) return text;
  return first.toLocaleUpperCase('en') + text.slice(first.length);
}

/** The two-letter language of a page: `de-AT` is `de`. */
export function languageOf(language: string): string {
  return language.toLowerCase().split(/[-_]/u)[0] ?? language;
}

/** A phrase by page language; languages without one of their own get `other`. */
export function phrase(
  language: string,
  texts: { en: string; de: string; other?: string },
): string {
  const code = languageOf(language);
  if (code === 'de') return texts.de;
  return code === 'en' ? texts.en : (texts.other ?? '');
}
