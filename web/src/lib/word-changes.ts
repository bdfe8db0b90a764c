import { diffArrays } from 'diff';

export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Words, spaces and punctuation, each by itself. Joined again they are the text. */
function wordsOf(text: string, lang: string | undefined): string[] {
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(lang, { granularity: 'word' });
  } catch {
    segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  }
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const isGap = (text: string) => /^[\s\p{P}]*$/u.test(text) && !text.includes('\n');

/**
 * What to strike and what to underline to get from one text to the other. The unchanged and removed runs make up
 * `before`, the unchanged and added ones `after`, character for character. A space or comma left standing alone
 * between two changes is drawn into them, so that people read phrases and no confetti.
 */
export function wordChanges(before: string, after: string, lang?: string): TextChange[] {
  const runs = diffArrays(wordsOf(before, lang), wordsOf(after, lang)).map((part) => ({
    kind: part.added ? ('added' as const) : part.removed ? ('removed' as const) : ('same' as const),
    text: part.value.join(''),
  }));
  const changes: TextChange[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') changes.push({ kind: 'removed', text: removed });
    if (added !== '') changes.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  runs.forEach((run, index) => {
    if (run.kind === 'removed') removed += run.text;
    else if (run.kind === 'added') added += run.text;
    else if (bridges(runs, index)) {
      removed += run.text;
      added += run.text;
    } else {
      flush();
      changes.push(run);
    }
  });
  flush();
  return changes;
}

/** Whether an unchanged run only separates two replacements: both sides lost and gained words. */
function bridges(runs: readonly TextChange[], index: number): boolean {
  const run = runs[index];
  if (run === undefined || !isGap(run.text)) return false;
  const around = [runs[index - 2], runs[index - 1], runs[index + 1], runs[index + 2]];
  return around.every((neighbour) => neighbour !== undefined && neighbour.kind !== 'same');
}
