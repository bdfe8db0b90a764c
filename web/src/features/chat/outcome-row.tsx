import type { OutcomeWord, ProposalOutcome } from '../../../../src/contracts/index.ts';
import { Icon, TextButton } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';
import { outcomeLine, type OutcomeLine } from './model/outcome-line.ts';
import { stopAdvice } from './model/stop-advice.ts';
import type { Undo } from './use-undo.ts';

interface OutcomeRowProps {
  readonly outcome: ProposalOutcome;
  readonly undo: Undo;
  /** The reader's own message came next: that is why a proposal was withdrawn. */
  readonly isFollowedByMessage: boolean;
}

/** A settled card: one line with icon, word and field, and the way back when there is one (CHT-05). */
export function OutcomeRow({ outcome, undo, isFollowedByMessage }: OutcomeRowProps) {
  const t = useText(cardWords);
  const { locale } = useLocale();
  const line = outcomeLine(outcome, locale);
  const isUndone = line.undone || isDone(undo, outcome.historyId);
  const explained = explanation(t, line.word, isFollowedByMessage);
  return (
    <div
      className={`v-outcome v-outcome--${line.word}${explained === null ? '' : ' v-outcome--explained'}`}
    >
      <Icon name={isUndone ? 'undo' : line.icon} />
      <span className="v-outcome__what">
        <b>{t.outcome[line.word]}</b>
        {line.what !== '' && <> · {line.what}</>}
        {isUndone && <> · {t.undone}</>}
        {explained !== null && !isUndone && <>. {explained}</>}
        <UndoRefusal undo={undo} historyId={line.undoHistoryId} />
      </span>
      {!isUndone && <UndoButton line={line} undo={undo} />}
    </div>
  );
}

/** For outcomes whose word alone leaves a question open. */
function explanation(
  t: (typeof cardWords)['en'],
  word: OutcomeWord,
  isFollowedByMessage: boolean,
): string | null {
  if (word === 'withdrawn') return isFollowedByMessage ? t.explain.withdrawn : null;
  const explained: Readonly<Partial<Record<OutcomeWord, string>>> = t.explain;
  return word === 'skipped' || word === 'kept' ? null : (explained[word] ?? null);
}

export function UndoButton({ line, undo }: { line: OutcomeLine; undo: Undo }) {
  const t = useText(cardWords);
  const { undoHistoryId } = line;
  if (undoHistoryId === null || isDone(undo, undoHistoryId)) return null;
  if (undo.states[undoHistoryId]?.status === 'running')
    return <span className="v-caption">{t.undoing}</span>;
  return (
    <TextButton aria-label={t.undoWhat(line.what)} onPress={() => void undo.undo([undoHistoryId])}>
      {t.undo}
    </TextButton>
  );
}

/** Why a change could not be taken back, where it was asked for. */
export function UndoRefusal({ undo, historyId }: { undo: Undo; historyId: string | null }) {
  const t = useText(cardWords);
  const { locale } = useLocale();
  const state = historyId === null ? undefined : undo.states[historyId];
  if (state?.status !== 'refused') return null;
  const { what, next } = stopAdvice(state.code, state.message, locale);
  return (
    <span className="v-outcome__refused" role="alert">
      <b>{t.undoFailed}</b> {what} {next}
    </span>
  );
}

export function isDone(undo: Undo, historyId: string | null): boolean {
  return historyId !== null && undo.states[historyId]?.status === 'done';
}
