import { byteLength, type Clock } from '../../../base/index.ts';
import {
  LONG_BYTES,
  parsePage,
  type PageText,
  type PageView,
  type ParsedPage,
} from '../page/page.ts';
import { threadProgram } from '../thread-program.ts';
import { pageFromPlain, type PlainPage } from '../page/plain-page.ts';
import { doPageJob, type PageJobAnswer, type PageJobInput, type PageJobName } from './page-jobs.ts';
import { createPageThread, type PageThread } from './page-thread.ts';

/** Reads pages and does the jobs that take their syntax tree: of short ones here, of long ones in a thread. */
export interface PageWork {
  /** Throws `unavailable` when a long page cannot be read now; the message says why. */
  read(text: PageText): Promise<PageView>;
  /** As `read` throws. */
  do<Name extends PageJobName>(
    page: PageView,
    name: Name,
    input: PageJobInput<Name>,
  ): Promise<PageJobAnswer<Name>>;
  close(): Promise<void>;
}

export interface PageWorkOptions {
  readonly clock: Clock;
  /** Pages of so many bytes and more are long ones. Default `LONG_BYTES`. */
  readonly longBytes?: number;
  /** Default: the program beside this file. */
  readonly thread?: PageThread;
}

export function createPageWork(options: PageWorkOptions): PageWork {
  const { clock, longBytes = LONG_BYTES } = options;
  const thread =
    options.thread ??
    createPageThread({ clock, program: threadProgram('page-worker.js', import.meta.url) });
  return {
    async read(text) {
      if (byteLength(text.text) < longBytes) return parsePage(text, text.dialect);
      const plain = await thread.run({ page: text, name: 'read', input: null });
      const page = pageFromPlain(text, plain as PlainPage);
      // Taking it over is work enough for one turn.
      await new Promise((resolve) => setImmediate(resolve));
      return page;
    },
    async do(page, name, input) {
      if (isParsed(page)) return doPageJob(page, name, input);
      const { path, text, dialect } = page;
      const answer = await thread.run({ page: { path, text, dialect }, name, input });
      return answer as PageJobAnswer<typeof name>;
    },
    close: () => thread.close(),
  };
}

function isParsed(page: PageView): page is ParsedPage {
  return 'body' in page;
}
