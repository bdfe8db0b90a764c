import type { UserActor } from '../../actors/index.ts';
import { isAppError, type Alongside } from '../../base/index.ts';
import type { ChatDeps } from '../chat-deps.ts';
import type { ChatService } from '../chat-service.ts';
import { moved } from '../conversation-access.ts';
import {
  currentTour,
  runningIndex,
  seriesStep,
  withPage,
  type CurrentTour,
  type SeriesStep,
  type TourSeries,
} from './tour-series.ts';
import { changeSeries, type ChangeSeriesDeps } from './change-series.ts';
import type { TourSeriesChange } from './tour-series-store.ts';

/** What the tours of several pages are made of, besides the chat they run in. */
export interface TourSeriesDeps
  extends
    ChangeSeriesDeps,
    Pick<
      ChatDeps,
      'conversations' | 'transactions' | 'directory' | 'skills' | 'host' | 'clock' | 'ids' | 'log'
    > {
  readonly chat: Pick<ChatService, 'create' | 'sendMessage' | 'endProcess'>;
}

/** Refusals that pass by themselves: the next look tries again. */
const PASSING: readonly string[] = [
  'too_many_requests',
  'conversation_busy',
  'conversation_moved',
  'unavailable',
];
/** More steps than one look at a series may take: each page is begun and settled at most a few times. */
const STEPS_PER_PAGE = 6;

export interface SeriesAdvance {
  /** Takes over what became of the tour under way and begins the next one, as far as that goes now. */
  readonly advance: (uuid: string) => Promise<void>;
}

export function createSeriesAdvance(deps: TourSeriesDeps): SeriesAdvance {
  /** One compare-and-set; `null` when the series moved meanwhile. */
  const write = (series: TourSeries, change: TourSeriesChange): Promise<TourSeries | null> =>
    deps.transactions.transact((transaction) => changeSeries(deps, transaction, [series, change]));

  const tourOf = async (series: TourSeries, actor: UserActor): Promise<CurrentTour | null> => {
    const index = runningIndex(series);
    const page = index === null ? undefined : series.pages[index];
    if (page?.conversationUuid == null) return null;
    const row = await deps.conversations.conversation(page.conversationUuid);
    if (row === null) return currentTour(null, true);
    const entries = await deps.conversations.entries(row.uuid);
    const stopped = entries.findLast(({ body }) => body.kind === 'stopped')?.body;
    return currentTour(
      {
        status: row.status,
        isEmpty: row.lastSequence === 0 && row.status === 'idle',
        hasOpenTour: row.tourStart !== null,
        hasFinished: entries.some(({ body }) => body.kind === 'tour_finished'),
        stopCode: stopped?.kind === 'stopped' ? stopped.code : null,
      },
      (await deps.host.readPage(page.page, actor)) !== null,
    );
  };

  /** The page is given its conversation first, so that whoever looks next finds it, whatever happens in between. */
  const start = async (series: TourSeries, actor: UserActor, index: number): Promise<boolean> => {
    const page = series.pages[index];
    if (page === undefined) return false;
    try {
      const { uuid } = await deps.chat.create(actor, { page: page.page, locale: series.locale });
      const running = { state: 'running', conversationUuid: uuid, code: null } as const;
      return (await write(series, { pages: withPage(series.pages, index, running) })) !== null;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return refused(series, index, { code: error.code, isGone: error.code === 'not_found' });
    }
  };

  /** Counts only while the series is as it was read: one that was paused or stopped meanwhile begins nothing. */
  const send = async (series: TourSeries, actor: UserActor, index: number): Promise<boolean> => {
    const uuid = series.pages[index]?.conversationUuid ?? '';
    const alongside: Alongside = async (transaction) => {
      const nowMs = deps.clock.now();
      if ((await deps.series.within(transaction).change(series, {}, nowMs)) === null) throw moved();
    };
    const message = { text: '', skillUid: series.skillUid, isFirst: true, alongside };
    try {
      await deps.chat.sendMessage(actor, uuid, message);
      return false; // at work now; its end brings the next look
    } catch (error) {
      if (!isAppError(error)) throw error;
      const { code } = error;
      return refused(series, index, { code, isGone: code === 'subject_unreadable' });
    }
  };

  /** Nothing began. `isGone`: the page is not there. Resolves to whether there is more to do at once. */
  const refused = async (
    series: TourSeries,
    index: number,
    { code, isGone }: { readonly code: string; readonly isGone: boolean },
  ): Promise<boolean> => {
    if (PASSING.includes(code)) return false;
    const change = isGone
      ? ({ state: 'failed', code: 'subject_unreadable', conversationUuid: null } as const)
      : ({ state: 'queued', code: null, conversationUuid: null } as const);
    await write(series, {
      pages: withPage(series.pages, index, change),
      ...(isGone ? {} : { state: 'paused', code }),
    });
    return isGone;
  };

  const carryOut = async (
    series: TourSeries,
    actor: UserActor,
    step: SeriesStep,
  ): Promise<boolean> => {
    switch (step.do) {
      case 'rest':
        return false;
      case 'start':
        return start(series, actor, step.index);
      case 'send':
        return send(series, actor, step.index);
      case 'finish':
        await write(series, { state: 'finished', code: null });
        return false;
      case 'settle': {
        const { index, state, code, pauses } = step;
        await write(series, {
          pages: withPage(series.pages, index, { state, code }),
          ...(pauses ? { state: 'paused', code: code ?? 'tour_ended' } : {}),
        });
        return true;
      }
    }
  };

  const advance: SeriesAdvance['advance'] = async (uuid) => {
    let series = await deps.series.series(uuid);
    const limit = (series?.pages.length ?? 0) * STEPS_PER_PAGE;
    for (let taken = 0; series !== null && taken < limit; taken += 1) {
      const actor = await deps.directory.user(series.ownerUserId);
      if (actor?.kind !== 'user') {
        await write(series, { state: 'stopped', code: 'not_permitted' });
        return;
      }
      const step = seriesStep(series, await tourOf(series, actor));
      if (!(await carryOut(series, actor, step))) return;
      series = await deps.series.series(uuid);
    }
  };

  return { advance };
}
