import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DenialReason, ProposalOutcomeKind } from '../contracts/index.ts';
import type { DecidedCard } from './conversation.ts';
import { openPointEffect, type DecidedFacts } from './open-point.ts';

const CARD: DecidedCard = {
  tool: 'update_page_metadata',
  fields: [],
  target: { table: 'pages', uid: 12, fields: ['description', 'title'] },
  callCount: 1,
  isProcessWrite: true,
  processSkillUid: 3,
  point: 1,
};
const SKIPPED: DecidedFacts = {
  card: CARD,
  approved: false,
  reason: 'skip',
  ended: 'skipped',
  subject: { table: 'pages', uid: 7 },
};
const NONE = { kind: 'none' };
const record = { table: 'pages', uid: 12 };

it('OPN-01 an accepted skip records one row for each field of the target', () => {
  const key = { skillUid: 3, subject: SKIPPED.subject, target: record };
  expect(openPointEffect(SKIPPED)).toEqual({
    kind: 'record',
    keys: [
      { ...key, field: 'description' },
      { ...key, field: 'title' },
    ],
  });
});

it('OPN-01 a skipped write without fields records one row with an empty field', () => {
  const target = { ...record, fields: [] };
  const effect = openPointEffect({ ...SKIPPED, card: { ...CARD, target } });
  expect(effect).toEqual({
    kind: 'record',
    keys: [{ skillUid: 3, subject: SKIPPED.subject, target: record, field: '' }],
  });
});

it.each<[string, Partial<DecidedFacts>]>([
  ['variant', { reason: 'variant', ended: 'variant' }],
  ['a denial without reason', { reason: null, ended: 'denied' }],
  ['a card handed back', { ended: 'undecided' }],
  ['a withdrawal, cancel, four-eyes or pin stop', { ended: 'withdrawn' }],
  ['a failed continuation', { ended: 'withdrawn' }],
  ['a denial of which nothing came back', { ended: 'denied' }],
  ['no target', { card: { ...CARD, target: null } }],
  ['several calls', { card: { ...CARD, callCount: 2 } }],
  ['a card that is no process write', { card: { ...CARD, isProcessWrite: false } }],
  ['an unknown skill', { card: { ...CARD, processSkillUid: null } }],
  ['an unknown subject', { subject: null }],
])('OPN-02 %s records nothing', (_case, change) => {
  expect(openPointEffect({ ...SKIPPED, ...change })).toEqual(NONE);
});

it('OPN-02 keep records nothing; OPN-03 an accepted keep closes the fields of its target', () => {
  const kept = { ...SKIPPED, reason: 'keep', ended: 'kept' } as const;
  const close = { kind: 'close', target: record, fields: ['description', 'title'] };
  expect(openPointEffect(kept)).toEqual(close);
  expect(openPointEffect({ ...kept, subject: null })).toEqual(close);
  expect(openPointEffect({ ...kept, ended: 'withdrawn' })).toEqual(NONE);
  expect(openPointEffect({ ...kept, card: { ...CARD, target: null } })).toEqual(NONE);
});

it('OPN-03 only an approval that was applied closes; check and not applied close nothing', () => {
  for (const ended of [...ProposalOutcomeKind.options, 'undecided'] as const) {
    const effect = openPointEffect({ ...SKIPPED, approved: true, reason: null, ended });
    expect(effect.kind).toBe(ended === 'applied' ? 'close' : 'none');
  }
});

it('OPN-03 an applied write without fields closes the field-less point only', () => {
  const card = { ...CARD, target: { ...record, fields: [] } };
  const effect = openPointEffect({
    ...SKIPPED,
    card,
    approved: true,
    reason: null,
    ended: 'applied',
  });
  expect(effect).toEqual({ kind: 'close', target: record, fields: [''] });
});

it('OPN-01, OPN-02, OPN-03 nothing but an accepted skip records, nothing but applied or an accepted keep closes', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.constantFrom(null, ...DenialReason.options),
      fc.constantFrom('undecided' as const, ...ProposalOutcomeKind.options),
      (approved, reason, ended) => {
        const { kind } = openPointEffect({ ...SKIPPED, approved, reason, ended });
        expect(kind === 'record').toBe(!approved && reason === 'skip' && ended === 'skipped');
        const closes = approved ? ended === 'applied' : reason === 'keep' && ended === 'kept';
        expect(kind === 'close').toBe(closes);
      },
    ),
  );
});
