import type { Generated } from 'kysely';

export interface PromptsTables {
  snippet: SnippetTable;
  snippet_mark: SnippetMarkTable;
  snippet_history: SnippetHistoryTable;
  snippet_audit: SnippetAuditTable;
}

export interface SnippetTable {
  uid: Generated<number>;
  identifier: string;
  name: string;
  description: string;
  text: string;
  /** JSON list of lower-case words. */
  tags: string;
  active: number;
  hidden: number;
  sorting: number;
  data_class: string | null;
  caller_system_digest: string | null;
  revision: number;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Append-only. */
export interface SnippetMarkTable {
  id: Generated<number>;
  snippet_uid: number;
  digest: string;
  name: string;
  text: string;
  marked_by: string;
  at_ms: number;
}

/** Append-only. */
export interface SnippetHistoryTable {
  id: Generated<number>;
  snippet_uid: number;
  at_ms: number;
  user_id: string;
  /** JSON of the fields; null for the first text. */
  before_fields: string | null;
  after_fields: string;
  digest: string;
}

/** Append-only. */
export interface SnippetAuditTable {
  id: Generated<number>;
  at_ms: number;
  event: string;
  snippet_uid: number | null;
  subject: string;
  digest: string | null;
  actor_id: string;
  detail: string;
}
