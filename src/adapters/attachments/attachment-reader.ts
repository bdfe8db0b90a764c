import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../base/index.ts';
import type { AttachmentReader } from '../../chat/index.ts';
import type { Extracted, ExtractTask } from './extract.ts';
import { createTurns } from './turns.ts';

export interface AttachmentReaderOptions {
  readonly clock: Clock;
  /** After so long a file counts as unreadable. Default 20,000 ms. */
  readonly timeoutMs?: number;
  /** Memory for what a process makes of a file. Default 256 MB. */
  readonly maxMemoryMb?: number;
  /** Files read side by side; others wait. Default 2. */
  readonly atOnce?: number;
}

/**
 * Reads PDF and Word files, each in a process of its own without environment or output, which is ended when it takes too long
 * or too much: a file from outside may be made to do so, and the server goes on.
 */
export function createAttachmentReader(options: AttachmentReaderOptions): AttachmentReader {
  const inTurn = createTurns(options.atOnce ?? 2);
  return { read: (file) => inTurn(() => inProcess(file, options)) };
}

function inProcess(task: ExtractTask, options: AttachmentReaderOptions): Promise<Extracted> {
  const { clock, timeoutMs = 20_000, maxMemoryMb = 256 } = options;
  // As it stands in the source, or as it was built from it.
  const isSource = import.meta.url.endsWith('.ts');
  const program = new URL(`./extract-process.${isSource ? 'ts' : 'js'}`, import.meta.url);
  const child = fork(fileURLToPath(program), {
    execArgv: [
      `--max-old-space-size=${String(maxMemoryMb)}`,
      ...(isSource ? ['--import', 'tsx'] : []),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve) => {
    const end = (extracted: Extracted) => {
      ended.abort();
      resolve(extracted);
      child.kill('SIGKILL');
    };
    const ended = new AbortController();
    clock.sleep(timeoutMs, ended.signal).then(
      () => {
        end(null);
      },
      () => undefined, // it ended before
    );
    child.once('message', (answer) => {
      end((answer as { readonly extracted: Extracted }).extracted);
    });
    child.once('error', () => {
      end(null);
    });
    child.once('exit', () => {
      end(null);
    });
    const { kind, bytes, maxPages } = task;
    child.send({ kind, bytes, maxPages }, (error) => {
      if (error !== null) end(null);
    });
  });
}
