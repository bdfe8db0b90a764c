import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';

/** Rounds that warm the code up: a long one does it as well as several short ones. */
const warmUpsFor = (reads) => (reads > 20 ? 4 : 16);

/**
 * After `reads` steps, cycles in one warm process: a person approves, the write runs, the model proposes the next one, the
 * run waits again. The first rounds do not count.
 */
export async function cycle(peer, { reads, sync, cycles = 12 }) {
  const samples = [];
  const warmUps = warmUpsFor(reads);
  for (let round = 0; round <= warmUps; round += 1) {
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
        if (round === warmUps) samples.push(sample);
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
