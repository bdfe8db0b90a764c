import { readEvents } from '../lib/event-text.ts';
import type { EventConnection } from '../lib/server-access.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

/** One connection to an event stream by `fetch`, which can show a token where `EventSource` cannot. It never reconnects. */
export class FetchedEvents implements EventConnection {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((message: MessageEvent<unknown>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  #readyState = CONNECTING;
  readonly #closing = new AbortController();
  readonly #listeners = new Map<string, ((message: MessageEvent<unknown>) => void)[]>();

  constructor(open: (signal: AbortSignal) => Promise<Response>) {
    void this.#run(open);
  }

  get readyState(): number {
    return this.#readyState;
  }

  addEventListener(name: string, listener: (message: MessageEvent<unknown>) => void): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  close(): void {
    this.#readyState = CLOSED;
    this.#closing.abort();
  }

  async #run(open: (signal: AbortSignal) => Promise<Response>): Promise<void> {
    try {
      const response = await open(this.#closing.signal);
      if (response.ok && response.body !== null && this.#readyState === CONNECTING) {
        this.#readyState = OPEN;
        this.onopen?.(new Event('open'));
        await this.#read(response.body);
      }
    } catch {
      // Broken or refused: said below.
    }
    if (this.#closing.signal.aborted) return;
    this.#readyState = CLOSED;
    this.onerror?.(new Event('error'));
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for await (const { name, data } of readEvents(body)) {
      const message = new MessageEvent<unknown>(name, { data });
      if (name === 'message') this.onmessage?.(message);
      for (const listener of this.#listeners.get(name) ?? []) listener(message);
    }
  }
}
