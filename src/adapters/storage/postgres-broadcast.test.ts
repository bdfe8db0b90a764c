import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import { systemClock } from '../../base/index.ts';
import { FakeClock } from '../../testing/index.ts';
import { openPostgresBroadcast } from './postgres-broadcast.ts';

const warnings: string[] = [];
const log = { warn: (_facts: object, message: string) => void warnings.push(message) };

/** A server on the way to another one, which knows the connections through it; without one it accepts and says nothing. */
async function wayTo(url?: URL) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (url === undefined) return;
    const onward = connect(Number(url.port), url.hostname);
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(url ?? 'postgres://nobody@127.0.0.1/nothing');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return { url: through.href, sockets };
}

const settled = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

describeEachDatabase(
  'broadcast',
  (openFresh) => {
    const opening = async () => {
      const { config } = await openFresh({ migrated: false });
      if (config.dialect !== 'postgres') throw new Error('no server');
      warnings.length = 0;
      const clock = new FakeClock();
      const { url, sockets } = await wayTo(new URL(config.url));
      const here = await openPostgresBroadcast(url, { clock, sender: 'here', log });
      const there = await openPostgresBroadcast(config.url, { clock, sender: 'there', log });
      onTestFinished(() => there.close());
      return { here, there, clock, sockets };
    };

    it('CHT-08 a lost connection is told, comes back by itself, and whoever listens looks for what it missed', async () => {
      const { here, there, clock, sockets } = await opening();
      const heard: string[] = [];
      let gaps = 0;
      here.listen('topic', (text) => void heard.push(text));
      here.onGap(() => {
        gaps += 1;
      });
      there.tell('topic', 'one word');
      await settled(() => {
        expect(heard).toEqual(['one word']);
      });
      sockets[0]?.destroy();
      await settled(() => {
        expect(warnings).toHaveLength(1);
      });
      expect(here.isListening()).toBe(false);
      clock.advance(100);
      await settled(() => {
        expect(gaps).toBe(1);
      });
      there.tell('topic', 'another');
      await settled(() => {
        expect(heard).toEqual(['one word', 'another']);
      });
      await here.close();
    });

    it('closed while it comes back, it leaves no connection', async () => {
      const { here, clock, sockets } = await opening();
      sockets[0]?.destroy();
      await settled(() => {
        expect(warnings).toHaveLength(1);
      });
      clock.advance(100);
      await settled(() => {
        expect(sockets).toHaveLength(2);
      });
      const gone = once(sockets[1] as Socket, 'close');
      await here.close();
      await gone;
      expect(here.isListening()).toBe(false);
    });
  },
  ['postgres'],
);

it('a server that takes the connection and says nothing is not waited for without end', async () => {
  const { url } = await wayTo();
  const opening = openPostgresBroadcast(url, {
    clock: systemClock,
    sender: 'here',
    log,
    connectionTimeoutMs: 20,
  });
  await expect(opening).rejects.toThrow(/timeout/iu);
});
