import type { FieldValue } from '../../../content/index.ts';
import type { ChangeRefusalCode, UnreadReason } from '../../../contracts/index.ts';
import type { Refused, Splice } from '../outcome.ts';
import type { ValueKind } from './value.ts';

/** What stands under a key. Offsets count in the front matter's inner text. */
export type Slot =
  /** A text that can be replaced from `start` to `end`. */
  | { readonly state: 'text'; readonly value: string; readonly start: number; readonly end: number }
  /** A value of another kind that can be replaced by one of the same kind. */
  | {
      readonly state: 'value';
      readonly kind: Exclude<ValueKind, 'text'>;
      readonly value: FieldValue;
      readonly start: number;
      readonly end: number;
    }
  /** The key is there and holds nothing. */
  | { readonly state: 'empty' }
  | { readonly state: 'absent' }
  /** There is something, and it is not to be touched. */
  | { readonly state: 'refused'; readonly code: ChangeRefusalCode; readonly reason: string };

/** Front matter in one of the languages: what it says, and how one key of it is set. */
export interface FrontMatterText {
  readonly data: Readonly<Record<string, unknown>>;
  /** Top-level keys in the order they stand. */
  readonly keys: readonly string[];
  /** `key` is a top-level key, or a path of nested ones with dots between. */
  slot(key: string): Slot;
  /** The splice (inner offsets) that gives the key this value; the caller verifies it by reading again. */
  set(key: string, value: FieldValue, lineEnd: string): Splice | Refused;
}

export type FrontMatterRead =
  | { readonly ok: true; readonly text: FrontMatterText }
  | { readonly ok: false; readonly reason: string; readonly code: UnreadReason };

/** `true` for a date as front matter writes it. */
export function looksLikeDate(plain: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt ])/.test(plain);
}
