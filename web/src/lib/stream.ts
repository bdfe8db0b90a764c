import type { ZodType } from 'zod';
import { serverAccess, type EventConnection } from './server-access.ts';

/** `live`: connected. `waiting`: the connection is gone and will be tried again. */
export type StreamState = 'connecting' | 'live' | 'waiting';

export interface StreamOptions<T> {
  schema: ZodType<T>;
  onEvent: (event: T) => void;
  onState?: (state: StreamState) => void;
  /** Names of server-sent events to listen to besides unnamed ones. */
  names?: readonly string[];
  /** First wait before trying again, doubled up to `maxRetryMs`. Default 1,000. */
  retryMs?: number;
  /** Default 30,000. */
  maxRetryMs?: number;
  /** Opens one connection. Default: how the server is reached. */
  connect?: (url: string) => EventConnection;
}

/** `EventSource.CLOSED`: the browser gave up. */
const CLOSED = 2;

/**
 * Listens to a server-sent event stream until the returned function is called.
 * The browser reconnects after a broken connection by itself; after an HTTP error it gives up, so this opens a fresh one.
 * An event that does not have the promised shape is left out: the next `changed` carries the whole state anyway.
 */
export function openStream<T>(url: string, options: StreamOptions<T>): () => void {
  const { schema, onEvent, onState, names = [], retryMs = 1_000, maxRetryMs = 30_000 } = options;
  const { connect: openSource = serverAccess().openEvents } = options;
  let source: EventConnection | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = retryMs;
  let closed = false;

  const receive = (message: MessageEvent<unknown>) => {
    if (closed || typeof message.data !== 'string') return;
    let data: unknown;
    try {
      data = JSON.parse(message.data);
    } catch {
      return;
    }
    const event = schema.safeParse(data);
    if (event.success) onEvent(event.data);
  };

  const connect = () => {
    if (closed) return;
    clearTimeout(timer);
    source?.close();
    onState?.('connecting');
    const current = openSource(url);
    source = current;
    current.onopen = () => {
      waitMs = retryMs;
      onState?.('live');
    };
    current.onmessage = receive;
    for (const name of names) current.addEventListener(name, receive);
    current.onerror = () => {
      if (closed || source !== current) return;
      onState?.('waiting');
      if (current.readyState !== CLOSED) return;
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, maxRetryMs);
    };
  };

  // A laptop that wakes up, or a network that comes back, should not wait for the next attempt.
  const hurry = () => {
    if (document.visibilityState === 'hidden') return;
    if (source === null || source.readyState === CLOSED) connect();
  };
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  connect();

  return () => {
    closed = true;
    clearTimeout(timer);
    source?.close();
    window.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
  };
}
