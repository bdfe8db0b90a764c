import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { timed } from '../lib/measure.mjs';

const optionsOf = ({ folder, reads, sync }) => ({
  script: { reads, writes: 1 },
  sync,
  onWrite: () => appendFileSync(join(folder, 'writes.log'), 'written\n'),
});

/** The first process: `reads` steps, then the run waits and the process ends. */
export async function suspend(peer, parts) {
  const opened = await peer.open(parts.folder, optionsOf(parts));
  if (!opened.suspended(await opened.start())) throw new Error('The run does not wait.');
  const bytes = opened.bytes();
  await opened.close();
  return bytes;
}

/** The second process: opens, approves, carries out, ends. `process` counts from the start of Node, packages included. */
export async function resume(peer, parts) {
  const { value, ...operation } = await timed(async () => {
    const opened = await peer.open(parts.folder, optionsOf(parts));
    return { opened, last: await opened.resume() };
  });
  const { user, system } = process.cpuUsage();
  if (!value.opened.done(value.last)) throw new Error('The run did not end as its script says.');
  await value.opened.close();
  return {
    operation,
    process: { wallMs: performance.now(), cpuMs: (user + system) / 1_000 },
  };
}
