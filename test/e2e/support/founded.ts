import { rmSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cookie } from 'playwright-core';
import { startServer, temporaryFolder, type RunningServer } from './server.ts';

/** An installation whose administrator has signed in: its data, without a page, and the cookies of the session. */
interface Founded {
  readonly dataDir: string;
  readonly cookies: readonly Cookie[];
}

let founded: Promise<Founded> | null = null;

/**
 * Fills a data folder with an installation that was set up before, once for all files of a worker: setting one up takes a
 * server longer than starting it.
 * @param found sets up the server it is given, and tells the cookies of the administrator
 */
export async function copyFounded(
  dataDir: string,
  found: (server: RunningServer) => Promise<readonly Cookie[]>,
): Promise<readonly Cookie[]> {
  const { dataDir: made, cookies } = await (founded ??= foundOnce(found));
  await cp(made, dataDir, { recursive: true });
  return cookies;
}

async function foundOnce(
  found: (server: RunningServer) => Promise<readonly Cookie[]>,
): Promise<Founded> {
  const folder = await temporaryFolder();
  process.once('exit', () => {
    rmSync(folder.path, { recursive: true, force: true });
  });
  const dataDir = join(folder.path, 'data');
  const contentRoot = join(folder.path, 'site');
  await mkdir(contentRoot);
  const server = await startServer({ dataDir, contentRoot });
  const cookies = await found(server);
  await server.stop();
  return { dataDir, cookies };
}
