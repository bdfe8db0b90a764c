import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useLivePage } from './use-live-page.ts';

afterEach(cleanup);

function watch() {
  const moves: string[] = [];
  const onMoved = (by: string) => moves.push(by);
  const client = new QueryClient();
  const { result, rerender } = renderHook(
    ({ version }) => useLivePage({ uid: 1, version }, onMoved),
    {
      initialProps: { version: 'a' },
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  return {
    moves,
    live: result.current,
    becomes: (version: string) => {
      rerender({ version });
    },
  };
}

it('a version nobody here made is news', () => {
  const { moves, becomes } = watch();
  becomes('b');
  expect(moves).toEqual(['others']);
});

it('one’s own change is none, also when it is seen before the turn that saved it is over', () => {
  const { moves, live, becomes } = watch();
  live.changed();
  becomes('b');
  live.working(true);
  becomes('c');
  live.changed();
  live.working(false);
  expect(moves).toEqual(['us', 'us']);
  // The next one of others is news again.
  becomes('d');
  expect(moves).toEqual(['us', 'us', 'others']);
});

it('a change of others during a turn that changed nothing is news once the turn is over', () => {
  const { moves, live, becomes } = watch();
  live.working(true);
  becomes('b');
  expect(moves).toEqual(['us']);
  live.working(false);
  live.working(false);
  expect(moves).toEqual(['us', 'others']);
});
