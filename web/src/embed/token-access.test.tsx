import { expect, it } from 'vitest';
import { createTokenAccess } from './token-access.ts';

const SERVER = 'https://vouch.example';
const MINUTE = 60_000;

/** A server that takes one token at a time, and what it was asked. */
function played(takes: () => string) {
  const asked: { path: string; token: string | null; credentials: string | undefined }[] = [];
  const fetch = ({ pathname }: URL, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization');
    asked.push({ path: pathname, token, credentials: init.credentials });
    if (token !== `Bearer ${takes()}`) return Promise.resolve(new Response('{}', { status: 401 }));
    const renewed = { token: 'second', expiresAtMs: 20 * MINUTE };
    return Promise.resolve(Response.json(pathname.endsWith('renewal') ? renewed : {}));
  };
  return { asked, fetch };
}

it('SEC-02 shows its token and never a cookie', async () => {
  const { asked, fetch } = played(() => 'first');
  const access = createTokenAccess({
    server: SERVER,
    onLost: () => undefined,
    fetch,
    now: () => 0,
  });
  access.take({ token: 'first', expiresAtMs: 15 * MINUTE });
  await access.fetch('/api/me');
  expect(asked).toEqual([{ path: '/api/me', token: 'Bearer first', credentials: 'omit' }]);
});

it('renews a token that ends soon once, however much is asked at a time', async () => {
  let takes = 'first';
  const { asked, fetch } = played(() => takes);
  const access = createTokenAccess({
    server: SERVER,
    onLost: () => undefined,
    fetch: async (address, init) => {
      const answer = await fetch(address, init);
      if (address.pathname.endsWith('renewal')) takes = 'second';
      return answer;
    },
    now: () => 11 * MINUTE,
  });
  access.take({ token: 'first', expiresAtMs: 15 * MINUTE });
  await Promise.all([access.fetch('/api/me'), access.fetch('/api/catalogue')]);
  expect(asked.map(({ path, token }) => [path, token])).toEqual([
    ['/api/embed/tokens/renewal', 'Bearer first'],
    ['/api/me', 'Bearer second'],
    ['/api/catalogue', 'Bearer second'],
  ]);
});

it('says once that a token is lost, and shows it no more', async () => {
  const { asked, fetch } = played(() => 'none');
  let lost = 0;
  const access = createTokenAccess({
    server: SERVER,
    onLost: () => {
      lost += 1;
    },
    fetch,
    now: () => 0,
  });
  access.take({ token: 'first', expiresAtMs: 15 * MINUTE });
  await Promise.all([access.fetch('/api/me'), access.fetch('/api/catalogue')]);
  await access.fetch('/api/me');
  expect(lost).toBe(1);
  expect(asked.at(-1)?.token).not.toBe('Bearer first');
});
