import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FetchedEvents } from './fetched-events.ts';

const TEXT =
  ': still here\n\nid: 3\ndata: {"a":1}\n\nevent: changed\ndata: {"b":\ndata: "ü"}\n\ndata: last\n\n';

/** Reads the text in these pieces and tells what came of it. */
async function heard(pieces: readonly Uint8Array<ArrayBuffer>[], status = 200): Promise<string[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const said: string[] = [];
  await new Promise<void>((resolve) => {
    const events = new FetchedEvents(() => Promise.resolve(new Response(body, { status })));
    events.onopen = () => said.push('open');
    events.onmessage = ({ data }) => said.push(String(data));
    events.addEventListener('changed', ({ data }) => said.push(`changed ${String(data)}`));
    events.onerror = () => {
      said.push(`ended ${String(events.readyState)}`);
      resolve();
    };
  });
  return said;
}

it('reads the same events however the bytes arrive', async () => {
  const bytes = new TextEncoder().encode(TEXT);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const pieces = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
      expect(await heard(pieces)).toEqual([
        'open',
        '{"a":1}',
        'changed {"b":\n"ü"}',
        'last',
        'ended 2',
      ]);
    }),
  );
});

it('a refusal opens nothing and ends the connection', async () => {
  expect(await heard([], 401)).toEqual(['ended 2']);
});
