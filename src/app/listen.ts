import { serve, type ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { AppError } from '../base/index.ts';
import { createHealthApp, createHttpApp } from '../http/index.ts';
import { EMBED_ROOT, WEB_ROOT } from './bundled-files.ts';
import { trustedOriginsOf } from './settings.ts';
import type { Vouch } from './vouch.ts';

/** How long a server that stops waits for answers under way. */
const ANSWERS_MS = 15_000;
const LOOK_MS = 25;
/**
 * How long a connection without a request is kept. Longer than proxies and programs keep theirs (60 s is usual), so that it is
 * they who close it: a request sent just as the server closes is lost.
 */
const KEPT_MS = 75_000;

export interface Listening {
  /** Where people reach it. */
  readonly url: string;
  /** Takes no new connection, ends open streams, and resolves when the last answer is out. */
  close(): Promise<void>;
}

/** Opens an installation to browsers. Throws `port_taken` or `port_not_allowed` with what to do. */
export async function listen(vouch: Vouch): Promise<Listening> {
  const { settings } = vouch;
  const app = createHttpApp(
    {
      ...vouch,
      runs: vouch.runtime,
      log: (message, data) => {
        vouch.log.error(data, message);
      },
    },
    {
      baseUrl: vouch.baseUrl,
      trustedOrigins: trustedOriginsOf(vouch.baseUrl),
      webRoot: WEB_ROOT,
      embedRoot: EMBED_ROOT,
      embedOrigins: settings.server.embedOrigins,
      siteName: settings.content.siteName ?? basename(settings.content.root),
    },
  );
  const server = await open(vouch, app.fetch, settings.server.port);
  await vouch.serves(server.url);
  return server;
}

/** Opens only health, readiness and figures, for a process that serves nobody else. */
export async function listenForHealth(vouch: Vouch, port: number): Promise<Listening> {
  const app = createHealthApp({
    ...vouch,
    log: (message, data) => {
      vouch.log.error(data, message);
    },
  });
  return open(vouch, app.fetch, port);
}

async function open(
  vouch: Vouch,
  answer: Parameters<typeof serve>[0]['fetch'],
  port: number,
): Promise<Listening> {
  const { settings, clock } = vouch;
  const { host } = settings.server;
  const server = await new Promise<ServerType>((resolve, reject) => {
    const serverOptions = { keepAliveTimeout: KEPT_MS };
    const starting = serve({ fetch: answer, hostname: host, port, serverOptions }, () => {
      resolve(starting);
    });
    starting.once('error', (error: NodeJS.ErrnoException) => {
      reject(listenError(error, port));
    });
  });
  const address = server.address() as AddressInfo;
  return {
    url: settings.server.baseUrl ?? `http://${host}:${String(address.port)}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      vouch.endStreams();
      if (!('closeIdleConnections' in server)) return closed;
      // Answers under way go out first; kept-alive connections without one are closed, again and again until none is left.
      const over = new AbortController();
      void closed.then(() => {
        over.abort();
      });
      for (let waitedMs = 0; waitedMs < ANSWERS_MS && !over.signal.aborted; waitedMs += LOOK_MS) {
        server.closeIdleConnections();
        await clock.sleep(LOOK_MS);
      }
      server.closeAllConnections();
      return closed;
    },
  };
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  const name = String(port);
  if (error.code === 'EADDRINUSE') {
    return new AppError(
      'port_taken',
      `Port ${name} is taken by another program. Stop it, or choose another port: npm start -- --port ${String(port + 1)}`,
      { data: { port } },
    );
  }
  if (error.code === 'EACCES') {
    return new AppError(
      'port_not_allowed',
      `This account may not open port ${name}. Choose one above 1024: npm start -- --port 4317`,
      { data: { port } },
    );
  }
  return error;
}
