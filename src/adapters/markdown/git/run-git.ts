import { execFile } from 'node:child_process';

export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: string;
  /** What Git said when it refused: its first line. */
  readonly reason: string;
}

export interface GitCall {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input?: Uint8Array;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 4_000_000;

/** Settings of a repository by which Git would run programs of it: a content folder is data. File names are no patterns. */
const ALWAYS = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  '--literal-pathspecs',
];

/** Runs the `git` command; never throws. */
export function runGit(args: readonly string[], call: GitCall): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      [...ALWAYS, ...args],
      {
        cwd: call.folder,
        env: ownEnvironment(call.environment),
        timeout: TIMEOUT_MS,
        maxBuffer: MAX_BYTES,
        encoding: 'utf8',
      },
      (error, stdout, stderr) => {
        resolve({ ok: error === null, stdout, reason: reasonOf(error, stderr) });
      },
    );
    // A Git that ended early takes no more input; its own words say why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(call.input ?? '');
  });
}

/** Without what another Git, whose hook started this process, says of its own repository. */
function ownEnvironment(
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const kept = Object.entries(given).filter(
    ([name]) => !name.startsWith('GIT_') || name === 'GIT_INDEX_FILE',
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
}

function reasonOf(error: Error | null, stderr: string): string {
  if (error === null) return '';
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'git is not installed';
  const [line = ''] = stderr.trim().split('\n');
  return line.replace(/^(?:fatal|error): /, '') || error.message;
}
