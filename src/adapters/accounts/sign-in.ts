import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { hashPassword } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { passwordProblem, type Accounts, type Passwords, type Person } from '../../actors/index.ts';
import type { PasswordProblem } from '../../contracts/index.ts';
import { errorResponse, notFoundResponse, passwordRefused } from './error-response.ts';
import { createElsewhere, type ElsewhereDependencies } from './sign-in-elsewhere.ts';

const CLIENT_ADDRESS_HEADER = 'x-vouch-client-address';
const DAY_S = 24 * 60 * 60;

const CHANGE_PASSWORD = '/change-password';

/** What of the library's routes is offered; every other path is unknown. */
const OFFERED = [
  '/sign-in/email',
  '/sign-out',
  '/get-session',
  CHANGE_PASSWORD,
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/generate-backup-codes',
];
/** What somebody may guess at: passwords and codes. */
const GUESSED = OFFERED.filter((path) => path !== '/sign-out' && path !== '/get-session');
/** The library's name of beginning to sign in with an account elsewhere. */
const ELSEWHERE = '/sign-in/social';
/** A code given while signed in confirms a new authenticator; while signing in there is no session yet. */
const SWITCHING: Readonly<Record<string, boolean>> = {
  '/two-factor/verify-totp': true,
  '/two-factor/disable': false,
};
const BASE_PATH = '/api/auth';
/**
 * What the library writes of ordinary answers. A wrong password says nothing to whoever reads the log: neither whom it was for,
 * which is nobody's business, nor that somebody guesses, which the limits are for. Why a provider's answer was refused is said
 * with the reason.
 */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  'User not found',
  'Password not found',
  'Invalid password',
  'Unable to get user info',
  'Failed to validate authorization code',
]);

/** The database as the sign-in library takes it: its Kysely instance and dialect. */
export interface SignInDatabase {
  readonly db: object;
  readonly type: 'sqlite' | 'postgres';
}

export interface AccountsDependencies {
  readonly database: SignInDatabase;
  /** Who somebody is; a disabled or unknown person may not sign in. */
  readonly person: (
    userId: string,
  ) => Promise<Pick<Person, 'name' | 'email' | 'isDisabled'> | null>;
  /** Told when somebody switched a second factor on or off. */
  readonly onTwoFactor: (userId: string, isOn: boolean) => Promise<void>;
  readonly log: (level: 'error' | 'warn', message: string) => void;
  /** Signing in with accounts elsewhere. Default: nobody does. */
  readonly elsewhere?: ElsewhereDependencies;
}

export interface AccountsOptions {
  /** Where people reach this server. Its scheme decides whether cookies are sent over https only. */
  readonly baseUrl: string;
  /** Further origins that may sign in, `http://localhost:4317` for one. */
  readonly trustedOrigins: readonly string[];
  /** Signs session cookies. At least 32 random characters; a new one ends every session. */
  readonly secret: string;
  /** How long a session lasts without being used. Default 7. */
  readonly sessionDays?: number;
  /** Sign-in attempts from one address in a minute. Default 10. */
  readonly attemptsPerMinute?: number;
}

