import { APICallError, InvalidResponseDataError, LoadAPIKeyError } from '@ai-sdk/provider';
import { AppError, excerpt, isAppError, singleLine } from '../../base/index.ts';
import type { FailureClass } from '../../models/index.ts';
import { StreamedError, UnreadableCall } from './sdk-answer.ts';

export interface ProviderFacts {
  /** For people: provider and model. */
  readonly name: string;
  /** Where it is, without a query. */
  readonly address: string;
  /** Never to appear in any text. */
  readonly apiKey: string | null;
  /** Now, for a `retry-after` that is a date. In milliseconds. */
  readonly nowMs: number;
}

/** The provider said nothing for too long; `data` of the error tells how long. */
export class SilentProvider extends Error {
  readonly waitedMs: number;
  constructor(waitedMs: number) {
    super('The provider was silent.');
    this.waitedMs = waitedMs;
  }
}

/** The stream ended before the answer was complete. */
export class IncompleteAnswer extends Error {}

/**
 * Whatever went wrong with a provider, as `provider_failed`. `data` is for a log: a failure class, the HTTP status, how long
 * to wait, and what the provider calls it. The message is one sentence a person can act on, and is for whoever asked alone:
 * it may end in the provider's own words, which may quote the request. Neither holds a key.
 */
export function providerError(error: unknown, facts: ProviderFacts): AppError<'provider_failed'> {
  const { failureClass, status, retryAfterMs, message, code = '' } = read(error, facts);
  return new AppError('provider_failed', withoutKey(message, facts.apiKey), {
    data: {
      failureClass,
      status,
      retryAfterMs,
      providerCode: namesIn(withoutKey(code, facts.apiKey)),
    },
  });
}

/** Names such as `invalid_request_error`; what is longer or has other characters may say something. `null`: none. */
function namesIn(code: string): string | null {
  // Every one of them is an `error`.
  const names = code.split('\n').filter((name) => /^(?!error$)[\w.-]{1,60}$/u.test(name));
  return names.length === 0 ? null : [...new Set(names)].join(' ');
}

interface Reading {
  readonly failureClass: FailureClass;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly message: string;
  /** Names of the error as the provider sent them, one a line. */
  readonly code?: string;
}

function read(error: unknown, facts: ProviderFacts): Reading {
  const none = { status: null, retryAfterMs: null };
  if (error instanceof SilentProvider) {
    const seconds = String(Math.round(error.waitedMs / 1000));
    return {
      ...none,
      failureClass: 'connection',
      message: `${facts.name} sent nothing for ${seconds} seconds. Try again; if it stays so, look whether the service is up.`,
    };
  }
  if (error instanceof IncompleteAnswer) return brokenOff(facts);
  if (isAppError(error, 'address_refused')) {
    // Nothing was sent; what guards the way says what to do.
    return { ...none, failureClass: 'configuration', message: `${facts.name}: ${error.message}` };
  }
  if (error instanceof UnreadableCall) {
    return {
      ...none,
      failureClass: 'serverError',
      message: `${facts.name} called a tool in a way that cannot be read. Try again.`,
    };
  }
  if (error instanceof StreamedError) return streamed(error.cause, facts);
  if (LoadAPIKeyError.isInstance(error)) {
    return {
      ...none,
      failureClass: 'auth',
      message: `${facts.name} has no key. An administrator can set one under Models or in the environment of the server.`,
    };
  }
  if (APICallError.isInstance(error)) return called(error, facts);
  if (isNetworkError(error)) return unreachable(facts);
  return {
    ...none,
    failureClass: 'unknown',
    message: `${facts.name} answered in a way that cannot be read. Look into the log of the server.`,
  };
}

