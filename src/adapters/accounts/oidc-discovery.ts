import { AppError, isAppError } from '../../base/index.ts';
import type { SignInProblem } from '../../contracts/index.ts';

/** Longest answer of a provider that is read. */
const MAX_CHARACTERS = 1024 * 1024;
const PATIENCE_MS = 10_000;
const ASYMMETRIC = /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$|^Ed25519$/;

/** Reaches providers. */
export interface OidcAccess {
  /** Decides which addresses may be reached, and follows no redirect. */
  readonly fetch: typeof globalThis.fetch;
  /** Whether `http:` is taken: for providers of the own network. */
  readonly allowsHttp: boolean;
}

/** How a provider is reached, as its discovery document says. */
export interface OidcEndpoints {
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly keys: string;
  readonly userinfo: string | null;
  /** What it signs with. */
  readonly algorithms: readonly string[];
  /** The client's secret is part of the body, not a header. */
  readonly secretInBody: boolean;
  /** What it lists as told about people; `null`: no list. */
  readonly claims: readonly string[] | null;
}

/** Why it went no further with a provider; the message is for administrators, the code is what everybody is told. */
export function signInFailure(
  code: SignInProblem,
  message: string,
  cause?: unknown,
): AppError<SignInProblem> {
  return new AppError(code, message, { cause });
}

/** Asks a provider how it is reached. Throws a `signInFailure` that says what is wrong with its answer, or `address_refused`. */
export async function discoverOidc(issuer: string, access: OidcAccess): Promise<OidcEndpoints> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const said = await readJson(address, {}, access);
  if (said['issuer'] !== issuer) {
    throw signInFailure(
      'provider_settings',
      `The provider calls itself ${String(said['issuer'])}, not ${issuer}. Enter the issuer exactly as it names itself.`,
    );
  }
  const named = (name: string): string | null => {
    const value = said[name];
    return typeof value === 'string' ? checkedAddress(value, access) : null;
  };
  const [authorization, token, keys] = [
    named('authorization_endpoint'),
    named('token_endpoint'),
    named('jwks_uri'),
  ];
  const algorithms = textsOf(said['id_token_signing_alg_values_supported']).filter((name) =>
    ASYMMETRIC.test(name),
  );
  if (authorization === null || token === null || keys === null || algorithms.length === 0) {
    throw signInFailure(
      'provider_settings',
      `${address} does not name what is needed to sign in: authorization_endpoint, token_endpoint, jwks_uri and a signature with a key pair.`,
    );
  }
  const claims = said['claims_supported'];
  const methods = textsOf(said['token_endpoint_auth_methods_supported']);
  return {
    issuer,
    authorization,
    token,
    keys,
    userinfo: named('userinfo_endpoint'),
    algorithms,
    secretInBody:
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
    claims: claims === undefined ? null : textsOf(claims),
  };
}

/** A JSON object from a provider. Throws a `signInFailure` or `address_refused`. */
export async function readJson(
  address: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  access: OidcAccess,
): Promise<Readonly<Record<string, unknown>>> {
  checkedAddress(address, access);
  let response: Response;
  let text: string;
  try {
    response = await access.fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    text = await readText(response);
  } catch (error) {
    if (isAppError(error, 'address_refused')) throw error;
    throw signInFailure('provider_down', `${address} does not answer.`, error);
  }
  if (!response.ok) {
    const isOurs = response.status >= 400 && response.status < 500;
    throw signInFailure(
      isOurs ? 'provider_settings' : 'provider_down',
      `${address} answers with status ${String(response.status)}${errorIn(text)}.`,
    );
  }
  const said = objectIn(text);
  if (said !== null) return said;
  throw signInFailure('provider_down', `${address} does not answer with a JSON object.`);
}

/** The address, when it is one a browser and this server may be sent to. */
function checkedAddress(address: string, { allowsHttp }: OidcAccess): string {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  if (protocol === 'https:' || (protocol === 'http:' && allowsHttp)) return address;
  throw signInFailure(
    'provider_settings',
    protocol === 'http:'
      ? `${address} is not encrypted. Only providers of the own network may be; the operator allows them with signIn.privateAddresses.`
      : `${address} is no address a provider can have.`,
  );
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new Error('the answer is too long');
  }
  return text + decoder.decode();
}

/** The code of an OAuth error, which providers answer with; its text is not passed on. */
function errorIn(text: string): string {
  const code = objectIn(text)?.['error'];
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? ` (${code})` : '';
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
