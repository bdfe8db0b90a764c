import { afterEach, describe, expect, it } from 'vitest';
import { AppError, systemClock, type Clock } from '../../../base/index.ts';
import { errorFrom, failureOf, type PageOrder } from './page-order.ts';
import { createPageThread, type PageThread, type PageThreadOptions } from './page-thread.ts';

/** A thread that runs this for each message. */
const program = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads';
       const path = (order) => order.page.path;
       parentPort.on('message', ({ id, order }) => { ${body} });`,
    )}`,
  );

const ANSWERS = `parentPort.postMessage({ id, answer: path(order) });`;
const PLAIN = { mdx: false, directives: false };
const orderFor = (path: string): PageOrder => ({
  page: { path, text: `# ${path}\n`, dialect: PLAIN },
  name: 'links',
  input: null,
});

/** Whose sleeps end when the test says so. */
function createHandClock() {
  const sleeping: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    sleep: (_delayMs, signal) =>
      new Promise((resolve, reject) => {
        sleeping.push(resolve);
        signal?.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      }),
  };
  return {
    clock,
    wake: () => {
      for (const end of sleeping.splice(0)) end();
    },
  };
}

describe('the thread of long pages', () => {
  const open: PageThread[] = [];
  afterEach(async () => {
    for (const thread of open.splice(0)) await thread.close();
  });
  const openThread = (options: Omit<PageThreadOptions, 'clock'> & { readonly clock?: Clock }) => {
    const thread = createPageThread({ clock: systemClock, ...options });
    open.push(thread);
    return thread;
  };
  /** What each of the pages comes to: its answer, or the message of its error. */
  const outcomes = (thread: PageThread, paths: readonly string[]): Promise<readonly unknown[]> =>
    Promise.all(
      paths.map((path) =>
        thread.run(orderFor(path)).catch((error: unknown) => (error as Error).message),
      ),
    );

  it.each([
    ['exits', 'process.exit(1);'],
    ['throws', `throw new Error('no');`],
  ])(
    'a thread that %s is replaced: its page is refused, the others are answered',
    async (_name, death) => {
      const thread = openThread({
        program: program(`if (path(order) === 'dies.md') { ${death} } else { ${ANSWERS} }`),
      });
      expect(await outcomes(thread, ['a.md', 'dies.md', 'b.md', 'c.md'])).toEqual([
        'a.md',
        'The page dies.md could not be read: what reads it stopped. Try again.',
        'b.md',
        'c.md',
      ]);
      await expect(thread.run(orderFor('dies.md'))).rejects.toMatchObject({ code: 'unavailable' });
      expect(await thread.run(orderFor('a.md'))).toBe('a.md');
    },
  );

  it('a page that takes more memory than the thread has is told so', async () => {
    const thread = openThread({
      maxHeapMb: 16,
      program: program(
        `if (path(order) !== 'huge.md') { ${ANSWERS} }
         else for (const all = []; ; ) all.push(new Array(1_000).fill(id));`,
      ),
    });
    expect(await outcomes(thread, ['huge.md', 'a.md'])).toEqual([
      'The page huge.md takes more memory than one page may; divide it into several pages.',
      'a.md',
    ]);
  });

  it('a page that is not read in time ends with its thread', async () => {
    const { clock, wake } = createHandClock();
    const thread = openThread({
      clock,
      program: program(`if (path(order) === 'slow.md') for (;;); else { ${ANSWERS} }`),
    });
    expect(await thread.run(orderFor('a.md'))).toBe('a.md');
    const both = outcomes(thread, ['slow.md', 'b.md']);
    wake();
    expect(await both).toEqual([
      'The page slow.md was not read within 120 seconds; divide it into several pages.',
      'b.md',
    ]);
  });

  it('only so many wait, and whoever waits when it is closed is told', async () => {
    const thread = openThread({ maxWaiting: 1, program: program('') });
    const all = outcomes(thread, ['runs.md', 'waits.md', 'refused.md']);
    await expect(thread.run(orderFor('refused.md'))).rejects.toMatchObject({ code: 'unavailable' });
    await thread.close();
    expect(await all).toEqual([
      'The server is being stopped.',
      'The server is being stopped.',
      'Too many long pages are being read at once. Try again in a moment.',
    ]);
    await expect(thread.run(orderFor('a.md'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('what cannot be handed over is refused, and the next one is answered', async () => {
    const thread = openThread({ program: program(ANSWERS) });
    const wrong = { ...orderFor('a.md'), input: () => null } as unknown as PageOrder;
    const refused = expect(thread.run(wrong)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await thread.run(orderFor('b.md'))).toBe('b.md');
    await refused;
  });

  it('without a program the jobs are done here', async () => {
    const thread = openThread({ program: null });
    expect(await outcomes(thread, ['a.md', 'b.md'])).toEqual([[], []]);
    const unknown = { ...orderFor('a.md'), name: 'none' } as unknown as PageOrder;
    await expect(thread.run(unknown)).rejects.toThrow(TypeError);
  });
});

describe('errors on their way between threads', () => {
  const carried = (error: unknown): Error => errorFrom(structuredClone(failureOf(error)));

  it('one of ours keeps code, message and data', () => {
    const error = new AppError('content_refused', 'Not this.', { data: { reason: 'read_only' } });
    const { code, message, data } = carried(error) as AppError;
    expect({ code, message, data }).toEqual({
      code: 'content_refused',
      message: 'Not this.',
      data: { reason: 'read_only' },
    });
    expect(carried(error)).toBeInstanceOf(AppError);
  });

  it('any other keeps its message, and where it was thrown as the cause', () => {
    const error = new RangeError('too deep');
    const { message, cause } = carried(error);
    expect(message).toBe('too deep');
    expect((cause as Error).stack).toBe(error.stack);
    expect(carried('text').message).toBe('text');
  });
});
