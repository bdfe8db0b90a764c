import type { ProposalOutcome, TourSeriesPage } from '../../../../src/contracts/index.ts';
import { canUndo, groupOf } from '../chat/index.ts';

/** How points ended, in the order they are shown (CHT-09). */
export const ENDS = ['applied', 'check', 'not_applied', 'skipped', 'kept'] as const;
export type End = (typeof ENDS)[number];

export interface EndedPoint {
  readonly page: TourSeriesPage;
  readonly outcome: ProposalOutcome;
}

export interface SeriesSummary {
  /** Only ends that came up. */
  readonly groups: readonly { readonly end: End; readonly points: readonly EndedPoint[] }[];
  readonly points: number;
  /** History entries that can be taken back, newest first. */
  readonly undoable: readonly string[];
}

/** What a tour over several pages did. Steps on the way to an answer (variants, withdrawn proposals) are none. */
export function seriesSummary(pages: readonly TourSeriesPage[]): SeriesSummary {
  const all = pages.flatMap((page) => page.outcomes.map((outcome) => ({ page, outcome })));
  const groups = ENDS.map((end) => ({
    end,
    points: all.filter(({ outcome }) => groupOf(outcome) === end),
  })).filter(({ points }) => points.length > 0);
  return {
    groups,
    points: groups.reduce((sum, { points }) => sum + points.length, 0),
    undoable: all
      .filter(({ outcome }) => canUndo(outcome))
      .flatMap(({ outcome }) => outcome.historyId ?? [])
      .reverse(),
  };
}