function called(error: APICallError, facts: ProviderFacts): Reading {
  const status = error.statusCode ?? null;
  const retryAfterMs = retryAfter(error.responseHeaders ?? {}, facts.nowMs);
  if (status === null) return unreachable(facts);
  // A package that could not read the first event says so as if the server had sent it.
  if (/"name":"AI_(?:JSONParse|TypeValidation)Error"/u.test(error.responseBody ?? '')) {
    return wrongProtocol(facts);
  }
  const sent = detailOf(error.responseBody);
  const reading = (failureClass: FailureClass, message: string): Reading => ({
    failureClass,
    status,
    retryAfterMs,
    message,
    code: sent.code,
  });
  if (
    /insufficient_quota|billing|credit balance/iu.test(sent.code + sent.message) ||
    status === 402
  ) {
    return reading(
      'configuration',
      `The account of ${facts.name} has no credit left. An administrator has to look at its billing.`,
    );
  }
  if (status === 401 || status === 403) {
    return reading(
      'auth',
      `${facts.name} refused the key. An administrator has to set a valid one, with access to this model, under Models or in the environment of the server.`,
    );
  }
  if (status === 404) {
    return reading(
      'configuration',
      `${facts.name} was not found at ${facts.address}. An administrator has to check the name of the model and the base address.`,
    );
  }
  if (status === 429) {
    const wait =
      retryAfterMs === null
        ? ''
        : ` It asks to wait ${String(Math.ceil(retryAfterMs / 1000))} seconds.`;
    return reading(
      'rateLimit',
      `${facts.name} is asked too often at the moment.${wait} Try again a little later.`,
    );
  }
  if (status === 408) return reading('connection', `${facts.name} took too long. Try again.`);
  if (status >= 500) {
    return reading(
      'serverError',
      `${facts.name} has a problem of its own (status ${String(status)}). Try again later.`,
    );
  }
  if (status >= 400) {
    const said = sent.message === '' ? '' : ` It says: “${sent.message}”`;
    return reading(
      'clientError',
      `${facts.name} refused the request (status ${String(status)}).${said}`,
    );
  }
  return isNetworkError(error.cause) ? brokenOff(facts) : wrongProtocol(facts);
}

function streamed(cause: unknown, facts: ProviderFacts): Reading {
  if (isNetworkError(cause) || InvalidResponseDataError.isInstance(cause)) return brokenOff(facts);
  if (APICallError.isInstance(cause)) return called(cause, facts);
  // The package could not read what came.
  if (cause instanceof Error || cause === undefined) return wrongProtocol(facts);
  const { code, message } = detailOf(JSON.stringify(cause));
  const none = { status: null, retryAfterMs: null, code };
  if (/rate_?limit/iu.test(code)) {
    return {
      ...none,
      failureClass: 'rateLimit',
      message: `${facts.name} is asked too often at the moment. Try again a little later.`,
    };
  }
  if (/invalid_request|not_found|permission|authentication/iu.test(code)) {
    const said = message === '' ? '' : ` It says: “${message}”`;
    return {
      ...none,
      failureClass: 'clientError',
      message: `${facts.name} broke off its answer.${said}`,
    };
  }
  return {
    ...none,
    failureClass: 'serverError',
    message: `${facts.name} broke off its answer because of a problem of its own. Try again later.`,
  };
}

function brokenOff(facts: ProviderFacts): Reading {
  return {
    failureClass: 'connection',
    status: null,
    retryAfterMs: null,
    message: `The answer of ${facts.name} broke off before it was complete. Try again.`,
  };
}

function wrongProtocol(facts: ProviderFacts): Reading {
  return {
    failureClass: 'configuration',
    status: null,
    retryAfterMs: null,
    message: `What answers at ${facts.address} does not speak the protocol that is set. An administrator has to check the provider and the base address.`,
  };
}

function unreachable(facts: ProviderFacts): Reading {
  return {
    failureClass: 'connection',
    status: null,
    retryAfterMs: null,
    message: `${facts.name} cannot be reached at ${facts.address}. Check that the service is up and that this server may connect to it.`,
  };
}

/** Kind and sentence of an error body, in the shapes providers use. */
function detailOf(body: string | undefined): { code: string; message: string } {
  try {
    const value = JSON.parse(body ?? '') as unknown;
    const outer = asRecord(value);
    const inner = asRecord(outer['error'] ?? outer);
    const text = (member: unknown) => (typeof member === 'string' ? member : '');
    const message = text(inner['message']) || text(outer['error']) || text(outer['message']);
    return {
      code: [inner['code'], inner['type'], outer['type']].map(text).join('\n'),
      message: excerpt(singleLine(message), 200),
    };
  } catch {
    return { code: '', message: '' };
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function retryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | null {
  const inMs = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(inMs)) return Math.max(0, inMs);
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000));
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

export function isNetworkError(error: unknown): boolean {
  const seen = (value: unknown, depth: number): boolean => {
    if (!(value instanceof Error) || depth > 3) return false;
    const code = 'code' in value && typeof value.code === 'string' ? value.code : '';
    return (
      /^(?:E[A-Z]+|UND_ERR_\w+)$/u.test(code) ||
      /terminated|fetch failed|socket|network|other side closed/iu.test(value.message) ||
      seen(value.cause, depth + 1)
    );
  };
  return seen(error, 0);
}

/** Providers repeat keys, whole or shortened, in what they say. */
function withoutKey(message: string, apiKey: string | null): string {
  const bare = apiKey === null || apiKey === '' ? message : message.replaceAll(apiKey, '[key]');
  return bare
    .replace(/\b(?:sk|pk|key|xai|gsk)-[\w*.-]{6,}/gu, '[key]')
    .replace(/\bBearer\s+\S+/giu, 'Bearer [key]');
}
