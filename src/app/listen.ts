import { serve, type ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { AppError } from '../base/index.ts';
import { createHttpApp } from '../http/index.ts';
import { WEB_ROOT } from './bundled-files.ts';
import { trustedOriginsOf } from './settings.ts';
import type { Vouch } from './vouch.ts';

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
      siteName: settings.content.siteName ?? basename(settings.content.root),
    },
  );
  const { host, port } = settings.server;
  const server = await new Promise<ServerType>((resolve, reject) => {
    const starting = serve({ fetch: app.fetch, hostname: host, port }, () => {
      resolve(starting);
    });
    starting.once('error', (error: NodeJS.ErrnoException) => {
      reject(listenError(error, port));
    });
  });
  const address = server.address() as AddressInfo;
  return {
    url: settings.server.baseUrl ?? `http://${host}:${String(address.port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        // Event streams never end by themselves; browsers come back to the next server.
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
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
