import { expect, it } from 'vitest';
import type { PendingCard } from '../../contracts/index.ts';
import { turnDigest, type DigestedTurn } from './turn-digest.ts';

const CARD: Omit<PendingCard, 'digest'> = {
  kind: 'approval',
  calls: [
    {
      callId: 'c1',
      tool: 'update_page_metadata',
      arguments: { page: 1, fields: { title: 'b' } },
      effect: 'idempotent_write',
      preview: { lines: ['title: a → b'], fields: [], failed: false },
      target: { table: 'pages', uid: 1, fields: ['title'] },
    },
  ],
  isProcessWrite: true,
  inputTool: null,
  inputSchema: null,
};
const TURN: DigestedTurn = { runUuid: 'r1', pauseOrdinal: 1, card: CARD };
const call = (more: Partial<PendingCard['calls'][number]>): DigestedTurn => ({
  ...TURN,
  card: { ...CARD, calls: CARD.calls.map((one) => ({ ...one, ...more })) },
});

it.each<[string, DigestedTurn]>([
  ['the run', { ...TURN, runUuid: 'r2' }],
  ['the pause', { ...TURN, pauseOrdinal: 2 }],
  ['the call id', call({ callId: 'c2' })],
  ['the tool', call({ tool: 'other' })],
  ['an argument', call({ arguments: { page: 1, fields: { title: 'c' } } })],
  ['a preview line', call({ preview: { lines: ['title: x → b'], fields: [], failed: false } })],
  ['the target', call({ target: null })],
  ['the number of calls', { ...TURN, card: { ...CARD, calls: [] } }],
  ['the input tool', { ...TURN, card: { ...CARD, inputTool: 'choice' } }],
  ['the input schema', { ...TURN, card: { ...CARD, inputSchema: { type: 'object' } } }],
])('DEC-01 the digest changes with %s', (_what, changed) => {
  expect(turnDigest(changed)).not.toBe(turnDigest(TURN));
});

it('DEC-01 the digest of one card is fixed, whatever the order of its keys', () => {
  expect(turnDigest(call({ arguments: { fields: { title: 'b' }, page: 1 } }))).toBe(
    turnDigest(TURN),
  );
  expect(turnDigest(TURN)).toMatch(/^[0-9a-f]{64}$/);
});
