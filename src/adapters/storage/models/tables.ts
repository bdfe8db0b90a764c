import type { Generated } from 'kysely';

export interface ModelsTables {
  configuration: ConfigurationTable;
  provider: ProviderTable;
  model: ModelTable;
}

export interface ProviderTable {
  uid: Generated<number>;
  identifier: string;
  name: string;
  kind: string;
  base_url: string | null;
  sealed_key: string | null;
  key_variable: string | null;
  trust_zone: string;
  silence_ms: number;
  retries: number;
  is_active: number;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface ModelTable {
  uid: Generated<number>;
  provider_uid: number;
  model_id: string;
  name: string;
  context_window_tokens: number | null;
  max_output_tokens: number | null;
  input_cents_per_million: number | null;
  output_cents_per_million: number | null;
  sees_images: number;
  is_active: number;
  created_at_ms: number;
  updated_at_ms: number;
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
  /** JSON list of identifiers of configurations. */
  fallback_identifiers: string;
  is_active: number;
  is_default: number;
  created_at_ms: number;
  updated_at_ms: number;
}
