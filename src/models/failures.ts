/** What kind of trouble a call to a model met (facts §5). */
export type FailureClass =
  | 'connection'
  | 'rateLimit'
  | 'serverError'
  | 'circuitOpen'
  | 'auth'
  | 'configuration'
  | 'clientError'
  | 'unknown';

const MAY_PASS: readonly FailureClass[] = ['connection', 'rateLimit', 'serverError', 'circuitOpen'];

/** Whether the same request may succeed later or elsewhere (facts §5). */
export function mayPass(failureClass: FailureClass): boolean {
  return MAY_PASS.includes(failureClass);
}

/** What decides whether a failed request is sent again at once. */
export interface RetryFacts {
  readonly failureClass: FailureClass;
  /** What the provider asked for; `null`: nothing. */
  readonly retryAfterMs: number | null;
  /** Requests that failed so far, this one included. */
  readonly failures: number;
  /** How many more than the first one may be sent. */
  readonly retries: number;
  /** Whether a piece of the answer's text was passed on already: a second answer would be read after it. */
  readonly spoke: boolean;
  /** From 0 to below 1, so that many waiting for one provider do not come back at once. */
  readonly random: number;
}

export type RetryVerdict =
  | { readonly retry: true; readonly waitMs: number }
  | {
      readonly retry: false;
      readonly reason: 'will_not_pass' | 'spoke' | 'exhausted' | 'wait_too_long';
    };

/** First wait; doubles with every failure. */
const BASE_MS = 1_000;
/** The longest wait a person is left with before the failure is told. */
export const LONGEST_WAIT_MS = 20_000;

/**
 * Whether and when a failed request is sent again: only what may pass, never after a piece was read, not more often than
 * allowed. The wait is half fixed and half chance, never shorter than the provider asked for.
 */
export function retryVerdict(facts: RetryFacts): RetryVerdict {
  if (!mayPass(facts.failureClass) || facts.failureClass === 'circuitOpen') {
    return { retry: false, reason: 'will_not_pass' };
  }
  if (facts.spoke) return { retry: false, reason: 'spoke' };
  if (facts.failures > facts.retries) return { retry: false, reason: 'exhausted' };
  const full = Math.min(BASE_MS * 2 ** (facts.failures - 1), LONGEST_WAIT_MS);
  const jittered = Math.round(full / 2 + (full / 2) * facts.random);
  const waitMs = Math.max(jittered, facts.retryAfterMs ?? 0);
  return waitMs > LONGEST_WAIT_MS
    ? { retry: false, reason: 'wait_too_long' }
    : { retry: true, waitMs };
}
