import { randomUUID } from 'node:crypto';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { systemClock } from '../../../src/base/index.ts';
import { ConversationStreamEvent, type ConversationView } from '../../../src/contracts/index.ts';

const RETRY_MS = 100;
/** How a connection ends whose server has left. */
const CUT = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Somebody who has a conversation open and writes in it: what a browser does, without a browser. */
export interface Follower {
  readonly uuid: string;
  /** Sends a message; when no answer comes, it is sent again under the same key. */
  send(text: string): Promise<void>;
  /** Resolves once the conversation is so, as the event stream told it; rejects when the stream tells what it must not. */
  until(isSo: (conversation: ConversationView) => boolean): Promise<void>;
  /** How often the event stream was opened. */
  connections(): number;
  close(): void;
}

interface Target {
  readonly url: string;
  readonly uuid: string;
  readonly cookie: string;
}

export function followConversation(target: Target): Follower {
  const { uuid } = target;
  let latest: ConversationView | null = null;
  let connections = 0;
  let current: ClientRequest | null = null;
  const over = new AbortController();
  const waiting = new Set<() => void>();

  const stream = async (): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        const path = `/api/conversations/${uuid}/stream`;
        current = ask(target, { path });
        const response = await answerOf(current);
        const { statusCode = 0 } = response;
        if (statusCode !== 200) throw new Refused(statusCode, path);
        connections += 1;
        await readEvents(response, (conversation) => {
          latest = conversation;
          for (const look of waiting) look();
        });
      } catch (error) {
        if (!isNobodyThere(error)) throw error;
      }
      await systemClock.sleep(RETRY_MS, over.signal);
    }
  };
  const streaming = stream();
  streaming.catch(() => undefined); // told by `until`

  return {
    uuid,
    connections: () => connections,
    send: async (text) => {
      const key = randomUUID();
      for (;;) {
        try {
          await json(target, { path: `/api/conversations/${uuid}/messages`, body: { text }, key });
          return;
        } catch (error) {
          const isUnderWay = error instanceof Refused && error.isUnderWay;
          if (!isUnderWay && !isNobodyThere(error)) throw error;
        }
        await systemClock.sleep(RETRY_MS, over.signal);
      }
    },
    until: (isSo) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (latest === null || !isSo(latest)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        streaming.catch(reject);
      }),
    close: () => {
      over.abort(new Error('closed'));
      current?.destroy();
    },
  };
}

/** The server answered, and it was no. */
class Refused extends Error {
  /** What was sent before under the same key is being carried out. */
  readonly isUnderWay: boolean;
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${String(status)} ${message}`);
    this.status = status;
    this.isUnderWay = message.includes('"request_under_way"');
  }
}

/** The connection was cut or never made, or the server is about to leave: somebody asks again. */
function isNobodyThere(error: unknown): boolean {
  if (error instanceof Refused) return error.status === 502 || error.status === 503;
  return error instanceof Error && 'code' in error && CUT.includes(String(error.code));
}

interface Asked {
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
}

function ask({ url, cookie }: Target, { path, body, key }: Asked): ClientRequest {
  const asking = request(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    // A connection of its own each time: a kept one may lead to a server that has just left.
    agent: false,
    headers: {
      Cookie: cookie,
      Origin: url,
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  return asking;
}

function answerOf(asking: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asking.once('response', resolve);
    asking.on('error', reject);
  });
}

async function json(target: Target, asked: Asked): Promise<unknown> {
  const response = await answerOf(ask(target, asked));
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  const { statusCode = 0 } = response;
  if (statusCode >= 300) throw new Refused(statusCode, `${asked.path}: ${text}`);
  return JSON.parse(text);
}

async function readEvents(
  response: IncomingMessage,
  hear: (conversation: ConversationView) => void,
): Promise<void> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const events = `${rest}${String(chunk)}`.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data === undefined) continue;
      const told = ConversationStreamEvent.parse(JSON.parse(data));
      if (told.type === 'changed') hear(told.conversation);
    }
  }
}
