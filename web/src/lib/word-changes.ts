import { diffWords, diffWordsWithSpace, type ChangeObject } from 'diff';

export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * What to strike and what to underline to get from one text to the other. The unchanged and removed runs make up
 * `before`, the unchanged and added ones `after`, character for character: nothing a change would do is left out.
 */
export function wordChanges(before: string, after: string, lang?: string): TextChange[] {
  const intlSegmenter = segmenterFor(lang);
  // It reads best, but passes over a difference of spaces or line ends alone. Then the exact one is shown.
  const readable = diffWords(before, after, { intlSegmenter }).map(toChange);
  return isExact(readable, before, after)
    ? readable
    : diffWordsWithSpace(before, after, { intlSegmenter }).map(toChange);
}

function segmenterFor(lang: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(lang, { granularity: 'word' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}

function toChange({ added, removed, value }: ChangeObject<string>): TextChange {
  return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
}

/** Whether the runs spell out both texts. */
function isExact(changes: readonly TextChange[], before: string, after: string): boolean {
  const spell = (without: TextChange['kind']) =>
    changes
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('');
  return spell('added') === before && spell('removed') === after;
}

/** The parts of a run: white space around it stays unmarked, unless there is nothing else. */
export function splitEdges(text: string): { lead: string; core: string; trail: string } {
  const core = text.trim();
  if (core === '') return { lead: '', core: text, trail: '' };
  const start = text.indexOf(core);
  return { lead: text.slice(0, start), core, trail: text.slice(start + core.length) };
}
