import type { ChangeRefusal } from '../../content/index.ts';
import type { ChangeRefusalCode } from '../../contracts/index.ts';

/** A refusal as the engine hands it up: nothing was changed, and why. */
export interface Refused {
  readonly ok: false;
  readonly refusal: ChangeRefusal;
}

/** Says no, with one sentence for a person and the model. */
export function refuse(code: ChangeRefusalCode, message: string): Refused {
  return { ok: false, refusal: { code, message } };
}

/** One replacement in a text: offsets in UTF-16 units. Everything outside `start` to `end` stays as it is. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
}

export function spliced(text: string, splice: Splice): string {
  return text.slice(0, splice.start) + splice.inserted + text.slice(splice.end);
}

/** Where a value stands in the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}
