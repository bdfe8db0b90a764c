import type { Clock } from '../base/index.ts';

/** A clock that stands still until it is told to move; sleepers wake when their time has come. */
export class FakeClock implements Clock {
  #nowMs: number;
  #sleepers: { readonly wakeAtMs: number; readonly wake: () => void }[] = [];

  constructor(startAtMs = Date.UTC(2026, 0, 1, 9)) {
    this.#nowMs = startAtMs;
  }

  now(): number {
    return this.#nowMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal?.reason as Error);
      };
      if (signal?.aborted === true) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#sleepers.push({ wakeAtMs: this.#nowMs + delayMs, wake });
    });
  }

  /** Moves the clock and wakes, in order of their times, everybody whose time has come. */
  advance(byMs: number): void {
    this.#nowMs += byMs;
    const due = this.#sleepers.filter(({ wakeAtMs }) => wakeAtMs <= this.#nowMs);
    this.#sleepers = this.#sleepers.filter(({ wakeAtMs }) => wakeAtMs > this.#nowMs);
    for (const { wake } of due.sort((a, b) => a.wakeAtMs - b.wakeAtMs)) wake();
  }
}
