import type { Clock } from '../../base/index.ts';
import { SilentProvider } from './provider-error.ts';

/** Watches over one answer of a provider. */
export interface SilenceWatch {
  readonly signal: AbortSignal;
  /** Something came. */
  heard(): void;
  /** What went wrong: the silence when it was given up for that, else `error`. */
  causeOf(error: unknown): unknown;
  stop(): void;
}

/** Aborts when the provider is silent for too long, or when the caller aborts. */
export function watchSilence(clock: Clock, silenceMs: number, outer?: AbortSignal): SilenceWatch {
  const limit = new AbortController();
  const ended = new AbortController();
  let heardAtMs = clock.now();
  const wait = async () => {
    for (;;) {
      const leftMs = heardAtMs + silenceMs - clock.now();
      if (leftMs <= 0) break;
      await clock.sleep(leftMs, ended.signal);
    }
    limit.abort(new SilentProvider(silenceMs));
  };
  wait().catch(() => undefined);
  return {
    signal: outer === undefined ? limit.signal : AbortSignal.any([outer, limit.signal]),
    heard: () => {
      heardAtMs = clock.now();
    },
    causeOf: (error) => (limit.signal.aborted ? (limit.signal.reason as unknown) : error),
    stop: () => {
      ended.abort(new Error('answered'));
    },
  };
}
