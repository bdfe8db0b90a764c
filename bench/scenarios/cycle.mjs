import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';

const WARM_UPS = 4;

/**
 * After `reads` steps, cycles in one warm process: a person approves, the write runs, the model proposes the next one, the
 * run waits again. The first `WARM_UPS` rounds of cycles do not count.
 */
export async function cycle(peer, { reads, sync, cycles = 12 }) {
  const samples = [];
  for (let round = 0; round <= WARM_UPS; round += 1) {
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
        if (round === WARM_UPS) samples.push(sample);
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
