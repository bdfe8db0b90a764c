import type { Generated } from 'kysely';

export interface McpTables {
  mcp_server: McpServerTable;
  mcp_catalogue: McpCatalogueTable;
}

export interface McpServerTable {
  uid: Generated<number>;
  identifier: string;
  name: string;
  /** How it is reached, as JSON. */
  transport: string;
  /** Counts changes of `transport`. */
  revision: number;
  sealed_token: string | null;
  data_class: string | null;
  requires_approval: number;
  operation_ms: number;
  max_response_bytes: number;
  calls_per_segment: number;
  is_active: number;
  seen_digest: string | null;
  approved_digest: string | null;
  approved_by: string | null;
  approved_at_ms: number | null;
  stopped_at_ms: number | null;
  answered_at_ms: number | null;
  failed_at_ms: number | null;
  failure: string | null;
  created_at_ms: number;
  updated_at_ms: number;
}

/** What a server named, by its digest: the last it named, and what was approved. */
interface McpCatalogueTable {
  server_uid: number;
  digest: string;
  /** JSON */
  tools: string;
}
