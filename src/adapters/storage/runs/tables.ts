/** Runs, their event logs and journals, and the switches of tools. Times in milliseconds, JSON as text. */
export interface RunsTables {
  run: RunTable;
  run_event: RunEventTable;
  run_journal: RunJournalTable;
  run_content: RunContentTable;
  tool_state: ToolStateTable;
}

export interface RunTable {
  uuid: string;
  status: string;
  outcome: string | null;
  termination: string | null;
  configuration_uid: number;
  initiator_user_id: string | null;
  /** JSON of `Pin[]`. */
  pins: string;
  process_skill_uid: number | null;
  /** JSON of `Invocation`. */
  invocation: string | null;
  /** JSON of `RecordRef`. */
  subject: string | null;
  /** JSON of `number[]`. */
  forced_skill_uids: string;
  /** JSON of `number[]`. */
  forced_snippet_uids: string;
  /** JSON of `string[]`; `null` = no skill restricts. */
  allow_list: string | null;
  predecessor: string | null;
  wake_topic: string;
  wake_id: string;
  /** Sealed, as are `suspended` and `text`. */
  request: string | null;
  suspended: string | null;
  text: string | null;
  pause_ordinal: number;
  lease_owner: string | null;
  lease_expires_at_ms: number | null;
  /** JSON of `PendingEffect`. */
  pending_effect: string | null;
  requeue_count: number;
  not_before_ms: number;
  event_count: number;
  journal_count: number;
  created_at_ms: number;
  finished_at_ms: number | null;
}

/** Append-only: nothing changes or deletes a row but the removal of its whole run. */
export interface RunEventTable {
  run_uuid: string;
  sequence: number;
  kind: string;
  /** JSON. */
  payload: string;
  at_ms: number;
}

export interface RunJournalTable {
  run_uuid: string;
  /** From 0. */
  position: number;
  /** Sealed. */
  entry: string;
}

/** What was said in a step, as far as the privacy level kept it. */
export interface RunContentTable {
  run_uuid: string;
  /** The event's. */
  sequence: number;
  /** Sealed. */
  content: string;
}

export interface ToolStateTable {
  /** `tool` or `group`. */
  kind: string;
  name: string;
  enabled: number;
}
