import type { PersonalDataFate, PersonalDataKind } from '../../../contracts/index.ts';

/** Whose a row is: a column holds the person's id, or the key of a row of another table that is theirs. */
export type OwnedBy =
  | { readonly columns: readonly string[] }
  | { readonly column: string; readonly of: string; readonly key: string };

/** What happens to the rows of a table that are a person's. */
export type PersonRule =
  | { readonly fate: 'impersonal' }
  | {
      readonly fate: PersonalDataFate;
      readonly kind: PersonalDataKind;
      readonly by: OwnedBy;
      /** Columns that are emptied where the row stays. */
      readonly empties?: readonly string[];
      /** Columns nobody is handed: secrets, and what the site itself holds. */
      readonly hides?: readonly string[];
    };

type Personal = Extract<PersonRule, { readonly kind: PersonalDataKind }>;
type Rest = Pick<Personal, 'empties' | 'hides'>;

const IMPERSONAL: PersonRule = { fate: 'impersonal' };
const rule =
  (fate: PersonalDataFate) =>
  (kind: PersonalDataKind, by: OwnedBy | string, rest: Rest = {}): PersonRule => ({
    fate,
    kind,
    by: typeof by === 'string' ? { columns: [by] } : by,
    ...rest,
  });
const deleted = rule('deleted');
/** The id in it names nobody once the account is empty. */
const pseudonym = rule('pseudonym');
const ofConversation = { column: 'conversation_uuid', of: 'conversation', key: 'uuid' } as const;
const ofRun = { column: 'run_uuid', of: 'run', key: 'uuid' } as const;

/**
 * Every table, and what deleting a person does to it; a test holds the list against the schema. Approvals, revocations, marks,
 * audits and page history stay, since others rest on them (decisions §83).
 */
const RULES: Readonly<Record<string, PersonRule>> = {
  auth_user: pseudonym('account', 'id'),
  person: pseudonym('account', 'user_id'),
  auth_account: deleted('sign_in', 'userId', {
    hides: ['password', 'accessToken', 'refreshToken', 'idToken'],
  }),
  auth_session: deleted('sign_in', 'userId', { hides: ['token'] }),
  auth_two_factor: deleted('sign_in', 'userId', { hides: ['secret', 'backupCodes'] }),
  auth_verification: deleted('sign_in', 'value', { hides: ['identifier'] }),
  password_link: deleted('sign_in', 'user_id', { hides: ['token_hash'] }),
  group_membership: deleted('groups', 'user_id'),

  conversation: deleted('conversations', 'owner_user_id'),
  conversation_entry: deleted('conversations', ofConversation),
  conversation_attachment: deleted('conversations', ofConversation),
  conversation_image: deleted('conversations', {
    column: 'attachment_uuid',
    of: 'conversation_attachment',
    key: 'uuid',
  }),
  conversation_left_run: deleted('conversations', ofConversation),
  proposal_outcome: deleted('conversations', ofConversation),
  tour_series: deleted('conversations', 'owner_user_id'),

  run: pseudonym('runs', 'initiator_user_id', { empties: ['request', 'suspended', 'text'] }),
  run_event: pseudonym('runs', ofRun),
  run_content: deleted('runs', ofRun),
  run_journal: deleted('runs', ofRun),
  task_result: deleted('task_answers', 'user_id'),

  model_usage: rule('detached')('usage', 'actor_id', { empties: ['actor_id'] }),
  budget: deleted('budgets', 'id'),
  budget_met: deleted('budgets', 'id'),
  request_receipt: deleted('requests', 'user_id'),
  open_point: pseudonym('open_points', 'recorded_by'),

  skill_approval: pseudonym('decisions', 'approved_by', { hides: ['snapshot'] }),
  skill_revocation: pseudonym('decisions', 'revoked_by'),
  snippet_mark: pseudonym('decisions', 'marked_by'),
  mcp_server: pseudonym('decisions', 'approved_by', { hides: ['sealed_token', 'transport'] }),
  skill_history: pseudonym('changes', 'user_id'),
  snippet_history: pseudonym('changes', 'user_id'),
  record_history: pseudonym('changes', 'user_id', { hides: ['before_image', 'overwritten'] }),
  record_history_file: pseudonym(
    'changes',
    { column: 'history_id', of: 'record_history', key: 'id' },
    { hides: ['before_image'] },
  ),
  people_audit: pseudonym('audit', { columns: ['subject_id', 'actor_id'] }),
  skill_audit: pseudonym('audit', 'actor_id'),
  snippet_audit: pseudonym('audit', 'actor_id'),

  ...impersonal([
    'api_key',
    'attachment',
    'auth_rate_limit',
    'configuration',
    'content_identity',
    'content_link',
    'content_search',
    'mcp_catalogue',
    'model',
    'people_group',
    'provider',
    'service_account',
    'setup_link',
    'sign_in_provider',
    'skill',
    'skill_decision',
    'skill_file',
    'skill_remote',
    'skill_source',
    'snippet',
    'task',
    'task_skill',
    'tool_state',
    'vouch_migration',
    'webhook',
    'webhook_delivery',
  ]),
};

/** What deleting a person does to a table; `null`: nobody has decided it. */
export function personRule(table: string): PersonRule | null {
  // The search index of SQLite keeps tables of its own beside the one that is asked.
  if (/^content_words(?:_|$)/.test(table)) return IMPERSONAL;
  return Object.hasOwn(RULES, table) ? (RULES[table] ?? null) : null;
}

/** The tables that hold something about people, those first whose rows are found by rows of others. */
export function personalTables(): readonly (Personal & { readonly table: string })[] {
  return Object.entries(RULES)
    .flatMap(([table, each]) => (each.fate === 'impersonal' ? [] : [{ table, ...each }]))
    .sort((a, b) => depthOf(b.by) - depthOf(a.by));
}

function depthOf(by: OwnedBy): number {
  if ('columns' in by) return 0;
  const parent = RULES[by.of];
  return parent === undefined || parent.fate === 'impersonal' ? 1 : 1 + depthOf(parent.by);
}

function impersonal(tables: readonly string[]): Readonly<Record<string, PersonRule>> {
  return Object.fromEntries(tables.map((table) => [table, IMPERSONAL]));
}
