import type { WebhookDeliveryState } from '../contracts/index.ts';

/** After so long an event is given up. */
export const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1_000;
/** The first wait after an attempt that failed; it grows fourfold each time. */
export const FIRST_WAIT_MS = 10_000;
/** The longest wait. */
export const LONGEST_WAIT_MS = 6 * 60 * 60 * 1_000;

/** What is known when an attempt is over. */
export interface AttemptFacts {
  /** How many there were, this one included. */
  readonly attempts: number;
  /** When the time to deliver it began. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** What the receiver answered; `null`: nothing. */
  readonly status: number | null;
  /** From 0 up to 1, at random: so that what failed together is not tried together. */
  readonly jitter: number;
}

export interface DeliveryVerdict {
  readonly state: WebhookDeliveryState;
  /** `null` where it is not tried again. */
  readonly nextAtMs: number | null;
}

/**
 * What becomes of a delivery after an attempt: any 2xx takes it, 410 says that nobody wants it, everything else is tried
 * again later, between half the wait and all of it, as long as that lies within the time to deliver.
 */
export function deliveryVerdict(facts: AttemptFacts): DeliveryVerdict {
  const { attempts, sinceMs, nowMs, status, jitter } = facts;
  if (status !== null && status >= 200 && status < 300) {
    return { state: 'delivered', nextAtMs: null };
  }
  if (status === 410) return { state: 'given_up', nextAtMs: null };
  const waitMs = Math.min(FIRST_WAIT_MS * 4 ** (attempts - 1), LONGEST_WAIT_MS);
  const nextAtMs = nowMs + Math.ceil(waitMs / 2 + (waitMs / 2) * jitter);
  return nextAtMs > sinceMs + GIVE_UP_MS
    ? { state: 'given_up', nextAtMs: null }
    : { state: 'waiting', nextAtMs };
}
