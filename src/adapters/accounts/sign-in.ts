import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { hashPassword } from 'better-auth/crypto';
import type { Accounts, Passwords } from '../../actors/index.ts';
import { errorResponse, notFoundResponse } from './error-response.ts';

const CLIENT_ADDRESS_HEADER = 'x-vouch-client-address';
const DAY_S = 24 * 60 * 60;

/** What of the library's routes is offered; every other path is unknown. */
const OFFERED = ['/sign-in/email', '/sign-out', '/get-session', '/change-password'];
const BASE_PATH = '/api/auth';

/** The database as the sign-in library takes it: its Kysely instance and dialect. */
export interface SignInDatabase {
  readonly db: object;
  readonly type: 'sqlite' | 'postgres';
}

export interface AccountsDependencies {
  readonly database: SignInDatabase;
  /** Whether a person may not sign in. */
  readonly isDisabled: (userId: string) => Promise<boolean>;
  readonly log: (level: 'error' | 'warn', message: string) => void;
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
  const auth = betterAuth(signInOptions(deps, options));
  return {
    handle: async (request, clientAddress) => {
      const path = new URL(request.url).pathname.slice(BASE_PATH.length);
      if (!OFFERED.includes(path)) return notFoundResponse();
      const headers = new Headers(request.headers);
      headers.set(CLIENT_ADDRESS_HEADER, clientAddress);
      const response = await auth.handler(new Request(request, { headers }));
      return response.ok ? response : errorResponse(response);
    },
    session: async (headers) => (await auth.api.getSession({ headers }))?.user.id ?? null,
    signIn: async (credentials) => {
      const response = await auth.api.signInEmail({ body: credentials, asResponse: true });
      return response.ok ? response : errorResponse(response);
    },
  };
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
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'auth_rate_limit',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 60, max: perMinute },
        '/change-password': { window: 60, max: perMinute },
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
        create: { before: async (session) => !(await deps.isDisabled(session.userId)) },
      },
    },
    logger: {
      level: 'warn',
      log: (level, message) => {
        if (level === 'error' || level === 'warn') deps.log(level, message);
      },
    },
    telemetry: { enabled: false },
  };
}
