import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';

/** A loop of `reads` tool steps, each stored before the next; the first `warmUps` do not count. */
export async function loop(peer, { reads, sync, warmUps = 2, times = 3 }) {
  const samples = [];
  for (let index = 0; index < warmUps + times; index += 1) {
    await inFolder(async (folder) => {
      const opened = await peer.open(folder, { script: { reads, writes: 0 }, sync });
      const { value, ...sample } = await timed(() => opened.start());
      if (!opened.done(value)) throw new Error('The loop did not end as its script says.');
      if (index >= warmUps) samples.push(sample);
      await opened.close();
    });
  }
  return medians(samples);
}
