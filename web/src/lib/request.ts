import type { ZodType } from 'zod';
import { ErrorBody } from '../../../src/contracts/index.ts';
import { ApiError, hasCode } from './api-error.ts';
import { readEvents } from './event-text.ts';
import { serverAccess } from './server-access.ts';
import { newUuid } from './uuid.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Sent as it is, instead of a body. */
  file?: Blob;
  /** Has to be done once: sent under a key of its own, and sent again when no answer comes. Default `false`. */
  once?: boolean;
  signal?: AbortSignal | undefined;
  /** What carries it out. Default: how the server is reached. */
  fetch?: typeof fetch;
}

/** Codes of the account library, by ours. */
const AUTH_CODES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'credentials_invalid',
  INVALID_EMAIL: 'credentials_invalid',
};

/** The account library's error shape, on `/api/auth/*`. */
function authFailure(body: unknown): { code: string; message: string } | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  const message = 'message' in body && typeof body.message === 'string' ? body.message : '';
  return typeof body.code === 'string'
    ? { code: AUTH_CODES[body.code] ?? 'invalid_request', message }
    : null;
}

function toApiError(status: number, body: unknown): ApiError {
  const ours = ErrorBody.safeParse(body);
  if (ours.success) {
    const { code, message, data } = ours.data.error;
    return new ApiError(code, message, { status, data });
  }
  const auth = authFailure(body);
  if (auth !== null) return new ApiError(auth.code, auth.message, { status });
  if (status === 429) return new ApiError('too_many_requests', '', { status });
  return new ApiError(status >= 500 ? 'unavailable' : 'bad_answer', '', { status });
}

async function readJson(response: Response): Promise<unknown> {
  return parsed(await response.text());
}

/** `null` for what is no JSON; no contract takes that for an answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** One request to our own server. Throws `ApiError`, and an `AbortError` when the caller gave up. */
export async function request(path: string, options: RequestOptions = {}): Promise<unknown> {
  if (options.once !== true) return attempt(path, options);
  const keyed = { ...options, key: newUuid() };
  for (const pauseMs of AGAIN_AFTER_MS) {
    try {
      return await attempt(path, keyed);
    } catch (error) {
      if (!hasCode(error, ...GOES_AGAIN)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return attempt(path, keyed);
}

/** Pauses before a request that got no answer is sent again. */
const AGAIN_AFTER_MS = [250, 750];
const GOES_AGAIN: readonly string[] = ['unreachable', 'request_under_way'];

async function attempt(path: string, options: Keyed): Promise<unknown> {
  const response = await send(path, options);
  const answer = await readJson(response);
  if (!response.ok) throw toApiError(response.status, answer);
  return answer;
}

type Keyed = RequestOptions & { readonly key?: string };

async function send(path: string, options: Keyed): Promise<Response> {
  const { method = 'GET', body, file, key, signal, fetch = serverAccess().fetch } = options;
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: file }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ApiError('unreachable', '', { status: 0, cause });
  }
}

/**
 * A request whose answer is a stream of events: each is handed on as it comes, until the server ends. Throws as `request`
 * does, and `unreachable` when the connection breaks on the way.
 */
export async function requestEvents<T>(
  schema: ZodType<T>,
  path: string,
  options: RequestOptions & { readonly onEvent: (event: T) => void },
): Promise<void> {
  const response = await send(path, options);
  if (!response.ok || response.body === null) {
    throw toApiError(response.status, await readJson(response));
  }
  const events = readEvents(response.body);
  for (;;) {
    const next = await events.next().catch((cause: unknown) => {
      if (options.signal?.aborted === true) throw cause;
      throw new ApiError('unreachable', '', { status: 0, cause });
    });
    if (next.done === true) return;
    const event = schema.safeParse(parsed(next.value.data));
    if (event.success) options.onEvent(event.data);
  }
}

/** As `request`, and the answer must have the shape the contract promises. */
export async function requestAs<T>(
  schema: ZodType<T>,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const answer = schema.safeParse(await request(path, options));
  if (!answer.success) {
    throw new ApiError('bad_answer', '', { status: 200, cause: answer.error });
  }
  return answer.data;
}
