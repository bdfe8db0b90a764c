import type { Actor, UserActor } from '../../actors/index.ts';
import { AppError, isAppError, type AccompaniedNew } from '../../base/index.ts';
import {
  MAX_TOUR_PAGES,
  type CreateTourSeries,
  type TourSeriesView,
} from '../../contracts/index.ts';
import { moved, personOf, requireProcessRight } from '../conversation-access.ts';
import { createSeriesAdvance, type TourSeriesDeps } from './advance-series.ts';
import { changeSeries } from './change-series.ts';
import { runningIndex, withPage, type TourPage, type TourSeries } from './tour-series.ts';
import type { TourSeriesChange } from './tour-series-store.ts';
import { createTourSeriesViews } from './tour-series-view.ts';

/** How many series a list shows. */
const LISTED = 20;
/** A series nobody touched for this long is forgotten; what its tours did stays in their conversations. */
const FORGET_AFTER_MS = 90 * 24 * 60 * 60 * 1_000;
/** How often a change is tried again over a series that moved. */
const ATTEMPTS = 5;
const ACTIVE = { state: 'active', code: null } as const;

/**
 * One process over several pages, a tour for each, one after the other. One series of a person is active at a time; the others
 * may be paused. Every method knows only the actor's own series: another one is `not_found`.
 */
export interface TourSeriesService {
  /** Queues the pages and begins with the first. `tour_running` (`data.uuid`) while another series is active. */
  create(actor: Actor, request: CreateTourSeries & AccompaniedNew): Promise<TourSeriesView>;
  /** Newest first, without outcomes. */
  list(actor: Actor): Promise<readonly TourSeriesView[]>;
  view(actor: Actor, uuid: string): Promise<TourSeriesView>;
  /** Takes over what became of the tour under way, and begins the next. For whoever saw it end. */
  look(actor: Actor, uuid: string): Promise<TourSeriesView>;
  /** Leaves a page out; a tour under way there is ended. `conversation_busy` while the assistant is at work on it. */
  skip(actor: Actor, uuid: string, position: number): Promise<TourSeriesView>;
  /** Queues a page again that failed, was skipped or ended, and goes on. */
  retry(actor: Actor, uuid: string, position: number): Promise<TourSeriesView>;
  /** No further page begins; a card that waits goes on waiting. */
  pause(actor: Actor, uuid: string): Promise<TourSeriesView>;
  resume(actor: Actor, uuid: string): Promise<TourSeriesView>;
  /** For good: the tour under way is ended, what was saved stays saved. */
  stop(actor: Actor, uuid: string): Promise<TourSeriesView>;
  /** To be called when a conversation was worked on: its series, if it has one, goes on. Never throws. */
  conversationSettled(conversationUuid: string): Promise<void>;
  /** Looks at every active series: at start and from time to time, for what a crash left. */
  resumeInterrupted(): Promise<void>;
  /** Forgets old series. Returns how many. */
  cleanUp(): Promise<number>;
}

