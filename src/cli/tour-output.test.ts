import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { tourOutput } from './tour-output.ts';

function failing(code: string) {
  return new Writable({
    write: (_chunk, _encoding, done) => {
      done(Object.assign(new Error(`write ${code}`), { code }));
    },
  });
}

it('a reader that went away ends the output quietly', async () => {
  const stream = failing('EPIPE');
  const output = tourOutput(stream);
  expect(output.isGone()).toBe(false);
  output.say('one\n');
  await new Promise((resolve) => stream.once('close', resolve));
  expect(output.isGone()).toBe(true);
  output.say('two\n');
});

it('any other failure of the output is thrown on', () => {
  const stream = failing('ENOSPC');
  tourOutput(stream);
  expect(() => stream.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }))).toThrow(
    'full',
  );
});
