import { describe, expect, it } from 'vitest';
import type { SealState, SkillSummary } from '../../../../../src/contracts/index.ts';
import { filterSkills, listedVersions, needsReview, shortName, versionMark } from './skill-list.ts';

const aVersion = (digest: string, seal: SealState, current = false) => ({
  digest,
  seal,
  current,
  approvedBy: null,
  approvedAtMs: null,
  revokedAtMs: null,
  heldByConversations: 0,
});
const aSkill = (change: Partial<SkillSummary> = {}): SkillSummary => ({
  uid: 1,
  identifier: 'page-review',
  name: 'Page review',
  description: '',
  process: true,
  enabled: true,
  orphaned: false,
  source: { uid: 1, title: 'Own', type: 'backend', trustLevel: 'first_party' },
  instruction: false,
  damaged: false,
  versions: [aVersion('1:old', 'approved'), aVersion('1:new', 'not_approved', true)],
  ...change,
});

describe('the list of skills', () => {
  it('asks to review a current version nobody decided about, unless that is impossible', () => {
    expect(needsReview(aSkill())).toBe(true);
    expect(needsReview(aSkill({ orphaned: true }))).toBe(false);
    expect(needsReview(aSkill({ damaged: true }))).toBe(false);
    expect(needsReview(aSkill({ versions: [aVersion('1:a', 'revoked', true)] }))).toBe(false);
  });

  it('finds skills by name, source or digest', () => {
    const other = aSkill({ uid: 2, name: 'Plain', identifier: 'plain', versions: [] });
    const found = (search: string) =>
      filterSkills([aSkill(), other], 'all', search).map(({ uid }) => uid);
    expect(found('REVIEW')).toEqual([1]);
    expect(found('own')).toEqual([1, 2]);
    expect(found('1:new')).toEqual([1]);
    expect(filterSkills([aSkill(), other], 'to_review', '')).toHaveLength(1);
    expect(filterSkills([aSkill(), other], 'approved', '')).toHaveLength(0);
  });

  it('lists the current version first', () => {
    expect(listedVersions(aSkill()).map(({ digest }) => digest)).toEqual(['1:new', '1:old']);
  });

  it('gives no seal, not even an empty one, to text that could not instruct', () => {
    const low = aSkill({
      source: { uid: 1, title: 'Elsewhere', type: 'repo', trustLevel: 'community' },
    });
    expect(versionMark(low, aVersion('1:new', 'not_approved', true))).toBe('reference');
    expect(versionMark(low, aVersion('1:old', 'approved'))).toBe('approved');
    expect(versionMark(aSkill(), aVersion('1:new', 'not_approved', true))).toBe('not_approved');
  });

  it('shortens names to the width of a row', () => {
    expect(shortName('Aylin Demir')).toBe('A. Demir');
    expect(shortName('Aylin')).toBe('Aylin');
  });
});
