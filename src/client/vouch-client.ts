import type { ApiRoute, ApiRoutes } from '../contracts/index.ts';
import { errorOfAnswer, VouchApiError } from './api-error.ts';
import { readEvents } from './read-events.ts';

export interface VouchClientOptions {
  /** Where the server is, such as `https://vouch.example.org`. */
  readonly baseUrl: string;
  /** The key of a service account, or the token of an embedded chat. Default: the browser's session at the server's own origin. */
  readonly key?: string | (() => string | Promise<string>);
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Between two attempts at a stream that broke; doubles, at most thirtyfold. Default 1,000. */
  readonly reconnectMs?: number;
}

/** Names that stand in the address with a colon, and `*` for its end. */
type NameIn<Route extends string> = Route extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Route extends `${string}/:${infer Name}`
    ? Name
    : Route extends `${string}/*`
      ? '*'
      : never;

type Has<Route extends ApiRoute, Name extends string> = Name extends keyof ApiRoutes[Route]
  ? ApiRoutes[Route][Name]
  : never;

/** What every call may be given. */
interface Cancellable {
  readonly signal?: AbortSignal;
}

/** What a route takes: what its address names, what it is sent, what may be asked for, and a key where it is carried out once. */
export type CallOptions<Route extends ApiRoute> = Cancellable &
  ([NameIn<Route>] extends [never]
    ? unknown
    : { readonly params: Readonly<Record<NameIn<Route>, string | number>> }) &
  ([Has<Route, 'body'>] extends [never] ? unknown : { readonly body: Has<Route, 'body'> }) &
  ([Has<Route, 'query'>] extends [never]
    ? unknown
    : {
        readonly query?: Readonly<
          Partial<Record<Extract<Has<Route, 'query'>, string>, string | number | boolean>>
        >;
      }) &
  ([Has<Route, 'once'>] extends [never]
    ? unknown
    : {
        /** One for each thing to be done, sent again on a retry. */
        readonly idempotencyKey?: string;
      });

type Arguments<Route extends ApiRoute> =
  Cancellable extends CallOptions<Route>
    ? [options?: CallOptions<Route>]
    : [options: CallOptions<Route>];

type StreamRoute = {
  [Route in ApiRoute]: ApiRoutes[Route] extends { readonly stream: true } ? Route : never;
}[ApiRoute];

/** An event of a stream. */
export interface VouchEvent<Data> {
  readonly data: Data;
  readonly id: string | null;
}

export interface VouchClient {
  /** Asks one route, named as the reference names it: `call('GET /api/runs/:uuid', { params: { uuid } })`. Throws `VouchApiError`. */
  call<Route extends Exclude<ApiRoute, StreamRoute>>(
    route: Route,
    ...options: Arguments<Route>
  ): Promise<ApiRoutes[Route]['answer']>;
  /**
   * Follows a stream until `signal` is aborted or the loop is left. A `GET` that breaks off is taken up again where it was;
   * one that is refused throws `VouchApiError`, and anything else ends with its stream.
   */
  events<Route extends StreamRoute>(
    route: Route,
    ...options: Arguments<Route>
  ): AsyncIterable<VouchEvent<ApiRoutes[Route]['answer']>>;
}

interface Asked {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** The HTTP API, typed. Works in browsers and in Node. */
export function createVouchClient(options: VouchClientOptions): VouchClient {
  const base = options.baseUrl.replace(/\/+$/, '');
  const send = async (
    route: string,
    asked: Asked,
    more: Readonly<Record<string, string>>,
  ): Promise<Response> => {
    const [method = 'GET', path = '/'] = route.split(' ');
    const key = typeof options.key === 'function' ? await options.key() : options.key;
    const isJson = asked.body !== undefined && !isBytes(path);
    const url = base + addressOf(path, asked);
    let answer: Response;
    try {
      answer = await (options.fetch ?? globalThis.fetch)(url, {
        method,
        headers: {
          ...options.headers,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...(asked.idempotencyKey === undefined
            ? {}
            : { 'idempotency-key': asked.idempotencyKey }),
          ...more,
        },
        ...(asked.body === undefined
          ? {}
          : { body: isJson ? JSON.stringify(asked.body) : (asked.body as BodyInit) }),
        ...(asked.signal === undefined ? {} : { signal: asked.signal }),
      });
    } catch (error) {
      if (isAborted(asked)) throw error;
      throw new VouchApiError({
        code: 'unreachable',
        message: 'The server could not be reached.',
        status: 0,
        cause: error,
      });
    }
    if (!answer.ok) throw await errorOfAnswer(answer);
    return answer;
  };

  async function* follow(
    route: string,
    asked: Asked,
  ): AsyncGenerator<VouchEvent<never>, void, undefined> {
    const firstMs = options.reconnectMs ?? 1_000;
    const resumes = route.startsWith('GET ');
    let waitMs = firstMs;
    let lastId: string | null = null;
    // Without an answer yet, what goes wrong is the caller's to hear.
    for (let isFirst = true; !isAborted(asked); isFirst = false) {
      try {
        const resume = lastId === null ? {} : { 'last-event-id': lastId };
        const answer = await send(route, asked, { accept: 'text/event-stream', ...resume });
        const { signal } = asked;
        const events = readEvents(answer.body ?? new ReadableStream(), { lastId, signal });
        for await (const { data, id } of events) {
          lastId = id;
          waitMs = firstMs;
          yield { data: JSON.parse(data) as never, id };
        }
      } catch (error) {
        if (isAborted(asked)) return;
        const isRefused =
          error instanceof VouchApiError && error.status >= 400 && error.status < 500;
        if (!resumes || isFirst || isRefused) throw error;
      }
      if (!resumes) return;
      await pause(waitMs, asked.signal);
      waitMs = Math.min(waitMs * 2, firstMs * 30);
    }
  }

  return {
    call: async (route, ...[asked = {}]) => answerOf(await send(route, asked, {})),
    events: (route, ...[asked = {}]) => follow(route, asked),
  };
}

function isAborted({ signal }: Asked): boolean {
  return signal?.aborted === true;
}

/** The one route that takes bytes. */
function isBytes(path: string): boolean {
  return path.endsWith('/attachments');
}

function addressOf(path: string, { params = {}, query = {} }: Asked): string {
  const named = path.replace(/:(\w+)|\*$/g, (whole, name: string | undefined) => {
    const value = String(params[name ?? '*'] ?? '');
    // The end of an address may hold slashes.
    return whole === '*'
      ? value.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(value);
  });
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return asked === '' ? named : `${named}?${asked}`;
}

async function answerOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return null;
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return answer.json();
  return type.startsWith('text/') ? answer.text() : answer.blob();
}

/** Resolves after so long, or as soon as it is aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    // eslint-disable-next-line no-restricted-globals -- In somebody else's program there is no clock of ours.
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
