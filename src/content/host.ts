import type { Actor } from '../actors/index.ts';
import type { RecordRef, WriteCompleteness } from '../contracts/index.ts';
import type { ContentChange, PlanResult, PlannedChange } from './change.ts';
import type { HistoryEntry } from './history.ts';
import type { LinksIn } from './search-index.ts';
import type {
  FoundPages,
  PageContent,
  PageTree,
  RenderedPage,
  SiteDescription,
} from './records.ts';

/** What the host says after a write. Hook failures are no part of it: the write port collects them (decisions §81). */
export interface AppliedChange {
  /** What happened, in one or two sentences for the model. */
  readonly content: string;
  readonly target: RecordRef | null;
  readonly completeness: WriteCompleteness;
  /** The history row that can undo it. */
  readonly historyId: string;
}

/** For whom and in which run a change is written; kept in the record's history. */
export interface WriteContext {
  readonly actor: Actor;
  readonly runUuid: string | null;
}

/**
 * A place where content lives: a folder of Markdown, a CMS. Every method acts with the given actor's rights; what the
 * actor may not read is not there (`null`, left out of lists), what it may not write is refused (design §6, HST-01).
 *
 * Errors: `content_refused` (`data.reason`, see `ChangeRefusalCode`) when `apply` or `undo` finds the base moved or the
 * right gone, `unavailable` when they could not begin; nothing is written then. What else they throw leaves it open.
 */
export interface ContentHost {
  describe(actor: Actor): Promise<SiteDescription>;
  pageTree(actor: Actor): Promise<PageTree>;
  readPage(pageUid: number, actor: Actor): Promise<PageContent | null>;
  /** The page a record belongs to (itself for `pages`), or `null` when unknown or unreadable. */
  pageOf(record: RecordRef, actor: Actor): Promise<number | null>;
  /** A page of this address: a path relative to the content root, with or without extension; or `null`. */
  findPage(address: string, actor: Actor): Promise<number | null>;
  /**
   * The page an address leads to by the rules of the site's generator: as a link on the page `from`, or, without one, as an
   * address of the site (with or without its origin); `null` when to none the actor may read. A host that has no such rules
   * has no such method: then an address is the path of a file.
   */
  resolveUrl?(url: string, actor: Actor, from?: number): Promise<number | null>;
  /**
   * Pages that hold, in title, description or text, a word that begins with each word of the query, whatever case and
   * accents; those with all of them in the title first, then the closest; at most `limit` (default 20). A query under two characters finds nothing.
   */
  search(query: string, actor: Actor, limit?: number): Promise<FoundPages>;
  /**
   * Links on other pages that lead to this one, by page; at most `limit`. A host that cannot tell has no such method.
   */
  linksTo?(pageUid: number, actor: Actor, limit: number): Promise<LinksIn>;
  /**
   * The page as sanitised HTML. Each element carries `id="element-<table>-<uid>"`.
   * Shape: body markup only, without html or head.
   */
  renderPage(pageUid: number, actor: Actor): Promise<RenderedPage | null>;
  /** What a change would do. Deterministic: same content, same change, same plan. Writes nothing. */
  plan(change: ContentChange, actor: Actor): Promise<PlanResult>;
  /** Writes a planned change, exactly it, if the base version still holds; else `content_refused` with `base_moved`. */
  apply(planned: PlannedChange, context: WriteContext): Promise<AppliedChange>;
  /** History of a page's records, newest first. */
  history(pageUid: number, actor: Actor): Promise<readonly HistoryEntry[]>;
  /** Takes one write back as an inverse change; refused with `text_moved_on` when the text is no longer what it wrote. */
  undo(historyId: string, context: WriteContext): Promise<AppliedChange>;
  /** Whether the actor may write this field now. */
  mayWrite(record: RecordRef, field: string, actor: Actor): Promise<boolean>;
  /** Bytes behind a page's own image (relative sources in `renderPage`), or `null`; never outside the site. */
  asset(path: string, actor: Actor): Promise<{ mediaType: string; bytes: Uint8Array } | null>;
  close(): Promise<void>;
}
