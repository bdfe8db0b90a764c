import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function output(isTTY: boolean) {
  let text = '';
  const stream = Object.assign(
    new Writable({
      write: (chunk: Buffer, _, done) => {
        text += chunk.toString();
        done();
      },
    }),
    { isTTY },
  );
  return { stream, text: () => text };
}

it('writes over one line on a terminal, and takes it away in the end', () => {
  const { stream, text } = output(true);
  const { show, end } = createProgress(stream);
  show('one');
  show('two\u001b[31m');
  end();
  end();
  const clear = '\r\u001b[K';
  expect(text()).toMatch(/one/);
  expect(text().split(clear)).toHaveLength(4);
  expect(text()).not.toContain('\u001b[31m');
  expect(text().endsWith(clear)).toBe(true);
});

it('writes elsewhere the first, one of 25, and every milestone', () => {
  const { stream, text } = output(false);
  const { show, end } = createProgress(stream);
  show('begun', { milestone: true });
  for (let index = 0; index < 60; index += 1) show(String(index));
  show('done', { milestone: true });
  end();
  expect(text()).toBe('begun\n0\n25\n50\ndone\n');
});
