import { useMemo } from 'react';
import { useText } from '../lib/i18n.tsx';
import { splitEdges, wordChanges, type TextChange } from '../lib/word-changes.ts';
import { strings } from './strings.ts';

export interface WordDiffProps {
  before: string | null;
  after: string | null;
  /** Language of the text, so that it is hyphenated and read aloud rightly. */
  lang?: string | undefined;
}

/** Both versions in one text: what goes is struck through, what comes is underlined, and hidden words say which. */
export function WordDiff({ before, after, lang }: WordDiffProps) {
  const t = useText(strings);
  const changes = useMemo(
    () => wordChanges(before ?? '', after ?? '', lang),
    [before, after, lang],
  );
  return (
    <div className="v-diff v-diff--lines" lang={lang}>
      {changes.length === 0 && <span className="v-subtle">{t.emptyText}</span>}
      {changes.map((change, index) => (
        <Run key={index} change={change} previous={changes[index - 1]} />
      ))}
    </div>
  );
}

function Run({ change, previous }: { change: TextChange; previous: TextChange | undefined }) {
  const t = useText(strings);
  if (change.kind === 'same') return change.text;
  const { lead, core, trail } = splitEdges(change.text);
  // What replaces a phrase must not stick to it where the text itself has no space between them.
  const isTight =
    previous !== undefined &&
    previous.kind !== 'same' &&
    lead === '' &&
    splitEdges(previous.text).trail === '';
  const Mark = change.kind === 'added' ? 'ins' : 'del';
  return (
    <>
      {lead}
      {isTight && <span className="v-diff__next" />}
      <Mark>
        <span className="v-sr">{t[change.kind]}: </span>
        {visible(core)}
      </Mark>
      {trail}
    </>
  );
}

/** A change of spaces or line ends alone would be invisible, so it gets signs. */
function visible(text: string): string {
  return text.trim() === '' ? text.replaceAll('\n', '↵\n').replaceAll(' ', '·') : text;
}
