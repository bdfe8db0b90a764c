import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TrustLevel } from '../contracts/index.ts';
import { pinVerdict, type PinFacts } from './pin-verdict.ts';
import type { ApprovalRow, Pin, SkillVersion } from './skill.ts';
import { trustRank } from './trust.ts';
import { versionDigest } from './version-digest.ts';

const snapshot: SkillVersion = {
  name: 'Tour',
  description: 'A tour.',
  body: 'Body',
  supportStatus: 'full',
  allowedTools: ['progress'],
  process: true,
};
const pin: Pin = {
  skillUid: 10,
  sourceUid: 1,
  digest: versionDigest(snapshot),
  process: true,
  name: 'Tour',
};
const approval: ApprovalRow = {
  id: 1,
  skillUid: 10,
  sourceUid: 1,
  digest: pin.digest,
  snapshot,
  trustLevel: 'verified',
  approvedBy: 'ada',
  atMs: 0,
};
const pinSource = {
  uid: 1,
  type: 'backend',
  title: 'Source',
  trustLevel: 'verified',
  enabled: true,
} as const;
const holding: PinFacts = {
  skill: { orphaned: false },
  pinSource,
  thresholds: { minTrust: 'community', instructionTrust: 'verified' },
  approval: { approval, unrevoked: true },
};

it.each<[string, Partial<PinFacts>, string]>([
  ['everything in order', {}, 'holds'],
  ['its source is switched off', { pinSource: { ...pinSource, enabled: false } }, 'holds'],
  [
    'a source above the threshold',
    { pinSource: { ...pinSource, trustLevel: 'first_party' } },
    'holds',
  ],
  ['the skill is gone', { skill: null }, 'skill_gone'],
  ['the skill is orphaned', { skill: { orphaned: true } }, 'orphaned'],
  ['its source is gone (decisions §55)', { pinSource: null }, 'below_threshold'],
  ['its source fell', { pinSource: { ...pinSource, trustLevel: 'community' } }, 'below_threshold'],
  [
    'the threshold rose',
    { thresholds: { minTrust: 'community', instructionTrust: 'first_party' } },
    'below_threshold',
  ],
  [
    'the minimum rose above the threshold',
    { thresholds: { minTrust: 'first_party', instructionTrust: 'verified' } },
    'below_threshold',
  ],
  ['no approval', { approval: null }, 'revoked'],
  ['revoked', { approval: { approval, unrevoked: false } }, 'revoked'],
  [
    'an approval from another source',
    { approval: { approval: { ...approval, sourceUid: 2 }, unrevoked: true } },
    'revoked',
  ],
  [
    'a snapshot that was changed',
    {
      approval: {
        approval: { ...approval, snapshot: { ...snapshot, body: 'x' } },
        unrevoked: true,
      },
    },
    'snapshot_damaged',
  ],
])('PIN-02 %s', (_title, change, verdict) => {
  expect(pinVerdict(pin, { ...holding, ...change })).toBe(verdict);
});

it('PIN-02 a digest of a format this release does not know is a damaged snapshot, not an error', () => {
  const digest = pin.digest.replace(/^1:/, '9:');
  const old = { approval: { ...approval, digest }, unrevoked: true };
  expect(pinVerdict({ ...pin, digest }, { ...holding, approval: old })).toBe('snapshot_damaged');
});

it('PIN-02 holds exactly when all five conditions do, on random facts', () => {
  const level = fc.constantFrom(...TrustLevel.options);
  const random = fc.record({
    exists: fc.boolean(),
    orphaned: fc.boolean(),
    hasSource: fc.boolean(),
    sourceLevel: level,
    minTrust: level,
    instructionTrust: level,
    approved: fc.boolean(),
    unrevoked: fc.boolean(),
    isDamaged: fc.boolean(),
  });
  fc.assert(
    fc.property(random, (r) => {
      const row = r.isDamaged
        ? { ...approval, snapshot: { ...snapshot, process: false } }
        : approval;
      const verdict = pinVerdict(pin, {
        skill: r.exists ? { orphaned: r.orphaned } : null,
        pinSource: r.hasSource ? { ...pinSource, trustLevel: r.sourceLevel } : null,
        thresholds: r,
        approval: r.approved ? { approval: row, unrevoked: r.unrevoked } : null,
      });
      const holds =
        r.exists &&
        !r.orphaned &&
        r.hasSource &&
        trustRank(r.sourceLevel) >=
          Math.max(trustRank(r.minTrust), trustRank(r.instructionTrust)) &&
        r.approved &&
        r.unrevoked &&
        !r.isDamaged;
      expect(verdict === 'holds').toBe(holds);
    }),
    { numRuns: 2_000 },
  );
});
