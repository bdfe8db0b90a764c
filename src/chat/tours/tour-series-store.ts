import type { Transaction } from '../../base/index.ts';
import type { TourSeries } from './tour-series.ts';

/** What a compare-and-set compares: the series as it was read. */
export type TourSeriesGuard = Pick<TourSeries, 'uuid' | 'version'>;
export type TourSeriesChange = Partial<Pick<TourSeries, 'state' | 'code' | 'pages'>>;

/** Series of tours. */
export interface TourSeriesStore {
  series(uuid: string): Promise<TourSeries | null>;
  /** Newest first; at most `limit`. */
  ofOwner(ownerUserId: string, limit: number): Promise<readonly TourSeries[]>;
  /** The series whose running page this conversation is about, or `null`. */
  running(conversationUuid: string): Promise<TourSeries | null>;
  /** Uuids of every series in `active`. */
  active(): Promise<readonly string[]>;
  within(transaction: Transaction): TourSeriesWriter;
}

export interface TourSeriesWriter {
  /** Serialises what one person starts, so that limits hold; until the transaction ends. */
  lockOwner(ownerUserId: string): Promise<void>;
  /** The person's series in `active`; newest first. */
  activeOf(ownerUserId: string): Promise<readonly TourSeries[]>;
  insert(series: TourSeries): Promise<void>;
  /** The series after the change, or `null` when it moved meanwhile; then nothing was written. */
  change(
    guard: TourSeriesGuard,
    change: TourSeriesChange,
    atMs: number,
  ): Promise<TourSeries | null>;
  /** Deletes what nobody touched since `beforeMs`, whatever its state. Returns how many. */
  deleteUnused(beforeMs: number): Promise<number>;
}
