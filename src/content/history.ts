import type { FieldChange, RecordRef } from '../contracts/index.ts';

/** One write through Vouch: who, when, before and after. Append-only; an undo is a row of its own (HST-03). */
export interface HistoryEntry {
  readonly id: string;
  readonly page: number;
  readonly target: RecordRef;
  readonly fields: readonly FieldChange[];
  readonly userId: string;
  readonly runUuid: string | null;
  readonly atMs: number;
  /** The entry this one takes back, or `null`. */
  readonly undoes: string | null;
  /** Whether a later entry took this one back. */
  readonly undone: boolean;
}
