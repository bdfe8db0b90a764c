import { performance } from 'node:perf_hooks';
import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';

/**
 * A loop of `reads` tool steps, each stored before the next, `times` over. What comes before does not count: at least
 * `warmUps` loops, and as many more as `warmUpMs` takes, so that the code of everybody has been run for as long.
 */
export async function loop(peer, { reads, sync, warmUps = 2, warmUpMs = 0, times = 3 }) {
  const samples = [];
  const warmAt = performance.now() + warmUpMs;
  for (let loops = 0; samples.length < times; loops += 1) {
    const counts = loops >= warmUps && performance.now() >= warmAt;
    await inFolder(async (folder) => {
      const opened = await peer.open(folder, { script: { reads, writes: 0 }, sync });
      const { value, ...sample } = await timed(() => opened.start());
      if (!opened.done(value)) throw new Error('The loop did not end as its script says.');
      if (counts) samples.push(sample);
      await opened.close();
    });
  }
  return medians(samples);
}
