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
        <Run key={index} change={change} />
      ))}
    </div>
  );
}

function Run({ change }: { change: TextChange }) {
  const t = useText(strings);
  if (change.kind === 'same') return change.text;
  const { lead, core, trail } = outerSpace(change.text);
  const Mark = change.kind === 'added' ? 'ins' : 'del';
  return (
    <>
      {lead}
      <Mark>
        <span className="v-sr">{t[change.kind]}: </span>
        {core}
      </Mark>
      {trail}
    </>
  );
}

/** The mark goes on the words; spaces around them stay plain, unless nothing but space changed. */
function outerSpace(text: string): { lead: string; core: string; trail: string } {
  const core = text.trim();
  if (core === '') return { lead: '', core: text, trail: '' };
  const from = text.indexOf(core);
  return { lead: text.slice(0, from), core, trail: text.slice(from + core.length) };
}
