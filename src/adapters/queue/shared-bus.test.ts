import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Broadcast } from '../../base/index.ts';
import { createConversationBus, type ConversationSignal } from '../../chat/index.ts';
import { FakeClock } from '../../testing/index.ts';
import { createSharedBus, messagesOf, readMessage } from './shared-bus.ts';

/** Servers that hear each other at once. */
function network() {
  const servers: { hear: (text: string) => void; look: () => void }[] = [];
  const sent: string[] = [];
  const join = (): Broadcast => {
    const own: (typeof servers)[number] = { hear: () => undefined, look: () => undefined };
    servers.push(own);
    return {
      maxBytes: 7_500,
      tell: (_topic, text) => {
        sent.push(text);
        for (const server of servers) if (server !== own) server.hear(text);
      },
      listen: (_topic, hear) => {
        own.hear = hear;
      },
      onGap: (look) => {
        own.look = look;
      },
    };
  };
  return { join, sent, servers };
}

function twoServers() {
  const { join, sent, servers } = network();
  const clock = new FakeClock();
  const busOf = () => createSharedBus(createConversationBus(), { broadcast: join(), clock });
  return { here: busOf(), there: busOf(), clock, sent, servers };
}

it('CHT-08 tells a reader on another server what happens, in order, and its own readers once', async () => {
  const { here, there, sent } = twoServers();
  const near = here.subscribe('a');
  const far = there.subscribe('a');
  here.publish('a', { type: 'delta', text: 'Hel' });
  here.publish('a', { type: 'delta', text: 'lo' });
  here.publish('a', { type: 'changed' });
  for (const reader of [near, far]) {
    expect(await reader.next()).toEqual({ type: 'delta', text: 'Hello' });
    expect(await reader.next()).toEqual({ type: 'changed' });
  }
  expect(sent).toHaveLength(1);
});

it('lets text wait for more, a change never', async () => {
  const { here, there, clock, sent } = twoServers();
  const far = there.subscribe('a');
  here.publish('a', { type: 'delta', text: 'one ' });
  await Promise.resolve();
  here.publish('a', { type: 'delta', text: 'two' });
  expect(sent).toHaveLength(0);
  clock.advance(50);
  expect(await far.next()).toEqual({ type: 'delta', text: 'one two' });
});

it('CHT-08 has every reader read anew after a gap', async () => {
  const { there, servers } = twoServers();
  const reader = there.subscribe('a');
  servers[1]?.look();
  expect(await reader.next()).toEqual({ type: 'changed' });
});

it('does not pass on what was found in the rows', async () => {
  const { here, sent } = twoServers();
  here.publish('a', { type: 'changed', version: 3 });
  await Promise.resolve();
  expect(sent).toHaveLength(0);
});

const signal: fc.Arbitrary<ConversationSignal> = fc.oneof(
  fc.constant({ type: 'changed' } as const),
  fc.record({
    type: fc.constant('delta' as const),
    text: fc.string({ unit: 'binary', maxLength: 9_000, size: 'max' }),
  }),
);

it('cuts messages to size, and put together they say the same', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), signal)), (told) => {
      const messages = messagesOf(told, 7_500);
      for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThanOrEqual(7_500);
      const heard = messages.flatMap(readMessage);
      for (const uuid of ['a', 'b']) expect(flat(heard, uuid)).toEqual(flat(told, uuid));
    }),
    { numRuns: 200 },
  );
});

it.each(['', 'x', '{}', '[["a"]]', '[["a",{"type":"other"}]]'])('ignores %j', (text) => {
  expect(readMessage(text)).toEqual([]);
});

/** A conversation's signals with neighbouring text joined. */
function flat(all: readonly (readonly [string, ConversationSignal])[], uuid: string): string {
  return all
    .filter(([of]) => of === uuid)
    .map(([, one]) => (one.type === 'delta' ? one.text : '\u0000changed'))
    .join('');
}
