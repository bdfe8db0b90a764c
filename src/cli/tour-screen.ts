import { diffWordsWithSpace } from 'diff';
import {
  outcomeWord,
  withVisibleCharacters,
  type ConversationEntry,
  type FieldChange,
  type Locale,
  type PendingCard,
  type Progress,
  type ProposalOutcome,
} from '../contracts/index.ts';
import { TOUR_WORDS } from './tour-words.ts';

/** How a tour is written to a terminal. Colour only where there is one; without it, marks carry the meaning. */
export interface Screen {
  readonly locale: Locale;
  readonly colour: boolean;
}

/** The card as text: what, where, now, proposed, and the difference by words. */
export function cardText(card: PendingCard, progress: Progress | null, screen: Screen): string {
  const words = TOUR_WORDS[screen.locale];
  const head = progress === null ? '' : `${words.point(progress.current, progress.total)} · `;
  const fields = card.calls.flatMap((call) => call.preview.fields);
  if (fields.length === 0) {
    const lines = card.calls.flatMap((call) => [
      printable(call.tool),
      ...call.preview.lines.map((line) => `  ${printable(line)}`),
    ]);
    return ['', `${head}${lines.join('\n')}`, ''].join('\n');
  }
  const said = card.calls.flatMap(({ preview }) => [
    ...(preview.action === undefined ? [] : [`${head}${printable(preview.action[screen.locale])}`]),
    ...(preview.notes ?? []).map((note) => `  ${printable(note[screen.locale])}`),
  ]);
  const above = said.length === 0 ? '' : ['', ...said, ''].join('\n');
  return (
    above +
    fields
      .map((field) =>
        [
          '',
          `${head}${printable(field.label[screen.locale])}${field.place === null ? '' : ` · ${printable(field.place)}`}`,
          `  ${words.current.padEnd(10)}${printable(field.before ?? words.missing)}`,
          `  ${words.proposed.padEnd(10)}${printable(field.after ?? words.missing)}`,
          ...(field.before === null || field.after === null
            ? []
            : [`  ${''.padEnd(10)}${wordDiff(field.before, field.after, screen)}`]),
          '',
        ].join('\n'),
      )
      .join('')
  );
}

/** One text with what goes and what comes: `[-gone-]{+new+}`, coloured on a terminal. */
export function wordDiff(before: string, after: string, screen: Screen): string {
  return diffWordsWithSpace(before, after)
    .map((part) => {
      const text = printable(part.value);
      if (part.added) return screen.colour ? `\u001b[32m{+${text}+}\u001b[39m` : `{+${text}+}`;
      if (part.removed) return screen.colour ? `\u001b[31m[-${text}-]\u001b[39m` : `[-${text}-]`;
      return text;
    })
    .join('');
}

/** One entry of the conversation as text; empty for what a terminal need not repeat. */
export function entryText({ body }: ConversationEntry, screen: Screen): string {
  const words = TOUR_WORDS[screen.locale];
  switch (body.kind) {
    case 'user':
      return '';
    case 'assistant':
      return `${printable(body.text)}\n`;
    case 'notice':
      return `· ${body.notice.code} ${printable(JSON.stringify(body.notice.data))}\n`;
    case 'stopped':
      return `! ${printable(body.message)}\n`;
    case 'outcome':
      return outcomeText(body.outcome, null, screen);
    case 'tour_finished': {
      const last = lastOutcomes(body.outcomes);
      if (last.length === 0) return `\n${words.finished} ${words.nothing}\n`;
      return [
        '',
        words.finished,
        ...last.map((outcome) => {
          const answer =
            outcome.kind === 'variant' ? words.unanswered : words.outcomes[outcomeWord(outcome)];
          return `  ${answer.padEnd(28)}${fieldNames(outcome.fields, screen)}`;
        }),
        '',
      ].join('\n');
    }
  }
}

/** How a card ended; of one that was saved in part, what was. `saved`: the fields, `null` = not known here. */
export function outcomeText(
  outcome: ProposalOutcome,
  saved: readonly FieldChange[] | null,
  screen: Screen,
): string {
  const words = TOUR_WORDS[screen.locale];
  const word = outcomeWord(outcome);
  const what =
    outcome.fields.length === 0 ? printable(outcome.tool) : fieldNames(outcome.fields, screen);
  const line = `→ ${words.outcomes[word]}: ${what}\n`;
  if (word !== 'saved_in_part') return line;
  const part =
    saved === null || saved.length === 0
      ? words.savedElsewhere
      : words.saved(fieldNames(saved, screen));
  return `${line}  ${part}\n`;
}

/**
 * What each point came to: a card answered with another variant counts only when no other card of its point followed. A
 * point is its number in the tour and its record and fields.
 */
function lastOutcomes(outcomes: readonly ProposalOutcome[]): readonly ProposalOutcome[] {
  const point = ({ point: number, target, fields }: ProposalOutcome) =>
    JSON.stringify([number, target?.table, target?.uid, fields.map(({ field }) => field)]);
  return outcomes.filter(
    (outcome, index) =>
      outcome.kind !== 'variant' ||
      !outcomes.slice(index + 1).some((later) => point(later) === point(outcome)),
  );
}

function fieldNames(fields: readonly FieldChange[], { locale }: Screen): string {
  return fields
    .map((field) =>
      printable(`${field.label[locale]}${field.place === null ? '' : ` (${field.place})`}`),
    )
    .join(', ');
}

/** Page and model text with nothing in it that a terminal would obey or that nobody could see (decisions §51). */
export const printable = withVisibleCharacters;
