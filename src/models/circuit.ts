import type { FailureClass } from './failures.ts';

/**
 * The state of a provider, kept by each server for itself. closed → open after so many failures in a row → after a rest one
 * request tries (`probing`) → closed when it succeeds, open again when it does not.
 */
export type Circuit =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly untilMs: number }
  | { readonly state: 'probing'; readonly sinceMs: number };

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

/** Failures in a row after which a provider is left alone. */
export const CIRCUIT_FAILURES = 5;
/** How long it is left alone. In milliseconds. */
export const CIRCUIT_REST_MS = 30_000;

/** Whether a request may go out now, and the state it leaves; `waitMs` is the rest of the rest. */
export function admitRequest(
  circuit: Circuit,
  nowMs: number,
): { readonly admitted: boolean; readonly circuit: Circuit; readonly waitMs: number } {
  const refused = (waitMs: number) => ({ admitted: false, circuit, waitMs });
  switch (circuit.state) {
    case 'closed':
      return { admitted: true, circuit, waitMs: 0 };
    case 'open':
      return nowMs < circuit.untilMs
        ? refused(circuit.untilMs - nowMs)
        : { admitted: true, circuit: { state: 'probing', sinceMs: nowMs }, waitMs: 0 };
    case 'probing': {
      // A probe nobody heard of again does not close the door for ever.
      const restMs = circuit.sinceMs + CIRCUIT_REST_MS - nowMs;
      return restMs > 0
        ? refused(restMs)
        : { admitted: true, circuit: { state: 'probing', sinceMs: nowMs }, waitMs: 0 };
    }
  }
}

/** The state after a request: only what speaks against the provider itself counts. */
export function afterRequest(
  circuit: Circuit,
  outcome: 'success' | 'aborted' | FailureClass,
  nowMs: number,
): Circuit {
  if (outcome === 'aborted') {
    // A probe that was called off says nothing: the next request tries.
    return circuit.state === 'probing' ? { state: 'open', untilMs: nowMs } : circuit;
  }
  if (outcome !== 'connection' && outcome !== 'serverError') return CLOSED;
  const failures = circuit.state === 'closed' ? circuit.failures + 1 : CIRCUIT_FAILURES;
  return failures >= CIRCUIT_FAILURES
    ? { state: 'open', untilMs: nowMs + CIRCUIT_REST_MS }
    : { state: 'closed', failures };
}
