/**
 * One way to divide a sentence: `start` to `end` of the sentence's own text goes, `instead` comes. When the rest of the
 * sentence changes too (a German verb that moves), `rest` is the whole text from `end` on.
 */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
  readonly rest?: string;
}
