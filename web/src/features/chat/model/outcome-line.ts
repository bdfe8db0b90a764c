import {
  outcomeWord,
  type FieldChange,
  type Locale,
  type OutcomeWord,
  type ProposalOutcome,
} from '../../../../../src/contracts/index.ts';

export type OutcomeIcon = 'ok' | 'alert' | 'bad' | 'skip' | 'keep' | 'variant' | 'minus';

/** One settled card, as one line of the conversation. The words themselves come from the dictionary by `word`. */
export interface OutcomeLine {
  readonly id: string;
  readonly word: OutcomeWord;
  readonly icon: OutcomeIcon;
  /** Field and place, or the tool's name when the call showed no field. */
  readonly what: string;
  /** The history entry Undo takes back; `null` = nothing to take back. */
  readonly undoHistoryId: string | null;
  readonly undone: boolean;
}

export const OUTCOME_ICON: Record<OutcomeWord, OutcomeIcon> = {
  applied: 'ok',
  approved: 'ok',
  check: 'alert',
  not_applied: 'bad',
  variant: 'variant',
  skipped: 'skip',
  kept: 'keep',
  withdrawn: 'minus',
  denied: 'minus',
  saved_in_part: 'alert',
  done_elsewhere: 'alert',
  done_in_part: 'alert',
  failed: 'bad',
};

export function outcomeLine(outcome: ProposalOutcome, locale: Locale): OutcomeLine {
  return {
    id: outcome.id,
    word: outcomeWord(outcome),
    icon: OUTCOME_ICON[outcomeWord(outcome)],
    what: whatOf(outcome, locale),
    undoHistoryId: canUndo(outcome) ? outcome.historyId : null,
    undone: outcome.undone,
  };
}

const UNDOABLE: readonly OutcomeWord[] = [
  'applied',
  'check',
  'approved',
  'saved_in_part',
  'done_in_part',
];

/** Only what reached the page, has a history entry and still stands can be taken back. */
export function canUndo(outcome: ProposalOutcome): boolean {
  return !outcome.undone && outcome.historyId !== null && UNDOABLE.includes(outcomeWord(outcome));
}

function whatOf(outcome: ProposalOutcome, locale: Locale): string {
  const names = outcome.fields.map((field) => fieldName(field, locale));
  return names.length === 0 ? outcome.tool : [...new Set(names)].join('; ');
}

/** "Text, “What we do today”": the label in the reader's language, the place in the page's own words. */
export function fieldName(field: Pick<FieldChange, 'label' | 'place'>, locale: Locale): string {
  const label = field.label[locale];
  return field.place === null || field.place === ''
    ? label
    : `${label}, ${quoted(field.place, locale)}`;
}

/** Quotation marks as the language writes them. */
export function quoted(text: string, locale: Locale): string {
  return locale === 'de' ? `„${text}“` : `“${text}”`;
}
