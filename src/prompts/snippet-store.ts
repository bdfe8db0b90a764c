import type { Transaction } from '../base/index.ts';
import type { SnippetFields } from '../contracts/index.ts';
import type { Snippet, SnippetReader } from './snippet.ts';

/** A snippet as it is stored. */
export interface StoredSnippet extends Snippet {
  /** Counts the edits; a writer who read an earlier one is refused. */
  readonly revision: number;
}

/** A mark that was set: exactly this block, by whom, when. Append-only. */
export interface SnippetMarkRow {
  readonly id: number;
  readonly snippetUid: number;
  readonly digest: string;
  readonly name: string;
  readonly text: string;
  readonly markedBy: string;
  readonly atMs: number;
}

/** One edit of a snippet. Append-only. */
export interface SnippetHistoryRow {
  readonly id: number;
  readonly snippetUid: number;
  readonly atMs: number;
  readonly userId: string;
  /** `null` for the first text. */
  readonly before: SnippetFields | null;
  readonly after: SnippetFields;
  readonly digest: string;
}

export type SnippetAuditEvent =
  | 'snippet_created'
  | 'snippet_edited'
  | 'snippet_rolled_back'
  | 'snippet_archived'
  | 'snippet_restored'
  | 'snippet_deleted'
  | 'snippet_marked'
  | 'snippet_mark_refused'
  | 'snippet_unmarked'
  | 'snippet_use_changed';

/** Append-only; stays when its snippet is deleted. */
export interface SnippetAuditRow {
  readonly id: number;
  readonly atMs: number;
  readonly event: SnippetAuditEvent;
  readonly snippetUid: number | null;
  /** The snippet's identifier or the configuration's name at the time. */
  readonly subject: string;
  readonly digest: string | null;
  readonly actorId: string;
  readonly detail: string;
}

/** Everything one may read of snippets. */
export interface SnippetRecords extends SnippetReader {
  /** By sorting, then name. */
  snippets(): Promise<readonly StoredSnippet[]>;
  snippet(uid: number): Promise<StoredSnippet | null>;
  /** The newest mark that was set under this digest. */
  markOf(uid: number, digest: string): Promise<SnippetMarkRow | null>;
  /** Newest first. */
  history(uid: number): Promise<readonly SnippetHistoryRow[]>;
  /** Newest first; of one snippet, or of everything. */
  audit(filter: {
    readonly snippetUid?: number;
    readonly limit: number;
  }): Promise<readonly SnippetAuditRow[]>;
}

/**
 * Where snippets are kept. Marks, history and audit can be appended and read, and nothing else: there is no method to
 * change or remove one, and the database refuses it too.
 */
export interface SnippetStore extends SnippetRecords {
  within(transaction: Transaction): SnippetWriter;
}

export interface SnippetWriter extends SnippetRecords {
  /** The snippet, locked until the transaction ends: whoever decides about it next waits. */
  lockSnippet(uid: number): Promise<StoredSnippet | null>;
  /** Adds a snippet without a mark and returns its uid; `null` when the identifier is taken. */
  insert(
    snippet: { readonly identifier: string; readonly fields: SnippetFields },
    atMs: number,
  ): Promise<number | null>;
  /** Writes the fields as the next revision. The mark is left as it is: it names a text, not this row. */
  update(uid: number, fields: SnippetFields, atMs: number): Promise<void>;
  setHidden(uid: number, hidden: boolean, atMs: number): Promise<void>;
  /** The one way a mark is written: with the row that says who did it. `null` takes it away. */
  setMark(uid: number, mark: Omit<SnippetMarkRow, 'id' | 'snippetUid'> | null): Promise<void>;
  remove(uid: number): Promise<void>;
  appendHistory(row: Omit<SnippetHistoryRow, 'id'>): Promise<void>;
  appendAudit(row: Omit<SnippetAuditRow, 'id'>): Promise<void>;
}

/** What a configuration says about snippets. */
export interface SnippetConfiguration {
  readonly uid: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly snippetTags: readonly string[];
  readonly snippetsInCallerSystemMessage: boolean;
}

/** The configurations, as far as snippets are concerned. */
export interface SnippetConfigurations {
  configurations(): Promise<readonly SnippetConfiguration[]>;
  within(transaction: Transaction): {
    /** Replaces the named fields; `false` when there is no such configuration. */
    update(
      uid: number,
      changes: Partial<Pick<SnippetConfiguration, 'snippetTags' | 'snippetsInCallerSystemMessage'>>,
      atMs: number,
    ): Promise<boolean>;
  };
}
