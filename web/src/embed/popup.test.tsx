import { afterEach, expect, it, vi } from 'vitest';
import { askForToken } from './popup.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('opens the sign-in window from a page over http too, where browsers have no crypto.randomUUID', () => {
  const opened: URL[] = [];
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => bytes.fill(7),
  });
  vi.stubGlobal('open', (address: URL) => {
    opened.push(address);
    return null;
  });
  expect(askForToken('https://vouch.example', () => undefined)).toBeNull();
  expect(opened[0]?.searchParams.get('state')).toMatch(/^[0-9a-f-]{36}$/);
});
