import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';

/**
 * After `reads` steps, cycles in one warm process: a person approves, the write runs, the model proposes the next one, the
 * run waits again.
 */
export async function cycle(peer, { reads, sync, cycles = 12 }) {
  const samples = [];
  for (const counts of [false, true]) {
    await inFolder(async (folder) => {
      let writes = 0;
      const opened = await peer.open(folder, {
        script: { reads, writes: cycles },
        sync,
        onWrite: () => {
          writes += 1;
        },
      });
      let last = await opened.start();
      while (opened.suspended(last)) {
        const { value, ...sample } = await timed(() => opened.resume());
        if (counts) samples.push(sample);
        last = value;
      }
      if (!opened.done(last) || writes !== cycles) {
        throw new Error(`${writes} of ${cycles} approved writes ran.`);
      }
      await opened.close();
    });
  }
  return medians(samples);
}
