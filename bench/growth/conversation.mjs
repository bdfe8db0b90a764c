import { inFolder } from '../lib/in-folder.mjs';
import { medians, timed } from '../lib/measure.mjs';
import { open } from '../peers/vouch.mjs';

/** A run of five steps at the end of a conversation of `messages` messages. */
export async function conversation({ messages, times = 7 }) {
  return inFolder(async (folder) => {
    const history = Array.from({ length: messages }, (_, index) =>
      index % 2 === 0
        ? { role: 'user', content: `Question ${index}: ${'what does this page say? '.repeat(8)}` }
        : {
            role: 'assistant',
            content: `Answer ${index}: ${'it is a weir. '.repeat(15)}`,
            toolCalls: [],
          },
    );
    const before = history.filter(({ role }) => role === 'assistant').length;
    const opened = await open(folder, { script: { reads: 5, writes: 0 }, answered: before });
    const samples = [];
    for (let index = 0; index < times + 2; index += 1) {
      const { value, ...sample } = await timed(() => opened.start(history));
      if (!opened.done(value)) throw new Error('The run did not end as its script says.');
      if (index >= 2) samples.push(sample);
    }
    await opened.close();
    return medians(samples);
  });
}
