import type { Generated } from 'kysely';

/** What administrators keep of people beside the people themselves. */
export interface PeopleAdministrationTables {
  password_link: PasswordLinkTable;
  service_account: ServiceAccountTable;
  api_key: ApiKeyTable;
  people_audit: PeopleAuditTable;
}

interface PasswordLinkTable {
  token_hash: string;
  user_id: string;
  kind: string;
  issued_at_ms: number;
  expires_at_ms: number;
  /** When it was used, or replaced by a newer one. */
  closed_at_ms: number | null;
}

export interface ServiceAccountTable {
  account_id: string;
  name: string;
  /** JSON list. */
  scopes: string;
  /** JSON of `ContentRights`. */
  rights: string;
  is_disabled: number;
  created_at_ms: number;
}

export interface ApiKeyTable {
  key_id: string;
  account_id: string;
  key_hash: string;
  name: string;
  prefix: string;
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  last_used_at_ms: number | null;
}

interface PeopleAuditTable {
  uid: Generated<number>;
  at_ms: number;
  event: string;
  subject_id: string;
  subject_name: string;
  actor_id: string | null;
  /** JSON object. */
  detail: string;
}
