import { expect, it } from 'vitest';
import type { RunEvent } from '../contracts/index.ts';
import type { ConversationSignal } from './conversation-bus.ts';
import { liveEvents } from './live-events.ts';

const event = (kind: RunEvent['kind'], payload: RunEvent['payload'] = {}): RunEvent => ({
  runUuid: 'r',
  sequence: 1,
  kind,
  payload,
  atMs: 1,
});

it('FOC-01 passes on text, progress and highlight; texts of two rounds do not run together', () => {
  const told: (ConversationSignal & { readonly uuid: string })[] = [];
  const live = liveEvents({ publish: (uuid, signal) => void told.push({ ...signal, uuid }) }, 'c');
  live.onEvent?.(event('llm'));
  live.onTextDelta?.('r', 'Four ');
  live.onTextDelta?.('r', 'points.');
  live.onEvent?.(event('llm'));
  live.onEvent?.(event('progress', { current: 1, total: 4, completed: false }));
  live.onEvent?.(event('highlight', { target: { table: 'content', uid: 3 } }));
  live.onEvent?.(event('write', { table: 'pages' }));
  live.onTextDelta?.('r', 'The first.');
  expect(told).toEqual([
    { uuid: 'c', type: 'delta', text: 'Four ' },
    { uuid: 'c', type: 'delta', text: 'points.' },
    { uuid: 'c', type: 'progress', progress: { current: 1, total: 4, completed: false } },
    { uuid: 'c', type: 'highlight', highlight: { table: 'content', uid: 3 } },
    { uuid: 'c', type: 'delta', text: '\n\nThe first.' },
  ]);
});