/** Accounts with e-mail address, password and a session cookie. */
export function createAccounts(deps: AccountsDependencies, options: AccountsOptions): Accounts {
  const library = signInOptions(deps, options);
  const auth = betterAuth(library);
  const elsewhere =
    deps.elsewhere === undefined
      ? null
      : createElsewhere(deps.elsewhere, {
          baseUrl: options.baseUrl,
          options: library,
          log: deps.log,
        });
  const userIdOf = async (headers: Headers) =>
    (await auth.api.getSession({ headers }))?.user.id ?? null;
  return {
    handle: async (given, clientAddress) => {
      const path = new URL(given.url).pathname.slice(BASE_PATH.length);
      const request = path === CHANGE_PASSWORD ? await endingOthers(given) : given;
      const headers = new Headers(request.headers);
      headers.set(CLIENT_ADDRESS_HEADER, clientAddress);
      if (!OFFERED.includes(path)) {
        const answer = await elsewhere?.handle(new Request(request, { headers }), path);
        return answer ?? notFoundResponse();
      }
      if (path === CHANGE_PASSWORD) {
        const userId = await userIdOf(request.headers);
        const person = userId === null ? null : await deps.person(userId);
        const problem = person === null ? null : await newPasswordProblem(request.clone(), person);
        if (problem !== null) return passwordRefused(problem);
      }
      // Who it is about is asked before: with the answer the session may be another one.
      const switching = SWITCHING[path];
      const userId = switching === undefined ? null : await userIdOf(request.headers);
      const response = await auth.handler(new Request(request, { headers }));
      if (!response.ok) return errorResponse(response);
      if (switching !== undefined && userId !== null) await deps.onTwoFactor(userId, switching);
      return response;
    },
    session: userIdOf,
    sessionId: async (headers) => (await auth.api.getSession({ headers }))?.session.id ?? null,
    signIn: async (credentials, from) => {
      const headers = new Headers(
        from === undefined
          ? {}
          : { 'user-agent': from.userAgent, [CLIENT_ADDRESS_HEADER]: from.clientAddress },
      );
      const response = await auth.api.signInEmail({ body: credentials, headers, asResponse: true });
      return response.ok ? response : errorResponse(response);
    },
  };
}

/**
 * The request to change a password as one that ends every other session, whatever it says of that itself: whoever knew the
 * old password may be in one. What cannot be read is the library's to refuse.
 */
async function endingOthers(request: Request): Promise<Request> {
  const text = await request.text();
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  return new Request(request.url, {
    method: request.method,
    headers,
    ...(text === '' ? {} : { body: revoking(text) }),
  });
}

function revoking(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return text;
    return JSON.stringify({ ...body, revokeOtherSessions: true });
  } catch {
    return text;
  }
}

/** Why the password of a request to change it is not taken; what cannot be read is the library's to refuse. */
async function newPasswordProblem(
  request: Request,
  person: { readonly name: string; readonly email: string },
): Promise<PasswordProblem | null> {
  try {
    const body = (await request.json()) as { newPassword?: unknown } | null;
    const password = body?.newPassword;
    return typeof password === 'string' ? passwordProblem(password, person) : null;
  } catch {
    return null;
  }
}

/** Passwords as the sign-in library keeps them (scrypt, a salt each). */
export const passwords: Passwords = { hash: (password) => hashPassword(password) };

/** Settings of the sign-in library; the storage tests hold the schema against them. */
export function signInOptions(
  deps: AccountsDependencies,
  options: AccountsOptions,
): BetterAuthOptions {
  const perMinute = options.attemptsPerMinute ?? 10;
  return {
    appName: 'Vouch',
    baseURL: options.baseUrl,
    basePath: BASE_PATH,
    secret: options.secret,
    trustedOrigins: [...options.trustedOrigins],
    // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- the library's type names drivers of other platforms, which are not installed.
    database: deps.database as NonNullable<BetterAuthOptions['database']>,
    user: { modelName: 'auth_user' },
    session: {
      modelName: 'auth_session',
      expiresIn: (options.sessionDays ?? 7) * DAY_S,
      updateAge: DAY_S,
    },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 256,
    },
    // Secrets and recovery codes are sealed with the secret above.
    plugins: [
      twoFactor({ issuer: 'Vouch', schema: { twoFactor: { modelName: 'auth_two_factor' } } }),
    ],
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'auth_rate_limit',
      window: 60,
      max: 300,
      customRules: {
        ...Object.fromEntries(
          [...GUESSED, ELSEWHERE].map((path) => [path, { window: 60, max: perMinute }]),
        ),
      },
    },
    advanced: {
      cookiePrefix: 'vouch',
      useSecureCookies: options.baseUrl.startsWith('https://'),
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }) => !((await deps.person(userId))?.isDisabled ?? true),
        },
      },
    },
    logger: {
      level: 'warn',
      log: (level, message) => {
        if (TOLD_ELSEWHERE.has(message)) return;
        if (level === 'error' || level === 'warn') deps.log(level, message);
      },
    },
    telemetry: { enabled: false },
  };
}
