import type { Generated } from 'kysely';

export interface ModelsTables {
  configuration: ConfigurationTable;
}

export interface ConfigurationTable {
  uid: Generated<number>;
  identifier: string;
  name: string;
  model: string;
  system_prompt: string;
  temperature: number | null;
  max_output_tokens: number | null;
  max_iterations: number;
  /** JSON list of group ids. */
  allowed_group_ids: string;
  require_second_approver: number;
  /** JSON list of group names. */
  allowed_tool_groups: string;
  /** JSON list of tags. */
  snippet_tags: string;
  snippets_in_caller_system_message: number;
  is_active: number;
  is_default: number;
  created_at_ms: number;
  updated_at_ms: number;
}
