/** Where people have accounts they sign in with. */
export interface SignInProviderTables {
  sign_in_provider: SignInProviderTable;
}

export interface SignInProviderTable {
  provider_id: string;
  name: string;
  issuer: string;
  client_id: string;
  sealed_secret: string | null;
  secret_variable: string | null;
  /** JSON list. */
  scopes: string;
  /** JSON list. */
  email_domains: string;
  emails_are_checked: number;
  admits_unknown: number;
  groups_claim: string | null;
  /** JSON list of `ClaimedGroup`. */
  group_map: string;
  administrator_value: string | null;
  is_active: number;
  created_at_ms: number;
  updated_at_ms: number;
}
