import type { Transaction } from '../base/index.ts';
import type { ClaimedGroup } from '../contracts/index.ts';

/** Where people have accounts they sign in with: an OpenID Connect provider as an administrator entered it. */
export interface SignInProvider {
  /** Part of the address people come back to; never changes. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Whether a sealed secret is stored. */
  readonly hasSecret: boolean;
  readonly secretVariable: string | null;
  readonly scopes: readonly string[];
  /** Lower case; none = every address may enter. */
  readonly emailDomains: readonly string[];
  /** An address it says nothing about counts as verified. */
  readonly emailsAreChecked: boolean;
  readonly admitsUnknown: boolean;
  readonly groupsClaim: string | null;
  readonly groupMap: readonly ClaimedGroup[];
  /** `null` = a claim makes nobody an administrator. */
  readonly administratorValue: string | null;
  readonly isActive: boolean;
}

export type SignInProviderFields = Omit<SignInProvider, 'id' | 'hasSecret'>;

/** Who a provider says somebody is, after everything it said was verified. */
export interface ElsewhereIdentity {
  /** Its name of the account; unique at its issuer and never given to anybody else. */
  readonly subject: string;
  /** Lower case. */
  readonly email: string | null;
  /** `null` = the provider says nothing of it. */
  readonly isEmailVerified: boolean | null;
  readonly name: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** An account of a provider that somebody enters with. */
export interface StoredSignInLink {
  readonly provider: string;
  readonly name: string;
  /** Whether anybody enters by the provider at the moment. */
  readonly isActive: boolean;
  readonly linkedAtMs: number;
}

/** How somebody may enter. */
export interface WaysIn {
  readonly hasPassword: boolean;
  /** By name of the provider. */
  readonly links: readonly StoredSignInLink[];
}

/** Where providers, and who enters by them, are kept. */
export interface SignInProviderStore {
  /** By name. */
  providers(): Promise<readonly SignInProvider[]>;
  provider(id: string): Promise<SignInProvider | null>;
  /** The secret as it is stored for that issuer; `null`: none, or the provider has moved since it was read. */
  sealedSecret(provider: Pick<SignInProvider, 'id' | 'issuer'>): Promise<string | null>;
  /** How many people enter by each, by its id. */
  peopleOf(): Promise<ReadonlyMap<string, number>>;
  waysIn(userId: string): Promise<WaysIn>;
  within(transaction: Transaction): SignInProviderWriter;
}

/** Changes providers and links; every method belongs to one transaction. */
export interface SignInProviderWriter {
  provider(id: string): Promise<SignInProvider | null>;
  /** `false` when the id is taken. */
  add(id: string, fields: SignInProviderFields, atMs: number): Promise<boolean>;
  change(id: string, fields: Partial<SignInProviderFields>, atMs: number): Promise<void>;
  setSealedSecret(id: string, sealed: string | null, atMs: number): Promise<void>;
  /** Removes a provider; its links have to be removed first. */
  remove(id: string): Promise<void>;
  /** Ends every link to accounts of a provider; answers with how many there were. */
  unlinkAll(id: string): Promise<number>;
  waysIn(userId: string): Promise<WaysIn>;
  /** Ends somebody's link to an account of a provider; `false` when there is none. */
  unlink(id: string, userId: string): Promise<boolean>;
  /** Administrators who may sign in, by a password or by a provider that is switched on. */
  administratorsWhoEnter(): Promise<number>;
  /** Administrators who may sign in with a password. */
  administratorsWithPassword(): Promise<number>;
  /** Who enters by this account. */
  linkedTo(id: string, subject: string): Promise<string | null>;
  /** Whether somebody enters by any account of the provider. */
  isLinked(id: string, userId: string): Promise<boolean>;
  /** Whose e-mail address this is. */
  userOf(email: string): Promise<string | null>;
  link(
    account: { readonly id: string; readonly subject: string; readonly userId: string },
    atMs: number,
  ): Promise<void>;
}

/** What the secret of a provider is sealed for. */
export function signInSecretContext(id: string): string {
  return `sign_in_provider/${id}/secret`;
}
