import type { Generated } from 'kysely';

/** Content: uids of records that have none of their own, and what was written. */
export interface ContentTables {
  content_identity: ContentIdentityTable;
  record_history: RecordHistoryTable;
  record_history_file: RecordHistoryFileTable;
  content_search: ContentSearchTable;
  content_link: ContentLinkTable;
}

/** A page as the search index holds it; its words are in `content_words` (SQLite) or in `words`. */
export interface ContentSearchTable {
  page_uid: number;
  path: string;
  language: string;
  stamp: string;
  version: string;
  title: string;
  description: string;
  /** JSON of the elements' texts. */
  texts: string;
  /** PostgreSQL only. */
  words: Generated<string>;
}

/** One address that a link of an indexed page may mean. */
export interface ContentLinkTable {
  id: Generated<number>;
  page_uid: number;
  /** Position of the element it stands in. */
  element: number;
  text: string;
  target: string;
  address: string;
}

/** One uid. Rows are never deleted: a record that is gone keeps its uid for ever. */
export interface ContentIdentityTable {
  uid: Generated<number>;
  record_table: 'pages' | 'content' | 'references';
  /** Pages only. */
  path: string | null;
  /** Pages only: the file version the lists belong to, and the counter replacements compare and set. */
  version: string | null;
  revision: number;
  /** Elements and references: their page; references: their element too. */
  page_uid: number | null;
  element_uid: number | null;
  /** Place within the page; of a reference within its element. */
  position: number;
  kind: string;
  /** Elements: sha256 of the source. References: the target. */
  hash: string;
  sample: string;
  gone: number;
}

/** One write: the intention before it, settled after it. */
export interface RecordHistoryTable {
  /** Orders rows as they were begun. */
  sequence: Generated<number>;
  id: string;
  page_uid: number;
  path: string;
  record_table: string;
  record_uid: number;
  /** JSON of the field changes. */
  fields: string;
  /** JSON of the splices. */
  edits: string;
  user_id: string;
  run_uuid: string | null;
  at_ms: number;
  undoes: string | null;
  base_version: string;
  new_version: string;
  state: 'planned' | 'done' | 'failed';
  /** The file as it was, base64. */
  before_image: string;
  /** What an outside program had just written when our rename replaced it, base64. */
  overwritten: string | null;
}

/** One file of a write that touches several, or makes or removes one. */
export interface RecordHistoryFileTable {
  /** Orders the files of a write as they are written. */
  sequence: Generated<number>;
  history_id: string;
  page_uid: number;
  path: string;
  /** `null` = the file was not there before, or is not there after. */
  base_version: string | null;
  new_version: string | null;
  /** JSON of the splices. */
  edits: string;
  /** The file as it was, base64; `null` = it was not there. */
  before_image: string | null;
}
