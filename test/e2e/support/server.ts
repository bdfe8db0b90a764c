import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program of the build, as an operator runs it. */
export const MAIN = fileURLToPath(new URL('../../../dist/bundle/vouch.js', import.meta.url));

/** A Vouch server as its own process, as an operator runs it. */
export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  /** The one-time link of the first start, or `null` when there is an administrator already. */
  readonly setupLink: string | null;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it the polite way and waits. */
  stop(): Promise<void>;
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>;
  /** Resolves when the process is gone, by whatever hand. */
  readonly gone: Promise<void>;
}

export interface ServerOptions {
  readonly dataDir: string;
  /** Folder of Markdown; default: a copy of the bundled demo inside the data folder. */
  readonly contentRoot?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Keep a port across restarts so that open browsers find the server again. Default: a free one. */
  readonly port?: number;
  /** What Node runs. Default: the built command line's `serve`. */
  readonly program?: readonly string[];
}

/** Starts `vouch serve` from the build and waits until it says where it is. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  await mkdir(options.dataDir, { recursive: true });
  const port = options.port ?? (await freePort());
  const program = options.program ?? [MAIN, 'serve'];
  const child = spawn(process.execPath, program, {
    cwd: options.dataDir,
    env: {
      ...process.env,
      VOUCH_DATA_DIR: options.dataDir,
      VOUCH_PORT: String(port),
      VOUCH_LOG_LEVEL: 'warn',
      ...(options.contentRoot === undefined ? {} : { VOUCH_CONTENT_ROOT: options.contentRoot }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = `http://127.0.0.1:${String(port)}`;
  await new Promise<void>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (/^\s*Ready\b/m.test(output)) resolve();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => {
      reject(new Error(`the server ended with ${String(code)} before it was ready:\n${output}`));
    });
  });
  return {
    url,
    dataDir: options.dataDir,
    setupLink: /(http:\/\/\S+\/setup\?token=\S+)/.exec(output)?.[1] ?? null,
    output: () => output,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    gone: new Promise((resolve) => {
      child.once('exit', () => {
        resolve();
      });
    }),
  };
}

/** A new empty folder, and its removal. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'vouch-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.kill(signal);
  });
}