export function createTourSeries(deps: TourSeriesDeps): TourSeriesService {
  const views = createTourSeriesViews(deps);
  const { advance } = createSeriesAdvance(deps);

  const own = async (uuid: string, actor: UserActor): Promise<TourSeries> => {
    const series = await deps.series.series(uuid);
    if (series?.ownerUserId !== actor.userId) {
      throw new AppError('not_found', 'There is no such tour.');
    }
    return series;
  };

  const shown = async (actor: UserActor, uuid: string): Promise<TourSeriesView> => {
    await advance(uuid);
    return views.view(await own(uuid, actor), actor);
  };

  /**
   * Changes what is there now; a series that moves under it is read again. `null` from `change` = nothing to do. Under the
   * lock that keeps it to one active series a person: `other` is the one that is, beside this.
   */
  const alter = async (
    actor: UserActor,
    uuid: string,
    change: (series: TourSeries, other: TourSeries | null) => TourSeriesChange | null,
  ): Promise<void> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const series = await own(uuid, actor);
      const written = await deps.transactions.transact(async (transaction) => {
        const writer = deps.series.within(transaction);
        await writer.lockOwner(actor.userId);
        const active = await writer.activeOf(actor.userId);
        const next = change(series, active.find((each) => each.uuid !== uuid) ?? null);
        return next === null ? series : changeSeries(deps, transaction, [series, next]);
      });
      if (written !== null) return;
    }
    throw moved();
  };

  const endTour = async (actor: UserActor, page: TourPage | undefined): Promise<void> => {
    if (page?.conversationUuid == null) return;
    const row = await deps.conversations.conversation(page.conversationUuid);
    if (row === null || row.lastSequence === 0) return;
    if (row.process === null && row.tourStart === null && row.status !== 'processing') return;
    await deps.chat.endProcess(actor, page.conversationUuid);
  };

  const guarded = async (uuid: string): Promise<void> => {
    try {
      await advance(uuid);
    } catch (error) {
      deps.log('A tour over several pages could not go on', {
        series: uuid,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  };

  return {
    create: async (actor, request) => {
      const person = personOf(actor);
      const name = await processName(deps, person, request.skillUid);
      await checkPages(deps, person, request.pages);
      const nowMs = deps.clock.now();
      const series: TourSeries = {
        uuid: deps.ids.uuid(),
        ownerUserId: person.userId,
        skillUid: request.skillUid,
        skillName: name,
        locale: request.locale,
        state: 'active',
        code: null,
        pages: request.pages.map((page) => ({
          page,
          state: 'queued',
          code: null,
          conversationUuid: null,
        })),
        version: 1,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      };
      await deps.transactions.transact(async (transaction) => {
        const writer = deps.series.within(transaction);
        await writer.lockOwner(person.userId);
        const [active] = await writer.activeOf(person.userId);
        refuseSecond(active ?? null);
        await writer.insert(series);
        await request.alongside?.(series.uuid)(transaction);
      });
      return shown(person, series.uuid);
    },

    list: async (actor) => {
      const person = personOf(actor);
      return views.summaries(await deps.series.ofOwner(person.userId, LISTED), person);
    },

    view: async (actor, uuid) => {
      const person = personOf(actor);
      return views.view(await own(uuid, person), person);
    },

    look: async (actor, uuid) => {
      const person = personOf(actor);
      await own(uuid, person);
      return shown(person, uuid);
    },

    skip: async (actor, uuid, position) => {
      const person = personOf(actor);
      const index = position - 1;
      const series = await own(uuid, person);
      if (runningIndex(series) === index) await endTour(person, series.pages[index]);
      await alter(person, uuid, ({ state, code, pages }, other) => {
        const page = pages[index];
        if (page === undefined || page.state === 'done' || page.state === 'skipped') return null;
        // A look in between may have taken the end of the tour for one by hand, and paused.
        const goesOn = code === 'tour_ended' && state === 'paused' && other === null;
        return {
          pages: withPage(pages, index, { state: 'skipped', code: null }),
          ...(goesOn ? ACTIVE : {}),
        };
      });
      return shown(person, uuid);
    },

    retry: async (actor, uuid, position) => {
      const person = personOf(actor);
      await alter(person, uuid, ({ pages }, other) => {
        refuseSecond(other);
        const page = pages[position - 1];
        if (page === undefined || page.state === 'running' || page.state === 'done') throw moved();
        const fresh = { state: 'queued', code: null, conversationUuid: null } as const;
        return { ...ACTIVE, pages: withPage(pages, position - 1, fresh) };
      });
      return shown(person, uuid);
    },

    pause: async (actor, uuid) => {
      const person = personOf(actor);
      await alter(person, uuid, ({ state }) =>
        state === 'active' ? { state: 'paused', code: null } : null,
      );
      return shown(person, uuid);
    },

    resume: async (actor, uuid) => {
      const person = personOf(actor);
      await alter(person, uuid, ({ state }, other) => {
        if (state !== 'paused') return null;
        refuseSecond(other);
        return ACTIVE;
      });
      return shown(person, uuid);
    },

    stop: async (actor, uuid) => {
      const person = personOf(actor);
      let running: TourPage | undefined;
      await alter(person, uuid, (series) => {
        if (series.state === 'finished' || series.state === 'stopped') return null;
        const index = runningIndex(series);
        running = index === null ? undefined : series.pages[index];
        return {
          state: 'stopped',
          code: null,
          ...(index === null ? {} : { pages: withPage(series.pages, index, { state: 'ended' }) }),
        };
      });
      try {
        await endTour(person, running);
      } catch (error) {
        // At work this very moment: its card, if there is to be one, waits in its conversation and can be ended there.
        if (!isAppError(error)) throw error;
      }
      return shown(person, uuid);
    },

    conversationSettled: async (conversationUuid) => {
      const series = await deps.series.running(conversationUuid);
      if (series !== null) await guarded(series.uuid);
    },
    resumeInterrupted: async () => {
      for (const uuid of await deps.series.active()) await guarded(uuid);
    },
    cleanUp: () =>
      deps.transactions.transact((transaction) =>
        deps.series.within(transaction).deleteUnused(deps.clock.now() - FORGET_AFTER_MS),
      ),
  };
}

function refuseSecond(other: TourSeries | null): void {
  if (other === null) return;
  throw new AppError(
    'tour_running',
    'Another tour over several pages is under way. Finish, pause or stop it first.',
    { data: { uuid: other.uuid } },
  );
}

async function processName(
  deps: Pick<TourSeriesDeps, 'skills'>,
  actor: UserActor,
  skillUid: number,
): Promise<string> {
  const skill = await deps.skills.skill(skillUid);
  if (skill === null) throw new AppError('not_found', 'There is no such process.');
  if (!skill.version.process) {
    throw new AppError('invalid_request', 'Only a process can be run over several pages.');
  }
  const { name } = skill.version;
  requireProcessRight(actor, { skillUid, name });
  return name;
}

async function checkPages(
  deps: Pick<TourSeriesDeps, 'host'>,
  actor: UserActor,
  pages: readonly number[],
): Promise<void> {
  if (pages.length === 0 || pages.length > MAX_TOUR_PAGES || new Set(pages).size < pages.length) {
    throw new AppError(
      'invalid_request',
      `Choose between 1 and ${String(MAX_TOUR_PAGES)} pages, each once.`,
    );
  }
  for (const page of pages) {
    if ((await deps.host.readPage(page, actor)) === null) {
      throw new AppError('not_found', 'There is no such page, or you may not read it.');
    }
  }
}
