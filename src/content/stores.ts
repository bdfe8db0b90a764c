import type { FieldChange, RecordRef } from '../contracts/index.ts';
import type { ElementKind } from './records.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * What a host that has no record ids of its own keeps beside the content. Words: *identity* = the uids of a page's
 * elements and references, with just enough of each to recognise it after a change; *history row* = one write, stored
 * before it happens and settled afterwards.
 */

export interface KnownReference {
  readonly uid: number;
  readonly kind: 'image' | 'link';
  readonly target: string;
  /** Alternative text or link text when it was last seen. */
  readonly sample: string;
}

export interface KnownElement {
  readonly uid: number;
  readonly kind: ElementKind;
  /** sha256 of the source. */
  readonly hash: string;
  /** The beginning of the source, at most `SAMPLE_CHARACTERS`. */
  readonly sample: string;
  readonly references: readonly KnownReference[];
}

export interface PageIdentity {
  readonly page: number;
  readonly path: string;
  /** Grows with every replacement. */
  readonly revision: number;
  /** The file version the lists belong to; `null` before the page was first read. */
  readonly version: string | null;
  readonly elements: readonly KnownElement[];
}

/** A list as it is now: `uid` of what was recognised, `null` for what is new. */
export type AlignedReference = Omit<KnownReference, 'uid'> & { readonly uid: number | null };
export type AlignedElement = Omit<KnownElement, 'uid' | 'references'> & {
  readonly uid: number | null;
  readonly references: readonly AlignedReference[];
};

export const SAMPLE_CHARACTERS = 1_000;

/** `there` = it had the new path already; `lost` = it has neither path: another write moved it since. */
export type PageMoved = 'moved' | 'there' | 'lost';

/** Keeps uids. A uid that is no longer in a list is never given to another record; an undo may bring its own back. */
export interface IdentityStore {
  /** Uids of pages by path, in one go; a path not seen before gets a new uid. */
  ensurePages(paths: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** `known`: as it was read before; where it still is so, it is handed back itself and not read again. */
  page(pageUid: number, known?: PageIdentity): Promise<PageIdentity | null>;
  /**
   * Replaces a page's lists, giving uids to what is new; what is not named is gone. Compare-and-set on the revision:
   * `null` when somebody else replaced them first, and then nothing is written.
   */
  replaceElements(
    pageUid: number,
    replacement: {
      readonly fromRevision: number;
      readonly version: string;
      readonly elements: readonly AlignedElement[];
    },
  ): Promise<PageIdentity | null>;
  /**
   * Gives a page another path, compare-and-set on the one it has. Whatever had the new path has none any more: its file
   * is gone, or was never more than seen while it was moved.
   */
  movePage(
    pageUid: number,
    paths: { readonly from: string; readonly to: string },
  ): Promise<PageMoved>;
  /** The page of an element or reference that is there now, or `null`. */
  pageOf(table: 'content' | 'references', uid: number): Promise<number | null>;
}

/**
 * One splice of a file's text, in the order they were made; each on the text the one before left. `lead` is the distance
 * in UTF-16 units from the splice to the field's value in the new text, by which an undo finds the place again.
 */
export interface RecordedEdit {
  readonly field: string;
  readonly start: number;
  readonly deleted: string;
  readonly inserted: string;
  readonly lead: number;
  /** Text around the splice, by which an undo finds it again where no field leads there. Default: a field does. */
  readonly around?: { readonly before: string; readonly after: string };
  /** Which elements the splice took away and put in. Default: none, the structure stayed as it was. */
  readonly elements?: ElementSplice;
}

/** A change of a page's list of elements at one place. */
export interface ElementSplice {
  /** Position in the list as the edit before left it. */
  readonly at: number;
  /** Uids of what went, in order. */
  readonly removed: readonly number[];
  /** Uids of what came; `null` = an element that never was there before. */
  readonly inserted: readonly (number | null)[];
}

/** One file of a write that touches several. */
export interface HistoryFile {
  readonly page: number;
  readonly path: string;
  /** sha256 before and after; `null` = the file was not there, or is not there any more. */
  readonly baseVersion: string | null;
  readonly newVersion: string | null;
  readonly edits: readonly RecordedEdit[];
}

/** `planned` → `done` when the file was replaced, or → `failed` when it was not. */
export type HistoryState = 'planned' | 'done' | 'failed';

export interface HistoryRow {
  readonly id: string;
  readonly page: number;
  readonly path: string;
  readonly target: RecordRef;
  readonly fields: readonly FieldChange[];
  readonly edits: readonly RecordedEdit[];
  readonly userId: string;
  readonly runUuid: string | null;
  readonly atMs: number;
  readonly undoes: string | null;
  /** Every file of a write that touches several or makes or removes one, in the order they are written. Default: only `path`. */
  readonly files?: readonly HistoryFile[];
  /** sha256 of the file before and after; empty where `files` says it. */
  readonly baseVersion: string;
  readonly newVersion: string;
  readonly state: HistoryState;
  readonly undone: boolean;
}

/** `lost` = somebody settled the row before, who took its writer for dead; what they found stands. */
export type Settled = 'settled' | 'lost';

/** Keeps writes. Rows are never changed except by `settle` and `keepOverwritten`, and never deleted. */
export interface HistoryStore {
  /** Stores the intention with the whole file as it was, before anything is written. */
  begin(
    row: Omit<HistoryRow, 'state' | 'undone'>,
    beforeImage: Uint8Array,
    /** Of `files`, by path; a file that was not there has none. */
    fileImages?: ReadonlyMap<string, Uint8Array>,
  ): Promise<void>;
  /** Compare-and-set from `planned`. */
  settle(id: string, state: 'done' | 'failed'): Promise<Settled>;
  /** Keeps bytes of an outside program that our rename replaced (HST-05). */
  keepOverwritten(id: string, bytes: Uint8Array): Promise<void>;
  /** What `keepOverwritten` kept, or `null`. */
  overwritten(id: string): Promise<Uint8Array | null>;
  find(id: string): Promise<HistoryRow | null>;
  beforeImage(id: string): Promise<Uint8Array | null>;
  /** One of a write's `files` as it was before, or `null`. */
  fileImage(id: string, path: string): Promise<Uint8Array | null>;
  /** Done rows of a page, and those that touched its file, newest first, at most `limit`. */
  ofPage(pageUid: number, limit: number): Promise<readonly HistoryRow[]>;
  /** The splices of the write of ours that led from the one version of the page to the other, or `null`. */
  wrote(
    pageUid: number,
    baseVersion: string,
    newVersion: string,
  ): Promise<readonly RecordedEdit[] | null>;
  /** Done rows of a run, oldest first. */
  ofRun(runUuid: string): Promise<readonly HistoryRow[]>;
  /** Runs that wrote something since. */
  runsSince(sinceMs: number): Promise<readonly string[]>;
  /** Rows that were begun and never settled: a crash, or a write under way elsewhere. */
  unsettled(): Promise<readonly HistoryRow[]>;
}

export interface ContentStores {
  readonly identity: IdentityStore;
  readonly history: HistoryStore;
  readonly search: SearchIndex;
}
