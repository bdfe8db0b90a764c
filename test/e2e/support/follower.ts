import { randomUUID } from 'node:crypto';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { systemClock } from '../../../src/base/index.ts';
import { ConversationStreamEvent, type ConversationView } from '../../../src/contracts/index.ts';

const RETRY_MS = 100;

/** Somebody who has a conversation open and writes in it: what a browser does, without a browser. */
export interface Follower {
  readonly uuid: string;
  /** Sends a message; when no answer comes, it is sent again under the same key. */
  send(text: string): Promise<void>;
  /** Resolves once the conversation is so, as the event stream told it. */
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
        current = ask(target, { path: `/api/conversations/${uuid}/stream` });
        const response = await answerOf(current);
        if (response.statusCode !== 200) throw new Error(`status ${String(response.statusCode)}`);
        connections += 1;
        await readEvents(response, (conversation) => {
          latest = conversation;
          for (const look of waiting) look();
        });
      } catch {
        // Cut, or nobody there: tried again.
      }
      await systemClock.sleep(RETRY_MS, over.signal);
    }
  };
  void stream().catch(() => undefined);

  return {
    uuid,
    connections: () => connections,
    send: async (text) => {
      const key = randomUUID();
      for (let isAgain = false; ; isAgain = true) {
        try {
          await json(target, { path: `/api/conversations/${uuid}/messages`, body: { text }, key });
          return;
        } catch (error) {
          // A server that fell while it took the message holds the conversation until the next sweep.
          const goesOn =
            !(error instanceof Refused) || error.isUnderWay || (isAgain && error.isBusy);
          if (!goesOn) throw error;
        }
        await systemClock.sleep(RETRY_MS, over.signal);
      }
    },
    until: (isSo) =>
      new Promise((resolve) => {
        const look = () => {
          if (latest === null || !isSo(latest)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      over.abort(new Error('closed'));
      current?.destroy();
    },
  };
}

/** The server answered, and it was no. */
class Refused extends Error {
  /** What was sent before is being carried out, or nobody is there behind the balancer. */
  readonly isUnderWay: boolean;
  readonly isBusy: boolean;

  constructor(status: number, message: string) {
    super(message);
    this.isUnderWay = status >= 502 || message.includes('"request_under_way"');
    this.isBusy = message.includes('"conversation_busy"');
  }
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
