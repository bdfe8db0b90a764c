import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MAIN, temporaryFolder } from './server.ts';

export interface CallOptions {
  readonly cwd?: string;
  /** Beside the environment of the test. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped in. Default: nothing. */
  readonly input?: string | undefined;
  /** Is told of the process as soon as it was started. */
  readonly started?: (child: ChildProcess) => void;
  /** It is killed after this time. Default: never. */
  readonly timeoutMs?: number;
}

export interface Called {
  /** Exit code; `null` when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of `vouch` to its end. */
export async function vouch(args: readonly string[], options: CallOptions = {}): Promise<Called> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd,
    // In English, whoever runs the tests.
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...options.env },
    timeout: options.timeoutMs,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined); // it may end before it has read everything
  child.stdin.end(options.input);
  options.started?.(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, stdout, stderr };
}

export interface CommandLine {
  /** Where the commands are called; the data are below it. */
  readonly folder: string;
  readonly call: (args: readonly string[], options?: CallOptions) => Promise<Called>;
}

/** A prompt in a folder of its own, with an installation below it; both are gone after the test. */
export async function commandLine(): Promise<CommandLine> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const own = { VOUCH_DATA_DIR: join(path, 'data'), VOUCH_LOG_LEVEL: 'silent' };
  return {
    folder: path,
    call: (args, options = {}) =>
      vouch(args, { cwd: path, ...options, env: { ...own, ...options.env } }),
  };
}
