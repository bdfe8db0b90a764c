import { describe, expect, it } from 'vitest';
import type {
  PageTreeNode,
  SealState,
  SiteView,
  SkillSummary,
} from '../../../../src/contracts/index.ts';
import { needsFirstApproval } from '../../lib/approved.ts';
import { currentSeal, firstLanguage, processesFor, suggestedPages } from './choices.ts';

function skill(
  uid: number,
  identifier: string,
  seals: SealState[] = ['not_approved'],
): SkillSummary {
  return {
    uid,
    identifier,
    name: identifier,
    description: '',
    process: true,
    enabled: true,
    orphaned: false,
    source: { uid: 1, title: 'Vouch', type: 'backend', trustLevel: 'first_party' },
    instruction: false,
    damaged: false,
    versions: seals.map((seal, index) => ({
      digest: `1:${String(index).padStart(64, '0')}`,
      seal,
      current: index === 0,
      approvedBy: null,
      approvedAtMs: null,
      revokedAtMs: null,
      heldByConversations: 0,
    })),
  };
}

function page(uid: number, language: string, more: Partial<PageTreeNode> = {}): PageTreeNode {
  const title = String(uid);
  return {
    uid,
    path: title,
    title,
    language,
    hidden: false,
    readOnly: null,
    openPoints: 0,
    children: [],
    ...more,
  };
}

const site: SiteView = {
  name: 'Site',
  profile: 'plain',
  languages: ['en'],
  defaultLanguage: 'en',
  pageCount: 0,
  leftOut: [],
  roots: [],
};

describe('the first run', () => {
  it('is needed while no version of any process was ever approved or revoked', () => {
    expect(needsFirstApproval([skill(1, 'seo'), skill(2, 'text')])).toBe(true);
    expect(needsFirstApproval([skill(1, 'seo'), skill(2, 'text', ['approved'])])).toBe(false);
    expect(needsFirstApproval([skill(1, 'seo', ['not_approved', 'revoked'])])).toBe(false);
    expect(needsFirstApproval([])).toBe(false);
  });

  it('begins in the reader’s language where the site speaks it, else in the site’s own', () => {
    expect(firstLanguage({ ...site, languages: ['en', 'de'] }, 'de')).toBe('de');
    expect(firstLanguage(site, 'de')).toBe('en');
    expect(firstLanguage(undefined, 'de')).toBe('de');
  });

  it('offers the processes of that language, and all when it has none', () => {
    const skills = [skill(1, 'seo'), skill(2, 'seo-de'), { ...skill(3, 'text-de'), damaged: true }];
    expect(processesFor(skills, 'de').map(({ uid }) => uid)).toEqual([2]);
    expect(processesFor(skills, 'en').map(({ uid }) => uid)).toEqual([1]);
    expect(processesFor(skills, 'fr').map(({ uid }) => uid)).toEqual([1, 2]);
  });

  it('shows the seal of the version the skill holds now, not of an earlier one', () => {
    expect(currentSeal(skill(1, 'seo', ['not_approved', 'approved']))).toBe('not_approved');
    expect(currentSeal(skill(1, 'seo', []))).toBe('not_approved');
  });

  it('suggests published, changeable pages: first those in the language of the process, in turn from each branch', () => {
    const roots = [
      page(1, 'de', { children: [page(2, 'de'), page(3, 'de', { hidden: true })] }),
      page(4, 'de', { readOnly: 'no', children: [page(5, 'de')] }),
      page(6, 'en'),
    ];
    expect(suggestedPages(roots, skill(1, 'seo-de')).map(({ uid }) => uid)).toEqual([1, 5, 2, 6]);
    expect(suggestedPages(roots, skill(1, 'seo')).map(({ uid }) => uid)).toEqual([6, 1, 5, 2]);
    expect(suggestedPages(roots, null, 1).map(({ uid }) => uid)).toEqual([1]);
    expect(suggestedPages([], null)).toEqual([]);
  });
});
