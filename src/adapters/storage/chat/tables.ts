/** Conversations, their entries, how cards ended, and open points. Times in milliseconds, JSON as text. */
export interface ChatTables {
  conversation: ConversationTable;
  conversation_entry: ConversationEntryTable;
  proposal_outcome: ProposalOutcomeTable;
  conversation_attachment: ConversationAttachmentTable;
  conversation_image: ConversationImageTable;
  conversation_left_run: ConversationLeftRunTable;
  open_point: OpenPointTable;
  tour_series: TourSeriesTable;
}

export interface ConversationTable {
  uuid: string;
  owner_user_id: string;
  title: string;
  /** The title as it is searched: see `foldedText`. */
  title_folded: string;
  page_uid: number | null;
  locale: string;
  configuration_uid: number;
  status: string;
  version: number;
  run_uuid: string | null;
  event_sequence: number;
  claimed_from: string | null;
  /** JSON of `RecordedDecision`. */
  decision: string | null;
  end_process: number;
  tour_start: number | null;
  /** JSON of `HeldProcess`. */
  process: string | null;
  /** JSON of `Progress`. */
  progress: string | null;
  /** JSON of `RecordRef`. */
  highlight: string | null;
  last_sequence: number;
  pinned: number;
  archived_at_ms: number | null;
  opened_at_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
  work_owner: string | null;
  work_until_ms: number;
}

export interface ConversationEntryTable {
  conversation_uuid: string;
  sequence: number;
  at_ms: number;
  /** JSON: the body as shown; `{kind:'outcome',id}` and `{kind:'tour_finished',since}` are filled in when read. */
  body: string;
  /** What the person wrote, as it is searched; `null` for everything else. */
  said_folded: string | null;
}

export interface ProposalOutcomeTable {
  id: string;
  conversation_uuid: string;
  sequence: number;
  kind: string;
  /** JSON of `FieldChange[]`, as the card showed them. */
  fields: string;
  tool: string;
  target_table: string | null;
  target_uid: number | null;
  history_id: string | null;
  undone: number;
  point: number | null;
}

/** A file that comes with a message: a document as its text, an image as its size. */
export interface ConversationAttachmentTable {
  uuid: string;
  conversation_uuid: string;
  /** Of the message it was sent with; `null` until then. */
  sequence: number | null;
  name: string;
  kind: string;
  /** Size of the file. */
  bytes: number;
  pages: number | null;
  /** The extracted text; empty for an image. */
  body: string;
  created_at_ms: number;
  /** Of an image, in pixels. */
  width: number | null;
  height: number | null;
}

/** What an image shows, in pieces. */
export interface ConversationImageTable {
  attachment_uuid: string;
  /** From 0. */
  position: number;
  piece: string;
}

/** A run whose card waits on without its conversation. */
export interface ConversationLeftRunTable {
  conversation_uuid: string;
  run_uuid: string;
  /** The last of its events the conversation was told of. */
  event_sequence: number;
}

export interface OpenPointTable {
  id: string;
  skill_uid: number;
  subject_table: string;
  subject_uid: number;
  target_table: string;
  target_uid: number;
  /** Empty for a write that names a record but no field. */
  field: string;
  recorded_by: string;
  at_ms: number;
}

export interface TourSeriesTable {
  uuid: string;
  owner_user_id: string;
  skill_uid: number;
  skill_name: string;
  locale: string;
  state: string;
  code: string | null;
  /** JSON of `TourPage[]`. */
  pages: string;
  /** Conversation of the page in `running`, to find the series when it settles. */
  running_conversation: string | null;
  version: number;
  created_at_ms: number;
  updated_at_ms: number;
}
