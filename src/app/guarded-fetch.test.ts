import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { lookup } from 'node:dns';
import { expect, it, onTestFinished } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';

const SETTING = 'models.privateAddresses';

async function serve() {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/there' }).end();
    else
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`seen ${request.method ?? ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A name service whose every name leads to the same addresses. */
const leadingTo = (...addresses: string[]) =>
  ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;

it('an address of the own network is refused however it is written, also behind a name', async () => {
  const port = String(await serve());
  const fetch = createGuardedFetch({
    allowed: 'none',
    setting: SETTING,
    lookup: leadingTo('127.0.0.1'),
  });
  for (const host of [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'inside.test',
  ]) {
    await expect(fetch(`http://${host}:${port}/`)).rejects.toMatchObject({
      code: 'address_refused',
      message: expect.stringContaining(SETTING) as string,
    });
  }
  await expect(fetch('file:///etc/passwd')).rejects.toMatchObject({ code: 'address_refused' });
});

it('sends text, and refuses to leave out what it cannot send', async () => {
  const url = `http://127.0.0.1:${String(await serve())}/`;
  const fetch = createGuardedFetch({ allowed: 'loopback', setting: SETTING });
  expect(await (await fetch(url, { method: 'POST', body: '{}' })).text()).toBe('seen POST');
  const body = new Uint8Array([1]);
  await expect(fetch(url, { method: 'POST', body })).rejects.toThrow('Only text is sent');
});

it('a name is refused when one of its addresses is', async () => {
  const fetch = createGuardedFetch({
    allowed: 'none',
    setting: SETTING,
    lookup: leadingTo('8.8.8.8', '10.0.0.1'),
  });
  await expect(fetch('http://both.test/')).rejects.toMatchObject({ code: 'address_refused' });
});

it('the setting opens this machine, but not what serves the metadata of a cloud', async () => {
  const port = String(await serve());
  const fetch = createGuardedFetch({
    allowed: 'loopback',
    setting: SETTING,
    lookup: leadingTo('127.0.0.1'),
  });
  const answer = await fetch(`http://inside.test:${port}/`, { method: 'POST', body: '{}' });
  expect([answer.status, await answer.text()]).toEqual([200, 'seen POST']);
  await expect(fetch('http://169.254.169.254/latest/')).rejects.toMatchObject({
    code: 'address_refused',
  });
  await expect(fetch('http://192.168.0.1/')).rejects.toMatchObject({ code: 'address_refused' });
});

it('a redirect is an answer, not a way', async () => {
  const port = String(await serve());
  const fetch = createGuardedFetch({ allowed: 'loopback', setting: SETTING });
  const answer = await fetch(`http://127.0.0.1:${port}/moved`);
  expect(answer.status).toBe(302);
});

it('a request that is called off ends with its reason', async () => {
  const port = String(await serve());
  const fetch = createGuardedFetch({ allowed: 'loopback', setting: SETTING });
  await expect(fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() })).rejects.toThrow(
    /abort/iu,
  );
});

it('an answer without a body, and one with a status there is none like, is an answer', async () => {
  let connections = 0;
  const letGo: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    response.on('close', () => letGo.push(path));
    response.writeHead(Number(path.slice(1)));
    // What should say nothing goes on and on.
    if (path === '/205') response.write('more');
    else response.end();
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const opened = () => createGuardedFetch({ allowed: 'loopback', setting: SETTING });
  const ask = async (status: number, fetch = opened()) => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/${String(status)}`);
    return [answer.status, answer.body === null];
  };
  expect(await ask(205)).toEqual([205, true]);
  await expect.poll(() => letGo).toEqual(['/205']);
  for (const status of [600, 999]) expect(await ask(status)).toEqual([502, false]);
  connections = 0;
  const one = opened();
  for (let asked = 0; asked < 10; asked += 1) expect(await ask(204, one)).toEqual([204, true]);
  // Nobody reads them, and their connections serve the next ones all the same.
  expect(connections).toBeLessThan(10);
});

it('a connection that one rule let through serves no other', async () => {
  const address = `http://inside.test:${String(await serve())}/`;
  const lookup = leadingTo('127.0.0.1');
  const open = createGuardedFetch({ allowed: 'loopback', setting: SETTING, lookup });
  await (await open(address)).text();
  const strict = createGuardedFetch({ allowed: 'none', setting: SETTING, lookup });
  await expect(strict(address)).rejects.toMatchObject({ code: 'address_refused' });
});
