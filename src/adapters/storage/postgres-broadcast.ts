import type { Client } from 'pg';
import type { Broadcast, Clock } from '../../base/index.ts';

const CHANNEL = 'vouch';
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 10_000;
/** An idle connection is asked after this time whether it is still there. */
const KEEP_ALIVE_MS = 10_000;
/** PostgreSQL takes less than 8,000 bytes; the rest is for sender and topic. */
const MAX_BYTES = 7_500;

export interface PostgresBroadcast extends Broadcast {
  /** Whether other processes are heard at the moment. */
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * LISTEN and NOTIFY on a connection of its own, which comes back by itself. The address must reach the server directly or
 * through a pooler in session mode.
 */
export async function openPostgresBroadcast(
  url: string,
  deps: {
    readonly clock: Clock;
    /** Names this process among those of the database. */
    readonly sender: string;
    readonly log: { warn(facts: object, message: string): void };
    /** How long an attempt to connect may take. Default 10,000. */
    readonly connectionTimeoutMs?: number;
  },
): Promise<PostgresBroadcast> {
  const { clock, sender, log, connectionTimeoutMs = CONNECTION_TIMEOUT_MS } = deps;
  // Loaded by those who use it.
  const { default: pg } = await import('pg');
  const listeners = new Map<string, ((text: string) => void)[]>();
  const gaps: (() => void)[] = [];
  const closing = new AbortController();
  let current: Client | null = null;
  let told: Promise<unknown> = Promise.resolve();

  const hear = (payload: string): void => {
    const [from, topic = '', ...rest] = payload.split(' ');
    if (from === sender) return;
    for (const listener of listeners.get(topic) ?? []) listener(rest.join(' '));
  };

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectionTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'vouch-notify',
    });
    client.on('notification', ({ payload = '' }) => {
      hear(payload);
    });
    // After `end` the loop below connects anew; an error without a listener would end the process.
    let lostBy: unknown;
    client.on('error', (error) => {
      lostBy = error;
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // Closed meanwhile: nobody would end this connection any more.
      closing.signal.throwIfAborted();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => {
      if (current === client) current = null;
      if (closing.signal.aborted) return;
      log.warn(
        { err: lostBy },
        'Other servers are not heard: the connection to PostgreSQL was lost',
      );
      void comeBack();
    });
    current = client;
  };

  const comeBack = async (): Promise<void> => {
    for (let pauseMs = FIRST_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_RETRY_MS)) {
      try {
        await clock.sleep(pauseMs, closing.signal);
        await connect();
        break;
      } catch {
        if (closing.signal.aborted) return;
      }
    }
    for (const look of gaps) look();
  };

  await connect();
  return {
    maxBytes: MAX_BYTES,
    tell: (topic, text) => {
      // One after the other: a client carries one query at a time, and what is told keeps its order.
      told = told
        .then(() =>
          current?.query('select pg_notify($1, $2)', [CHANNEL, `${sender} ${topic} ${text}`]),
        )
        .catch((error: unknown) => {
          log.warn({ err: error }, 'Other servers could not be told');
        });
    },
    listen: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    onGap: (look) => {
      gaps.push(look);
    },
    isListening: () => current !== null,
    close: async () => {
      await told;
      closing.abort(new Error('closed'));
      await current?.end();
    },
  };
}
