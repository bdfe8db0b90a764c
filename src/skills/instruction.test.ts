import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrustLevel } from '../contracts/index.ts';
import { admits, currentDigest, isInstruction, type InstructionFacts } from './instruction.ts';
import type { ApprovalRow, Skill, SkillSource, SkillVersion, SourceType } from './skill.ts';
import { effectiveInstructionThreshold, readTrustLevel, trustRank } from './trust.ts';
import { bodyChecksum, versionDigest } from './version-digest.ts';

const LEVELS = TrustLevel.options;

const version: SkillVersion = {
  name: 'Alt',
  description: 'Texts',
  body: 'Body',
  supportStatus: 'full',
  allowedTools: null,
  process: false,
};
const source: SkillSource = {
  uid: 1,
  type: 'repo',
  title: 'Source',
  trustLevel: 'verified',
  enabled: true,
};
const backend: SkillSource = { ...source, type: 'backend' };
const skill: Skill = {
  uid: 10,
  sourceUid: 1,
  identifier: 'alt',
  version,
  bodyChecksum: bodyChecksum(version.body),
  storedDigest: versionDigest(version),
  copiedTrustLevel: 'verified',
  enabled: true,
  orphaned: false,
};
const thresholds = { minTrust: 'community', instructionTrust: 'verified' } as const;

function approvalOf(snapshot: SkillVersion, fields: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    id: 1,
    skillUid: 10,
    sourceUid: 1,
    digest: versionDigest(snapshot),
    snapshot,
    trustLevel: 'verified',
    approvedBy: 'ada',
    atMs: 0,
    ...fields,
  };
}
const approved = { approval: approvalOf(version), unrevoked: true };
const facts: InstructionFacts = { skill, source, thresholds, approval: approved };

function reasonsOf(changed: Partial<InstructionFacts>): readonly string[] {
  const verdict = isInstruction({ ...facts, ...changed });
  return verdict.instruction ? [] : verdict.reasons;
}

describe('levels', () => {
  it('ADM-01 the four levels are totally ordered and an unknown value reads as the lowest', () => {
    expect(LEVELS.map(trustRank)).toEqual([0, 1, 2, 3]);
    expect(LEVELS).toEqual(['untrusted', 'community', 'verified', 'first_party']);
    for (const stored of ['', 'FIRST_PARTY', 'platinum', null, 3, undefined]) {
      expect(readTrustLevel(stored)).toBe('untrusted');
    }
    for (const level of LEVELS) expect(readTrustLevel(level)).toBe(level);
  });

  it('ADM-02 an instruction threshold below the minimum reads as the minimum', () => {
    for (const minTrust of LEVELS) {
      for (const instructionTrust of LEVELS) {
        const threshold = effectiveInstructionThreshold({ minTrust, instructionTrust });
        expect(trustRank(threshold)).toBe(
          Math.max(trustRank(minTrust), trustRank(instructionTrust)),
        );
      }
    }
  });
});

describe('currentDigest', () => {
  it('DIG-06 a synced row is intact only while every stored field hashes to the stored digest', () => {
    expect(currentDigest(skill, source)).toEqual({ state: 'intact', digest: skill.storedDigest });
    const changes: Partial<SkillVersion>[] = [
      { name: 'x' },
      { description: 'x' },
      { body: 'x' },
      { supportStatus: 'partial' },
      { allowedTools: [] },
      { process: true },
    ];
    for (const change of changes) {
      const tampered = { ...skill, version: { ...version, ...change } };
      expect(currentDigest(tampered, source).state).toBe('damaged');
    }
    expect(currentDigest({ ...skill, storedDigest: 'x' }, source).state).toBe('damaged');
  });

  it('BCK-01 a written skill is hashed anew; what is stored means nothing', () => {
    const edited = { ...skill, version: { ...version, body: 'x' }, bodyChecksum: '' };
    expect(currentDigest(edited, backend)).toEqual({
      state: 'intact',
      digest: versionDigest(edited.version),
    });
  });

  it('DIG-07 a row without a digest is legacy while its body matches its checksum, else damaged', () => {
    const legacy = { ...skill, storedDigest: null };
    expect(currentDigest(legacy, source)).toEqual({ state: 'legacy', digest: null });
    expect(currentDigest({ ...legacy, bodyChecksum: 'x' }, source).state).toBe('damaged');
    expect(currentDigest(legacy, null).state).toBe('damaged');
  });
});

describe('admits', () => {
  it.each<{ type: SourceType; level: string; copied: string; expected: boolean }>([
    { type: 'repo', level: 'untrusted', copied: 'community', expected: true },
    { type: 'repo', level: 'first_party', copied: 'untrusted', expected: false },
    { type: 'single_file', level: 'first_party', copied: 'untrusted', expected: false },
    { type: 'marketplace', level: 'first_party', copied: 'untrusted', expected: false },
    { type: 'backend', level: 'community', copied: 'untrusted', expected: true },
    { type: 'backend', level: 'untrusted', copied: 'first_party', expected: false },
  ])('ADM-04 a $type source at $level with a copied level $copied: $expected', (row) => {
    const of = { ...source, type: row.type, trustLevel: readTrustLevel(row.level) };
    const of10 = { ...skill, copiedTrustLevel: readTrustLevel(row.copied) };
    expect(admits(of10, of, thresholds)).toBe(row.expected);
  });

  it('a source that is off or gone admits nothing (decisions §24)', () => {
    expect(admits(skill, source, thresholds)).toBe(true);
    expect(admits(skill, { ...source, enabled: false }, thresholds)).toBe(false);
    expect(admits(skill, null, thresholds)).toBe(false);
  });
});

