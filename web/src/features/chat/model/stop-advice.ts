import type { BudgetStop, Locale } from '../../../../../src/contracts/index.ts';
import { budgetText } from '../../../lib/budget-text.ts';
import { errorStrings } from '../../../lib/error-strings.ts';
import { refusalWords } from '../refusal-words.ts';
import { stopWords } from '../stop-words.ts';

/** What happened, and what to do next, as two sentences. */
export interface StopAdvice {
  readonly what: string;
  readonly next: string;
}

/**
 * The words for a stopped turn or a refused request (WEB-06). A code that has words nowhere keeps the server's sentence,
 * which then may be in the other language; saying it is better than hiding it.
 */
export function stopAdvice(code: string, serverMessage: string, locale: Locale): StopAdvice {
  const advice: Readonly<Record<string, StopAdvice>> = {
    ...stopWords[locale],
    ...refusalWords[locale],
  };
  const known = Object.hasOwn(advice, code) && code !== 'other' ? advice[code] : undefined;
  // Why a model does not answer is what its provider said; who can mend it reads that.
  if (known !== undefined && code === 'provider_failed' && serverMessage !== '')
    return { ...known, what: `${known.what} ${serverMessage}` };
  if (known !== undefined) return known;
  const general: Readonly<Record<string, string>> = errorStrings[locale];
  const sentence = Object.hasOwn(general, code) ? general[code] : undefined;
  if (sentence !== undefined) return { what: sentence, next: '' };
  const { next } = stopWords[locale].other;
  return { what: serverMessage === '' ? code : serverMessage, next };
}

/** The same of a turn a budget stopped: which limit, and when it goes on. */
export function budgetAdvice(stop: BudgetStop, locale: Locale): StopAdvice {
  return { what: budgetText(stop, locale), next: stopWords[locale].budget_named.next };
}

/** Refusals that leave nothing to repeat: the view that comes with the stream already shows the current state. */
const OVERTAKEN = new Set([
  'already_resuming',
  'not_awaiting_approval',
  'not_awaiting_input',
  'conversation_moved',
  'stale_approval',
  'stale_input',
]);

/** Whether a refused click means that somebody or something was faster. */
function wasOvertaken(code: string): boolean {
  return OVERTAKEN.has(code);
}

/**
 * Whether what is shown may be older than what is stored: somebody was faster, the run is gone, or nobody knows what the
 * server did.
 */
export function isOutdatedBy(code: string): boolean {
  return wasOvertaken(code) || code === 'predecessor_missing' || code === 'unreachable';
}

/** Refusals after which the card is the editor's again: nothing stopped, an answer was not taken. */
const HANDED_BACK = new Set([
  'approver_not_permitted',
  'submitter_not_permitted',
  'not_auditable',
  'self_approval',
  'invalid_input',
  'content_refused',
  'context_blocked',
]);

export function wasHandedBack(code: string): boolean {
  return OVERTAKEN.has(code) || HANDED_BACK.has(code);
}
