import { describe, expect, it } from 'vitest';
import type { SkillReview, SkillVersionFields } from '../../../../../src/contracts/index.ts';
import { approveState, shownVersion } from './shown-version.ts';

const fields = (body: string): SkillVersionFields => ({
  name: 'Page review',
  description: '',
  body,
  supportStatus: 'full',
  allowedTools: null,
  process: true,
});
const aVersion = (digest: string, seal: 'approved' | 'not_approved' | 'revoked') => ({
  digest,
  seal,
  current: digest === '1:new',
  approvedBy: null,
  approvedAtMs: null,
  revokedAtMs: null,
  heldByConversations: 0,
});
const review = (change: Partial<SkillReview> = {}): SkillReview => ({
  skill: {
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
    versions: [
      aVersion('1:new', 'not_approved'),
      aVersion('1:last', 'approved'),
      aVersion('1:older', 'revoked'),
    ],
  },
  digest: '1:new',
  version: fields('new'),
  lastApproved: { digest: '1:last', version: fields('last'), approvedAtMs: 1 },
  tools: [],
  findings: [],
  wouldInstruct: true,
  reasons: [],
  audit: [],
  ...change,
});

describe('shownVersion', () => {
  it('compares the current version with the most recent approved one', () => {
    const shown = shownVersion(review(), null, []);
    expect(shown).toMatchObject({ digest: '1:new', isCurrent: true, seal: 'not_approved' });
    expect(shown.compared?.version.body).toBe('last');
  });

  it('WEB-04 an approval that was taken back since is no seal to compare with', () => {
    const { skill } = review();
    const versions = [aVersion('1:new', 'not_approved'), aVersion('1:last', 'revoked')];
    const shown = shownVersion(review({ skill: { ...skill, versions } }), null, []);
    expect(shown.compared?.seal).toBe('revoked');
    expect(shownVersion(review(), null, []).compared?.seal).toBe('approved');
  });

  it('WEB-04 says of a revoked version who took the approval back last, when and why', () => {
    const row = (
      id: number,
      event: string,
      { digest, code = '' }: { digest: string; code?: string },
    ) => ({
      ...{ id, event, digest, code, atMs: id, actorName: `A${String(id)}`, detail: '' },
      ...{ subject: '', skillUid: 1, skillName: null, sourceUid: 1, sourceTitle: null, seal: null },
    });
    const audit = [
      row(5, 'revoked', { digest: '1:last' }),
      row(4, 'revoked', { digest: '1:older', code: 'wrong tone' }),
      row(3, 'approved', { digest: '1:older' }),
      row(2, 'revoked', { digest: '1:older', code: 'first' }),
    ];
    expect(shownVersion(review({ audit }), '1:older', []).revoked).toEqual({
      atMs: 4,
      by: 'A4',
      reason: 'wrong tone',
    });
    expect(shownVersion(review({ audit }), '1:last', []).revoked).toBeNull();
  });

  it('compares nothing with itself', () => {
    const last = { digest: '1:new', version: fields('new'), approvedAtMs: 1 };
    expect(shownVersion(review({ lastApproved: last }), null, []).compared).toBeNull();
  });

  it('shows an earlier version from its approval or its edit, and says when its text is not at hand', () => {
    expect(shownVersion(review(), '1:last', []).version?.body).toBe('last');
    const history = [
      { id: 1, atMs: 0, userName: '', before: null, after: fields('older'), digest: '1:older' },
    ];
    expect(shownVersion(review(), '1:older', history)).toMatchObject({
      seal: 'revoked',
      isCurrent: false,
      version: { body: 'older' },
    });
    expect(shownVersion(review(), '1:older', []).version).toBeNull();
  });
});

describe('approveState', () => {
  it('tells an approval that works at once from one that works later and one that is refused', () => {
    expect(approveState(review(), 'approved')).toEqual({ kind: 'approved', reasons: [] });
    expect(approveState(review(), 'not_approved')).toEqual({ kind: 'ready' });
    expect(approveState(review(), 'revoked')).toEqual({ kind: 'ready' });
    expect(approveState(review({ reasons: ['disabled'] }), 'not_approved')).toEqual({
      kind: 'later',
      reasons: ['disabled'],
    });
    expect(approveState(review({ reasons: ['disabled', 'orphaned'] }), 'not_approved')).toEqual({
      kind: 'impossible',
      reasons: ['orphaned'],
    });
  });
});
