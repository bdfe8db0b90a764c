import { useMemo } from 'react';
import { wordChanges, type TextChange } from '../lib/word-changes.ts';
import { useText } from '../lib/i18n.tsx';
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
        <Run key={index} change={change} />
      ))}
    </div>
  );
}

function Run({ change }: { change: TextChange }) {
  const t = useText(strings);
  if (change.kind === 'same') return change.text;
  if (change.kind === 'added') {
    return (
      <ins>
        <span className="v-sr">{t.added}: </span>
        {change.text}
      </ins>
    );
  }
  return (
    <del>
      <span className="v-sr">{t.removed}: </span>
      {change.text}
    </del>
  );
}
