import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDigester, type Digester } from './digester.ts';

/** A thread that runs this for each message. */
const program = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ id, job }) => { ${body} });`,
    )}`,
  );

describe('the thread that reads pages', () => {
  let folder = '';
  let digester: Digester | null = null;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vouch-digest-'));
    await writeFile(join(folder, 'a.md'), '---\ntitle: A\n---\n\nThe [text](b.md).\n');
    await writeFile(join(folder, 'b.md'), '# B\n');
  });
  afterEach(async () => {
    await digester?.close();
    await rm(folder, { recursive: true });
  });

  const ask = async (url: URL | null) => {
    const own = createDigester(url);
    digester = own;
    const dialect = { mdx: false, directives: false };
    const order = { path: 'a.md', real: join(folder, 'a.md'), dialect };
    const files = ['a.md', 'b.md', 'none.md'].map((name) => join(folder, name));
    const [facts, digest] = await Promise.all([own.facts(files), own.digest(order)]);
    return {
      facts: facts.map(({ data, heading, leftOut }) => data['title'] ?? heading ?? leftOut?.code),
      digest: digest?.texts ?? null,
    };
  };
  const READ = { facts: ['A', 'B', 'file_unreadable'], digest: ['The text.'] };

  it('without a program of its own everything is read here', async () => {
    expect(await ask(null)).toEqual(READ);
  });

  it('answers what the thread says, and what it cannot is done here', async () => {
    const answers = `parentPort.postMessage({ id, answer: job.kind === 'facts' ? [] : null });`;
    expect(await ask(program(answers))).toEqual({ facts: [], digest: null });
    await digester?.close();
    expect(await ask(program('parentPort.postMessage({ id, failed: true });'))).toEqual(READ);
  });

  it('a thread that ends, or never starts, loses nothing but the page that ended it', async () => {
    expect(await ask(program(`throw new Error('no');`))).toEqual(READ);
    await digester?.close();
    expect(await ask(new URL('none-such.js', import.meta.url))).toEqual(READ);
  });

  it('closed, it still answers who waits', async () => {
    const own = createDigester(program(''));
    const waiting = own.facts([join(folder, 'a.md')]);
    await own.close();
    expect((await waiting)[0]?.data).toEqual({ title: 'A' });
  });
});