describe('isInstruction', () => {
  it('ADM-05 needs the level and an unrevoked approval of exactly this digest and source', () => {
    expect(isInstruction(facts)).toEqual({
      instruction: true,
      digest: skill.storedDigest,
      approval: approved.approval,
    });
    expect(reasonsOf({ approval: null })).toEqual(['not_approved']);
    expect(reasonsOf({ approval: { ...approved, unrevoked: false } })).toEqual(['revoked']);
    expect(reasonsOf({ source: { ...source, trustLevel: 'community' } })).toEqual([
      'below_threshold',
    ]);
    const other = { ...version, body: 'x' };
    for (const approval of [
      approvalOf(other),
      approvalOf(version, { sourceUid: 2 }),
      approvalOf(version, { skillUid: 11 }),
    ]) {
      expect(reasonsOf({ approval: { approval, unrevoked: true } })).toEqual(['not_approved']);
    }
    const damaged = approvalOf(other, { digest: versionDigest(version) });
    expect(reasonsOf({ approval: { approval: damaged, unrevoked: true } })).toEqual([
      'snapshot_damaged',
    ]);
  });

  it('ADM-03 the level is the source record, for every type, whatever was copied', () => {
    for (const type of ['repo', 'single_file', 'marketplace', 'backend'] as const) {
      for (const copiedTrustLevel of LEVELS) {
        const row = { ...skill, copiedTrustLevel };
        expect(reasonsOf({ skill: row, source: { ...source, type } })).toEqual([]);
        const low = { ...source, type, trustLevel: 'community' as const };
        expect(reasonsOf({ skill: row, source: low })).toEqual(['below_threshold']);
      }
    }
  });

  it('ADM-07 the threshold in force at the question decides', () => {
    const strict = { minTrust: 'community', instructionTrust: 'first_party' } as const;
    expect(reasonsOf({ thresholds: strict })).toEqual(['below_threshold']);
    const minimum = { minTrust: 'first_party', instructionTrust: 'untrusted' } as const;
    expect(reasonsOf({ thresholds: minimum })).toEqual(['below_threshold']);
  });

  it('DIG-07 a legacy row is no instruction, even beside an approval of its text', () => {
    expect(reasonsOf({ skill: { ...skill, storedDigest: null } })).toEqual([
      'legacy',
      'not_approved',
    ]);
  });

  it('DIG-06 a damaged row is no instruction; orphaned and sourceless ones neither', () => {
    const tampered = { ...skill, version: { ...version, allowedTools: ['x'] } };
    expect(reasonsOf({ skill: tampered })).toEqual(['damaged', 'not_approved']);
    expect(reasonsOf({ skill: { ...skill, orphaned: true } })).toEqual(['orphaned']);
    expect(reasonsOf({ source: null })).toEqual(['source_gone', 'not_approved']);
  });

  it('ADM-05 agrees with the plain statement on random facts', () => {
    const level = fc.constantFrom(...LEVELS);
    const random = fc.record({
      type: fc.constantFrom<SourceType>('repo', 'backend', 'single_file', 'marketplace'),
      sourceLevel: level,
      copied: level,
      minTrust: level,
      instructionTrust: level,
      orphaned: fc.boolean(),
      isTampered: fc.boolean(),
      isLegacy: fc.boolean(),
      approval: fc.constantFrom('none', 'this', 'other digest', 'other source'),
      unrevoked: fc.boolean(),
    });
    fc.assert(
      fc.property(random, (r) => {
        const stored = r.isTampered ? { ...version, body: 'tampered' } : version;
        const row: Skill = {
          ...skill,
          version: stored,
          storedDigest: r.isLegacy ? null : versionDigest(version),
          copiedTrustLevel: r.copied,
          orphaned: r.orphaned,
        };
        const approval =
          r.approval === 'none'
            ? null
            : r.approval === 'other digest'
              ? approvalOf({ ...version, name: 'Other' })
              : approvalOf(version, r.approval === 'other source' ? { sourceUid: 9 } : {});
        const verdict = isInstruction({
          skill: row,
          source: { ...source, type: r.type, trustLevel: r.sourceLevel },
          thresholds: r,
          approval: approval && { approval, unrevoked: r.unrevoked },
        });
        const isIntact = r.type === 'backend' || !r.isLegacy;
        const expected =
          isIntact &&
          !r.isTampered &&
          !r.orphaned &&
          trustRank(r.sourceLevel) >= trustRank(r.instructionTrust) &&
          trustRank(r.sourceLevel) >= trustRank(r.minTrust) &&
          r.approval === 'this' &&
          r.unrevoked;
        expect(verdict.instruction).toBe(expected);
        if (!verdict.instruction) expect(verdict.reasons.length).toBeGreaterThan(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
