import type { Ids } from '../base/index.ts';

/** Identifiers that count up, so that a test can read them: `…-000000000001`, `…-000000000002`. */
export class FakeIds implements Ids {
  #count = 0;

  uuid(): string {
    this.#count += 1;
    return `00000000-0000-7000-8000-${String(this.#count).padStart(12, '0')}`;
  }

  secret(byteCount: number): string {
    this.#count += 1;
    return this.#count.toString(16).padStart(byteCount * 2, '0');
  }
}
