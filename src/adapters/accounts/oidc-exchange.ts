import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { ElsewhereIdentity } from '../../actors/index.ts';
import { readJson, signInFailure, type OidcAccess, type OidcEndpoints } from './oidc-discovery.ts';

/** Clocks differ a little. */
const CLOCK_TOLERANCE_S = 30;

/** This installation as the provider knows it. */
export interface OidcClient {
  readonly clientId: string;
  /** `null` = a client without one; then the code is bound to this sign-in by PKCE alone. */
  readonly secret: string | null;
}

export interface OidcTokens {
  readonly idToken: string;
  readonly accessToken: string | null;
}

/** Trades the code somebody came back with for what the provider says of them. Throws a `signInFailure`. */
export async function exchangeCode(
  given: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
  { endpoints, client, access }: OidcSide,
): Promise<OidcTokens> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: given.redirectUri,
    code_verifier: given.verifier,
  });
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const { clientId, secret } = client;
  if (secret !== null && !endpoints.secretInBody) {
    headers['authorization'] = basic(clientId, secret);
  } else {
    body.set('client_id', clientId);
    if (secret !== null) body.set('client_secret', secret);
  }
  const said = await readJson(
    endpoints.token,
    { method: 'POST', headers, body: body.toString() },
    access,
  );
  const { id_token: idToken, access_token: accessToken } = said;
  if (typeof idToken !== 'string') {
    throw signInFailure('not_verified', 'The provider gave no ID token.');
  }
  return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : null };
}

/** The provider on one side, this installation on the other. */
export interface OidcSide {
  readonly endpoints: OidcEndpoints;
  readonly client: OidcClient;
  readonly access: OidcAccess;
}

/**
 * Who somebody is, once signature, issuer, audience, time and nonce of the ID token hold; what it leaves out the provider is
 * asked for, about the same subject. Throws a `signInFailure`.
 */
export async function identityOf(
  tokens: OidcTokens,
  nonce: string,
  side: OidcSide,
): Promise<ElsewhereIdentity> {
  const payload = await verified(tokens.idToken, nonce, side);
  const { sub: subject } = payload;
  if (subject === undefined || subject === '') {
    throw signInFailure('not_verified', 'The ID token names no subject.');
  }
  const asked = await userinfo(tokens, subject, side);
  const claims: Readonly<Record<string, unknown>> = { ...asked, ...payload };
  const { name } = claims;
  // Address and proof come from the same answer: one that vouches for an address says nothing of another.
  const [source, other] =
    typeof payload['email'] === 'string' ? [payload, asked] : [asked, payload];
  const { email } = source;
  return {
    subject,
    email: typeof email === 'string' && email.includes('@') ? email.trim().toLowerCase() : null,
    isEmailVerified: proofIn(source) ?? (proofIn(other) === false ? false : null),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : null,
    claims,
  };
}

/** What an answer says of its address; `null`: nothing. Some write it as text; whatever else stands there is no yes. */
function proofIn({ email_verified: said }: Readonly<Record<string, unknown>>): boolean | null {
  return said === undefined ? null : said === true || said === 'true';
}

async function verified(
  idToken: string,
  nonce: string,
  { endpoints, client, access }: OidcSide,
): Promise<JWTPayload> {
  const keys = await readJson(endpoints.keys, {}, access);
  try {
    const { payload } = await jwtVerify(
      idToken,
      createLocalJWKSet(keys as unknown as JSONWebKeySet),
      {
        issuer: endpoints.issuer,
        audience: client.clientId,
        algorithms: [...endpoints.algorithms],
        requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_S,
      },
    );
    if (payload['nonce'] !== nonce) throw new Error('the nonce is not this sign-in’s');
    // A token for several is for whoever asked for it.
    const party = payload['azp'];
    if (party !== undefined && party !== client.clientId) throw new Error('it is for another');
    return payload;
  } catch (error) {
    throw signInFailure('not_verified', 'The ID token does not hold.', error);
  }
}

/** What the provider says of the subject beside the token; nothing where it cannot be asked. */
async function userinfo(
  { accessToken }: OidcTokens,
  subject: string,
  { endpoints, access }: OidcSide,
): Promise<Readonly<Record<string, unknown>>> {
  if (endpoints.userinfo === null || accessToken === null) return {};
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  const said = await readJson(endpoints.userinfo, { headers }, access);
  if (said['sub'] === subject) return said;
  throw signInFailure('not_verified', 'The provider spoke of somebody else.');
}

/** Client and secret as RFC 6749 §2.3.1 wants them. */
function basic(clientId: string, secret: string): string {
  const form = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  const pair = `${form(clientId)}:${form(secret)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}
