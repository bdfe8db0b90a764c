import type { Progress, RecordRef } from '../contracts/index.ts';

/**
 * What happens in a conversation, as it is told to its readers. `changed` says that there is something newer to read; with a
 * `version`, only for those who have not read that one.
 */
export type ConversationSignal =
  | { readonly type: 'changed'; readonly version?: number }
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'highlight'; readonly highlight: RecordRef };

export interface ConversationSubscription {
  /** The next signal in order; `null` once the subscription has ended. */
  readonly next: () => Promise<ConversationSignal | null>;
  readonly close: () => void;
}

/** Tells readers what happens. Nothing is kept: a reader that comes later reads the store. */
export interface ConversationBus {
  publish(uuid: string, signal: ConversationSignal): void;
  subscribe(uuid: string): ConversationSubscription;
  /** Uuids of the conversations that have a reader in this process. */
  followed(): readonly string[];
  /** Ends every subscription, for a server that stops. */
  close(): void;
}

/**
 * An in-process bus. A reader that lags behind by more than `maxWaiting` signals is dropped: its subscription ends, and it
 * comes back to the current state. Default 1,000. Pieces of text that wait behind each other are joined.
 */
export function createConversationBus(
  options: { readonly maxWaiting?: number } = {},
): ConversationBus {
  const maxWaiting = options.maxWaiting ?? 1_000;
  const readers = new Map<string, Set<Reader>>();
  const forget = (uuid: string, reader: Reader) => {
    const those = readers.get(uuid);
    those?.delete(reader);
    if (those?.size === 0) readers.delete(uuid);
  };
  return {
    publish: (uuid, signal) => {
      for (const reader of [...(readers.get(uuid) ?? [])]) {
        if (!reader.offer(signal)) reader.end();
      }
    },
    subscribe: (uuid) => {
      const reader = createReader(maxWaiting, () => {
        forget(uuid, reader);
      });
      const those = readers.get(uuid) ?? new Set();
      readers.set(uuid, those.add(reader));
      return { next: reader.next, close: reader.end };
    },
    followed: () => [...readers.keys()],
    close: () => {
      for (const those of [...readers.values()]) for (const reader of [...those]) reader.end();
    },
  };
}

/** Text that may pile up for a reader that does not read. */
const MAX_JOINED_CHARACTERS = 100_000;

interface Reader {
  readonly offer: (signal: ConversationSignal) => boolean;
  readonly next: () => Promise<ConversationSignal | null>;
  readonly end: () => void;
}

function createReader(maxWaiting: number, onEnd: () => void): Reader {
  const waiting: ConversationSignal[] = [];
  let wanted: ((signal: ConversationSignal | null) => void) | null = null;
  let ended = false;
  return {
    offer: (signal) => {
      if (wanted !== null) {
        const give = wanted;
        wanted = null;
        give(signal);
        return true;
      }
      const last = waiting.at(-1);
      if (signal.type === 'changed' && last?.type === 'changed') {
        // Whatever is asked for without a condition stays so.
        if (signal.version === undefined) waiting[waiting.length - 1] = signal;
        else if (last.version !== undefined && signal.version > last.version) {
          waiting[waiting.length - 1] = signal;
        }
        return true;
      }
      if (signal.type === 'delta' && last?.type === 'delta') {
        if (last.text.length > MAX_JOINED_CHARACTERS) return false;
        waiting[waiting.length - 1] = { type: 'delta', text: last.text + signal.text };
        return true;
      }
      if (waiting.length >= maxWaiting) return false;
      waiting.push(signal);
      return true;
    },
    next: () => {
      if (ended) return Promise.resolve(null);
      const first = waiting.shift();
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => {
        wanted = resolve;
      });
    },
    end: () => {
      if (ended) return;
      ended = true;
      waiting.length = 0;
      wanted?.(null);
      wanted = null;
      onEnd();
    },
  };
}
