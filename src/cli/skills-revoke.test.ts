import { expect, it } from 'vitest';
import type { SkillSummary } from '../contracts/index.ts';
import { approvedDigest } from './skills.ts';

const version = (digest: string, seal: SkillSummary['versions'][number]['seal']) => ({
  digest,
  seal,
  current: false,
  approvedBy: null,
  approvedAtMs: null,
  revokedAtMs: null,
  heldByConversations: 0,
});

it('the version to revoke is the one that is approved; none or several are told apart', () => {
  const of = (...versions: SkillSummary['versions']) =>
    approvedDigest({ identifier: 'seo', versions });
  expect(
    of(version('1:a', 'revoked'), version('1:b', 'approved'), version('1:c', 'not_approved')),
  ).toBe('1:b');
  expect(() => of(version('1:a', 'revoked'))).toThrow('No version of seo is approved.');
  expect(() => of(version('1:a', 'approved'), version('1:b', 'approved'))).toThrow(
    'say which with --digest: 1:a, 1:b',
  );
});
