/** Conversations, their entries, how cards ended, and open points. Times in milliseconds, JSON as text. */
export interface ChatTables {
  conversation: ConversationTable;
  conversation_entry: ConversationEntryTable;
  proposal_outcome: ProposalOutcomeTable;
  open_point: OpenPointTable;
}

export interface ConversationTable {
  uuid: string;
  owner_user_id: string;
  title: string;
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
