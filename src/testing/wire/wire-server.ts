import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChatModel, ModelRequest } from '../../models/index.ts';
import { isAppError } from '../../base/index.ts';
import { bodyOf, startLocalServer } from '../local-server.ts';
import type { SpokenAnswer, WireAnswer, WireRequest, WireStep } from './wire-script.ts';

/** A local server that speaks a provider's wire format. */
export interface WireServer {
  /** To be given as base address, version segment included. */
  readonly url: string;
  /** Everything received, in order. */
  readonly requests: readonly WireRequest[];
  /** Adds answers to the end of the script. */
  add(...steps: readonly WireStep[]): void;
  /** Answers of the script nobody asked for. */
  readonly left: number;
  close(): Promise<void>;
}

export interface WireServerOptions {
  /** Answers come from this model. */
  readonly model?: ChatModel;
  /** Answers come from this list, in order; a request beyond it is answered with status 500. */
  readonly script?: readonly WireStep[];
  /** Requests without this key get status 401. Default: any key, or none, is good. */
  readonly apiKey?: string;
  /** Models the server names when it is asked for its list. Default: none. */
  readonly models?: readonly string[];
  /** Awaited before each event of a streamed answer goes out, so that a test can hold a stream midway. Default: nothing. */
  readonly beforeEvent?: (event: string) => Promise<void>;
}

/** What makes one wire format different from another. */
export interface WireFormat {
  /** Path segment of the base address, as the provider's own has it; empty where there is none. */
  readonly base: string;
  /** Below the base. */
  readonly path: string | RegExp;
  /** Where its models are listed, below the base, and how. Default: OpenAI's way. */
  readonly list?: {
    readonly path: string;
    body(models: readonly string[]): Record<string, unknown>;
  };
  /** Default `text/event-stream`. */
  readonly streamType?: string;
  /** Whether the answer is to be streamed. Default: the member `stream` of the body. */
  streams?(request: WireRequest): boolean;
  keyOf(headers: WireRequest['headers']): string | null;
  /** What a real server refuses in a transcript, as sentences; empty when it is valid. */
  faults(body: WireRequest['body']): readonly string[];
  errorBody(error: { status: number; type: string; message: string }): Record<string, unknown>;
  toModelRequest(body: WireRequest['body']): Pick<ModelRequest, 'messages' | 'tools'>;
  /** Every event of a streamed answer as text, in order. */
  events(answer: SpokenAnswer, body: WireRequest['body'], turn: number): readonly string[];
  /** The same answer as one JSON body. */
  whole(answer: SpokenAnswer, body: WireRequest['body'], turn: number): Record<string, unknown>;
}

/** Starts a server of a format on a free port of this machine. */
export async function startWireServer(
  format: WireFormat,
  options: WireServerOptions,
): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const streamType = format.streamType ?? 'text/event-stream';
  const script = [...(options.script ?? [])];
  const server = await startLocalServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      // A script that fails is the test's mistake: the client sees its sentence.
      const failure = { status: 500, ...described(error) };
      send(response, { status: failure.status, body: format.errorBody(failure) });
    });
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await received(incoming);
    if (incoming.method === 'GET') {
      listModels(request, response);
      return;
    }
    requests.push(request);
    const refusal = refusalOf(request);
    if (refusal !== null) {
      send(response, { status: refusal.status, body: format.errorBody(refusal) });
      return;
    }
    const made = await nextAnswer(request);
    if ('silent' in made) {
      response.writeHead(200, { 'content-type': streamType }).flushHeaders();
      return;
    }
    if ('status' in made) {
      send(response, made);
      return;
    }
    if ('raw' in made) {
      response.writeHead(200, { 'content-type': streamType });
      response.end(streamType === 'text/event-stream' ? `data: ${made.raw}\n\n` : `${made.raw}\n`);
      return;
    }
    await speak(response, { made, request, turn: requests.length });
  }

  function listModels(request: WireRequest, response: ServerResponse): void {
    const list = format.list ?? OPENAI_LIST;
    const known = options.apiKey === undefined || format.keyOf(request.headers) === options.apiKey;
    const status = request.path !== `${format.base}${list.path}` ? 404 : known ? 200 : 401;
    const refusal = { status, type: 'refused', message: 'The list is refused.' };
    send(response, {
      status,
      body: status === 200 ? list.body(options.models ?? []) : format.errorBody(refusal),
    });
  }

  function refusalOf(request: WireRequest) {
    if (!isAt(request.path, format)) {
      return { status: 404, type: 'not_found_error', message: `No such path: ${request.path}` };
    }
    const key = format.keyOf(request.headers);
    if (options.apiKey !== undefined && key !== options.apiKey) {
      const message = `Incorrect API key provided: ${key ?? '(none)'}.`;
      return { status: 401, type: 'authentication_error', message };
    }
    const faults = format.faults(request.body);
    return faults.length === 0
      ? null
      : { status: 400, type: 'invalid_request_error', message: faults.join(' ') };
  }

  async function nextAnswer(request: WireRequest): Promise<WireAnswer> {
    const step = script.shift();
    if (step !== undefined) return typeof step === 'function' ? step(request) : step;
    if (options.model === undefined) throw new Error('The script has no answer left.');
    const { text, toolCalls, usage, finishReason } = await options.model.generate(
      format.toModelRequest(request.body),
    );
    return {
      text,
      calls: toolCalls.map(({ id, name, rawArguments }) => ({ id, name, arguments: rawArguments })),
      usage,
      ...(finishReason === 'other' ? {} : { finish: finishReason }),
    };
  }

  async function speak(
    response: ServerResponse,
    { made, request, turn }: { made: SpokenAnswer; request: WireRequest; turn: number },
  ): Promise<void> {
    const { body } = request;
    if (!(format.streams?.(request) ?? body['stream'] === true)) {
      send(response, { status: 200, body: format.whole(made, body, turn) });
      return;
    }
    response.writeHead(200, { 'content-type': streamType });
    for (const event of format.events(made, body, turn)) {
      await options.beforeEvent?.(event);
      response.write(event);
    }
    if (made.breakOff === true) {
      // What was written has to arrive before the connection goes; a line without content says nothing in any format.
      response.write('\n', () => response.destroy());
    } else {
      response.end();
    }
  }

  return {
    url: `${server.origin}${format.base}`,
    requests,
    add: (...steps) => script.push(...steps),
    get left() {
      return script.length;
    },
    close: () => server.close(),
  };
}

const OPENAI_LIST: NonNullable<WireFormat['list']> = {
  path: '/models',
  body: (models) => ({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }),
};

function isAt(path: string, { base, path: wanted }: WireFormat): boolean {
  if (!path.startsWith(base)) return false;
  const rest = path.slice(base.length);
  return typeof wanted === 'string' ? rest === wanted : wanted.test(rest);
}

async function received(incoming: IncomingMessage): Promise<WireRequest> {
  const text = await bodyOf(incoming);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    path: (incoming.url ?? '').replace(/\?.*$/u, ''),
    headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

function send(response: ServerResponse, answer: Extract<WireAnswer, { status: number }>): void {
  const isText = typeof answer.body === 'string';
  response.writeHead(answer.status, {
    'content-type': isText ? 'text/html' : 'application/json',
    ...answer.headers,
  });
  response.end(isText ? answer.body : JSON.stringify(answer.body ?? {}));
}

function described(error: unknown): { type: string; message: string } {
  const type = isAppError(error) ? error.code : 'api_error';
  return { type, message: error instanceof Error ? error.message : 'unknown' };
}
