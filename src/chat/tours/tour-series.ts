import type { Locale, TourPageState, TourSeriesState } from '../../contracts/index.ts';

/**
 * Vocabulary. *Series*: one process over several pages of one editor, a tour for each, one after the other. Each tour runs in
 * a conversation of its own about its page; a series decides nothing, it only begins the next tour when one is over.
 */
export interface TourSeries {
  readonly uuid: string;
  readonly ownerUserId: string;
  readonly skillUid: number;
  readonly skillName: string;
  readonly locale: Locale;
  readonly state: TourSeriesState;
  /** Why it paused or stopped by itself, or `null`. */
  readonly code: string | null;
  /** In the order they are gone through; at most one is `running`. */
  readonly pages: readonly TourPage[];
  /** Grows by one with every change. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface TourPage {
  readonly page: number;
  readonly state: TourPageState;
  readonly code: string | null;
  readonly conversationUuid: string | null;
}

/** What has become of the tour under way. */
export type CurrentTour =
  /** Its conversation is there, the process was not asked for yet: between two steps, or left by a crash. */
  | { readonly kind: 'unsent' }
  /** At work, waiting for an answer, or in talk with the editor. */
  | { readonly kind: 'open' }
  | { readonly kind: 'finished' }
  /** Ended by the editor before its last point. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'page_gone' }
  | { readonly kind: 'failed'; readonly code: string };

export type SeriesStep =
  | { readonly do: 'rest' }
  | { readonly do: 'send'; readonly index: number }
  | {
      readonly do: 'settle';
      readonly index: number;
      readonly state: TourPageState;
      readonly code: string | null;
      readonly pauses: boolean;
    }
  | { readonly do: 'start'; readonly index: number }
  | { readonly do: 'finish' };

/**
 * What a series does next. One tour at a time: nothing begins while one is under way. What failed or was ended by hand
 * pauses it, so that one cause does not use up all pages; a page that is gone is left out and the next one begins.
 */
export function seriesStep(
  series: Pick<TourSeries, 'state' | 'pages'>,
  current: CurrentTour | null,
): SeriesStep {
  if (series.state === 'finished' || series.state === 'stopped') return { do: 'rest' };
  const index = runningIndex(series);
  if (index !== null && current !== null) return stepOfRunning(series.state, index, current);
  if (index !== null) return { do: 'rest' };
  const next = series.pages.findIndex(({ state }) => state === 'queued');
  if (next < 0) return { do: 'finish' };
  return series.state === 'active' ? { do: 'start', index: next } : { do: 'rest' };
}

function stepOfRunning(state: TourSeriesState, index: number, current: CurrentTour): SeriesStep {
  const settle = { do: 'settle', index, code: null, pauses: false } as const;
  switch (current.kind) {
    case 'unsent':
      return state === 'active' ? { do: 'send', index } : { do: 'rest' };
    case 'open':
      return { do: 'rest' };
    case 'finished':
      return { ...settle, state: 'done' };
    case 'ended':
      return { ...settle, state: 'ended', pauses: true };
    case 'page_gone':
      return { ...settle, state: 'failed', code: 'subject_unreadable' };
    case 'failed':
      return { ...settle, state: 'failed', code: current.code, pauses: true };
  }
}

/** Index of the page whose tour is under way, or `null`. */
export function runningIndex({ pages }: Pick<TourSeries, 'pages'>): number | null {
  const index = pages.findIndex(({ state }) => state === 'running');
  return index < 0 ? null : index;
}

/** What is known of the conversation of a running page. */
export interface TourConversation {
  readonly status: 'idle' | 'processing' | 'awaiting_approval' | 'awaiting_input' | 'failed';
  readonly isEmpty: boolean;
  readonly hasOpenTour: boolean;
  readonly hasFinished: boolean;
  /** Code of the last stop, or `null`. */
  readonly stopCode: string | null;
}

/** How the tour of a page stands, read from its conversation; `null` for one that was deleted. */
export function currentTour(
  conversation: TourConversation | null,
  isPageReadable: boolean,
): CurrentTour {
  if (conversation === null) return { kind: 'ended' };
  if (conversation.isEmpty) return { kind: 'unsent' };
  if (conversation.status === 'failed') {
    return isPageReadable
      ? { kind: 'failed', code: conversation.stopCode ?? 'internal' }
      : { kind: 'page_gone' };
  }
  if (conversation.status !== 'idle' || conversation.hasOpenTour) return { kind: 'open' };
  return { kind: conversation.hasFinished ? 'finished' : 'ended' };
}

/** The pages with one of them changed. */
export function withPage(
  pages: readonly TourPage[],
  index: number,
  change: Partial<TourPage>,
): readonly TourPage[] {
  return pages.map((page, at) => (at === index ? { ...page, ...change } : page));
}
