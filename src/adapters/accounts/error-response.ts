import { ERROR_STATUS, type ErrorCode, type PasswordProblem } from '../../contracts/index.ts';

const SENTENCES = {
  credentials_invalid: 'The e-mail address or the password is not right.',
  too_many_requests: 'Too many attempts. Wait a minute and try again.',
  cross_origin: 'This request came from another site.',
  not_permitted: 'You may not sign in here.',
  not_signed_in: 'You are not signed in.',
  invalid_request: 'The request is not complete.',
  not_found: 'There is nothing here.',
  second_factor_invalid: 'This code is not right, or its time is over.',
  sign_in_over: 'This took too long, or took too many codes. Sign in with your password again.',
  password_refused: 'This password is not taken. Choose a longer or less obvious one.',
  unavailable: 'Signing in is not possible at the moment. Try again later.',
} as const satisfies Partial<Record<ErrorCode, string>>;

type SignInErrorCode = keyof typeof SENTENCES;

/** The sign-in library's error answer as every other error of the API looks; its own text is not passed on. */
export async function errorResponse(response: Response): Promise<Response> {
  const code = signInErrorCode(response.status, await libraryCode(response));
  const retryAfterS = Number(response.headers.get('x-retry-after'));
  return errorBody(code, retryAfterS > 0 ? { retryAfterS } : {});
}

/** A new password that the rules do not take. */
export function passwordRefused(reason: PasswordProblem): Response {
  return errorBody('password_refused', { reason });
}

/** A request that does not say what is asked for. */
export function invalidResponse(): Response {
  return errorBody('invalid_request', {});
}

export function notFoundResponse(): Response {
  return errorBody('not_found', {});
}

/** Which of our codes the library's status and code stand for. */
export function signInErrorCode(status: number, code: string | null): SignInErrorCode {
  if (status === 429) return 'too_many_requests';
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_PASSWORD') {
    return 'credentials_invalid';
  }
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return 'second_factor_invalid';
  // The right password of before holds no longer: no further code opens.
  if (code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE' || code === 'INVALID_TWO_FACTOR_COOKIE') {
    return 'sign_in_over';
  }
  if (code !== null && /ORIGIN|CROSS_SITE|CALLBACK_URL/.test(code)) return 'cross_origin';
  if (code === 'FAILED_TO_CREATE_SESSION') return 'not_permitted';
  if (status === 401) return 'not_signed_in';
  if (status === 403) return 'not_permitted';
  if (status === 404) return 'not_found';
  return status >= 500 ? 'unavailable' : 'invalid_request';
}

async function libraryCode(response: Response): Promise<string | null> {
  try {
    const body = (await response.json()) as { code?: unknown } | null;
    return typeof body?.code === 'string' ? body.code : null;
  } catch {
    return null;
  }
}

function errorBody(code: SignInErrorCode, data: Record<string, unknown>): Response {
  return Response.json(
    { error: { code, message: SENTENCES[code], data } },
    { status: ERROR_STATUS[code], headers: { 'cache-control': 'no-store' } },
  );
}
