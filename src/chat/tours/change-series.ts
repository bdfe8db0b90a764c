import type { Clock, Transaction } from '../../base/index.ts';
import type { TourSeries } from './tour-series.ts';
import type { TourSeriesChange, TourSeriesStore } from './tour-series-store.ts';

/** A series that has come to its end. */
type FinishedTourSeries = TourSeries & { readonly state: 'finished' | 'stopped' };

/** What every change of a series needs. */
export interface ChangeSeriesDeps {
  readonly series: TourSeriesStore;
  readonly clock: Clock;
  /** Told of the end of a series in the transaction that writes it, once an end. Default nobody. */
  readonly onTourSeriesFinished?: (
    transaction: Transaction,
    series: FinishedTourSeries,
  ) => Promise<void>;
}

/** One compare-and-set, and whoever is told of an end with it; `null` when the series moved meanwhile. */
export async function changeSeries(
  deps: ChangeSeriesDeps,
  transaction: Transaction,
  [before, change]: readonly [TourSeries, TourSeriesChange],
): Promise<TourSeries | null> {
  const after = await deps.series.within(transaction).change(before, change, deps.clock.now());
  if (after !== null && hasEnded(after) && !hasEnded(before)) {
    await deps.onTourSeriesFinished?.(transaction, after);
  }
  return after;
}

function hasEnded(series: TourSeries): series is FinishedTourSeries {
  return series.state === 'finished' || series.state === 'stopped';
}
