import type { Ids } from '../base/index.ts';

/**
 * Identifiers that count up, so that a test can read them: `…-000000000001`, `…-000000000002`. Two of them that meet in one
 * test take different series.
 */
export class FakeIds implements Ids {
  readonly #series: string;
  #count = 0;

  /** `series`: one hex digit, default `0`. */
  constructor(series = '0') {
    this.#series = series;
  }

  uuid(): string {
    this.#count += 1;
    return `${this.#series}0000000-0000-7000-8000-${String(this.#count).padStart(12, '0')}`;
  }

  secret(byteCount: number): string {
    this.#count += 1;
    return this.#count.toString(16).padStart(byteCount * 2, '0');
  }
}
