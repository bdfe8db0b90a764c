import { printable } from './tour-screen.ts';

/** How far long work is, on standard error: what a command answers stays alone on standard output. */
export interface Progress {
  /** `milestone`: also elsewhere than on a terminal. Default `false`: there a line now and then. */
  readonly show: (text: string, options?: { readonly milestone?: boolean }) => void;
  /** Takes the line from a terminal. */
  readonly end: () => void;
}

/** Elsewhere than on a terminal one of so many is written. */
const ONE_OF = 25;

/** Progress on a terminal as one line that is written over, elsewhere as a line now and then, the first always. */
export function createProgress(
  output: NodeJS.WritableStream & { readonly isTTY?: boolean } = process.stderr,
): Progress {
  const isTerminal = output.isTTY === true;
  let passed = 0;
  let shown = false;
  return {
    show: (text, { milestone = false } = {}) => {
      const line = printable(text);
      if (isTerminal) {
        output.write(`\r\u001b[K${line.slice(0, 100)}`);
        shown = true;
      } else if (milestone || passed % ONE_OF === 0) {
        output.write(`${line}\n`);
      }
      if (!milestone) passed += 1;
    },
    end: () => {
      if (shown) output.write('\r\u001b[K');
      shown = false;
    },
  };
}

/** Does long work and takes the progress away whatever happens. */
export async function withProgress<T>(work: (show: Progress['show']) => Promise<T>): Promise<T> {
  const progress = createProgress();
  try {
    return await work(progress.show);
  } finally {
    progress.end();
  }
}
