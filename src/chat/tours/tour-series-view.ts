import type { Actor } from '../../actors/index.ts';
import type { ProposalOutcome, TourSeriesPage, TourSeriesView } from '../../contracts/index.ts';
import type { PageNode } from '../../content/index.ts';
import type { ChatDeps } from '../chat-deps.ts';
import { isAwaiting } from '../conversation.ts';
import { withheldOutcome } from '../gone-page.ts';
import { runningIndex, type TourPage, type TourSeries } from './tour-series.ts';

export interface TourSeriesViews {
  /** Everything, with how the cards of every page ended. */
  view(series: TourSeries, actor: Actor): Promise<TourSeriesView>;
  /** For lists: without outcomes. */
  summaries(series: readonly TourSeries[], actor: Actor): Promise<readonly TourSeriesView[]>;
}

/** What the reader may know of a page; nothing of one that is gone or not theirs to read. */
type Known = ReadonlyMap<number, Pick<PageNode, 'title' | 'language'>>;

export function createTourSeriesViews(
  deps: Pick<ChatDeps, 'conversations' | 'host'>,
): TourSeriesViews {
  const outcomesOf = async (conversationUuid: string): Promise<readonly ProposalOutcome[]> => {
    const entries = await deps.conversations.entries(conversationUuid);
    return entries.flatMap(({ body }) => (body.kind === 'outcome' ? [body.outcome] : []));
  };

  const pageView = async (
    page: TourPage,
    position: number,
    { known, isFull }: { readonly known: Known; readonly isFull: boolean },
  ): Promise<TourSeriesPage> => {
    const { conversationUuid } = page;
    const readable = known.get(page.page) ?? null;
    const [conversation, outcomes] = await Promise.all([
      conversationUuid === null || page.state !== 'running'
        ? null
        : deps.conversations.conversation(conversationUuid),
      conversationUuid === null || !isFull ? [] : outcomesOf(conversationUuid),
    ]);
    return {
      position,
      page: page.page,
      title: readable?.title ?? null,
      language: readable?.language ?? null,
      state: page.state,
      code: page.code,
      conversationUuid,
      waits: conversation !== null && isAwaiting(conversation.status),
      // What stood on a page is not told to somebody who may not read it now.
      outcomes: readable === null ? outcomes.map(withheldOutcome) : [...outcomes],
    };
  };

  const show = async (series: TourSeries, known: Known, isFull: boolean) => {
    const index = runningIndex(series);
    return {
      uuid: series.uuid,
      state: series.state,
      code: series.code,
      skillUid: series.skillUid,
      skillName: series.skillName,
      current: index === null ? null : index + 1,
      pages: await Promise.all(
        series.pages.map((page, at) => pageView(page, at + 1, { known, isFull })),
      ),
      createdAtMs: series.createdAtMs,
      updatedAtMs: series.updatedAtMs,
    };
  };

  const knownTo = async (actor: Actor): Promise<Known> => {
    const { roots } = await deps.host.pageTree(actor);
    return new Map(flat(roots).map((node) => [node.uid, node]));
  };

  return {
    view: async (series, actor) => show(series, await knownTo(actor), true),
    summaries: async (all, actor) => {
      if (all.length === 0) return [];
      const known = await knownTo(actor);
      return Promise.all(all.map((series) => show(series, known, false)));
    },
  };
}

function flat(nodes: readonly PageNode[]): readonly PageNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}
