import type { Transaction } from '../base/index.ts';
import type { RecordRef } from '../contracts/index.ts';
import type { OpenPoint, OpenPointKey } from './open-point.ts';

export interface OpenPointFilter {
  readonly subject?: RecordRef;
  readonly skillUid?: number;
}

export interface OpenPointStore {
  /**
   * Newest first, at most `limit`, after `offset`. Rights are the reader's affair: it filters before it counts (OPN-05).
   */
  points(
    filter: OpenPointFilter,
    range: { readonly limit: number; readonly offset: number },
  ): Promise<readonly OpenPoint[]>;
  within(transaction: Transaction): OpenPointWriter;
}

export interface OpenPointWriter {
  /** Stores the points that are not there yet; one that is keeps its row. */
  record(
    points: readonly (OpenPointKey & Pick<OpenPoint, 'id' | 'recordedBy' | 'atMs'>)[],
  ): Promise<void>;
  /** Deletes every point on these fields of the record. Returns how many. */
  close(target: RecordRef, fields: readonly string[]): Promise<number>;
}
