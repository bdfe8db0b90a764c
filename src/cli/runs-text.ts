import {
  isWhollyShown,
  type RunDecided,
  type RunEvent,
  type RunView,
  type StaleRun,
} from '../contracts/index.ts';
import { timeText } from './time-text.ts';
import { cardText, printable, type Screen } from './tour-screen.ts';

/** Why a card takes no yes, but a no. */
export const NOT_SHOWN =
  'What this run would do could not be shown, so it cannot be approved. It can be declined.';

/** One line of `vouch runs list`. */
export function runLine(run: RunView): string {
  const note = run.holdsProcessPin && run.card !== null ? '  decided in its conversation' : '';
  const process = run.process ?? run.heldProcess ?? null;
  const place = run.conversationUuid === null ? 'outside conversations' : 'conversation';
  const what = process === null ? place : `process ${printable(process.name)}`;
  return `${run.uuid}  ${stateOf(run).padEnd(20)}  ${timeText(run.createdAtMs)}  ${what}${note}\n`;
}

/** One line of `vouch runs stale`. */
export function staleLine({ kind, sinceMs, run }: StaleRun): string {
  const why = kind.replaceAll('_', ' ');
  return `${run.uuid}  ${why.padEnd(13)}  since ${timeText(sinceMs)}  ${printable(run.message ?? '')}\n`;
}

/** What `vouch runs show` says before the timeline: state, message, and the card that waits. */
export function runText(run: RunView, screen: Screen): string {
  const { card } = run;
  return [
    `run:     ${run.uuid}\n`,
    `state:   ${stateOf(run)}\n`,
    `began:   ${timeText(run.createdAtMs)}\n`,
    run.finishedAtMs === null ? '' : `ended:   ${timeText(run.finishedAtMs)}\n`,
    run.message === null || run.message === '' ? '' : `message: ${printable(run.message)}\n`,
    card === null ? '' : cardText(card, run.progress, screen),
    card === null ? '' : `card:    ${card.digest}\n`,
    card === null || card.inputSchema === null
      ? ''
      : `answer:  ${printable(JSON.stringify(card.inputSchema))}\n`,
    card !== null && !isWhollyShown(card) && !run.holdsProcessPin ? `${NOT_SHOWN}\n` : '',
    card !== null && run.holdsProcessPin
      ? 'This run is a process: it is decided in its conversation by the person who started it.\n'
      : '',
  ].join('');
}

const EFFECT_UNKNOWN = 'A call failed; whether it changed anything is not known. Check the record.';

/** Where a run stands after a decision. */
export function decidedText({ outcome, message, effectUnknown }: RunDecided): string {
  return [
    `${outcome}${message === '' ? '' : `: ${printable(message)}`}\n`,
    effectUnknown === true ? `${EFFECT_UNKNOWN}\n` : '',
  ].join('');
}

/** One line of the timeline. */
export function eventLine({ sequence, kind, payload, atMs }: RunEvent): string {
  const facts = Object.entries(payload)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return `${String(sequence).padStart(4)}  ${timeText(atMs)}  ${kind.padEnd(9)} ${printable(facts)}\n`;
}

function stateOf({ status, termination }: RunView): string {
  return termination === null || termination === status ? status : `${status} (${termination})`;
}
