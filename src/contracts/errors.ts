/**
 * Every error code that crosses a border, with the HTTP status it becomes. The sentence comes with the error; a client
 * that speaks another language looks the code up in its own dictionary.
 */
export const ERROR_STATUS = {
  // who and what
  not_signed_in: 401,
  not_permitted: 403,
  not_found: 404,
  invalid_request: 400,
  too_many_requests: 429,
  cross_origin: 403,
  setup_link_invalid: 403,
  already_set_up: 409,
  email_taken: 409,
  credentials_invalid: 401,
  internal: 500,
  unavailable: 503,
  // skills
  skill_changed: 409,
  skill_orphaned: 409,
  skill_without_digest: 409,
  skill_damaged: 409,
  skill_read_only: 409,
  skill_invalid: 422,
  field_protected: 403,
  digest_unknown: 404,
  source_invalid: 422,
  source_disabled: 409,
  sync_running: 409,
  trial_running: 409,
  process_on_demand: 422,
  attachments_changed: 409,
  // snippets
  snippet_changed: 409,
  snippet_invalid: 422,
  // starting and continuing a run
  configuration_access: 403,
  skill_not_attached: 409,
  skill_disabled: 409,
  skill_not_admitted: 409,
  subject_unreadable: 404,
  not_an_instruction: 409,
  service_account_process: 403,
  may_not_approve: 403,
  four_eyes: 409,
  process_running: 409,
  does_not_fit: 422,
  context_blocked: 409,
  predecessor_missing: 409,
  predecessor_not_yours: 403,
  predecessor_not_terminal: 409,
  // deciding
  access_denied: 404,
  not_awaiting_approval: 409,
  not_awaiting_input: 409,
  configuration_gone: 409,
  self_approval: 403,
  corrupt_state: 409,
  already_resuming: 409,
  stale_approval: 409,
  stale_input: 409,
  approver_not_permitted: 403,
  submitter_not_permitted: 403,
  not_auditable: 503,
  invalid_input: 422,
  decide_in_chat: 409,
  // chat
  conversation_busy: 409,
  conversation_moved: 409,
  too_many_conversations: 429,
  message_too_long: 400,
  message_empty: 400,
  tour_running: 409,
  // tasks
  task_changed: 409,
  task_input_invalid: 422,
  process_in_task: 409,
  // content
  content_refused: 409,
  // models
  provider_failed: 502,
  model_misconfigured: 409,
  identifier_taken: 409,
  address_refused: 422,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
