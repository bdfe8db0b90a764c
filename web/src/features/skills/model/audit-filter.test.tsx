import { expect, it } from 'vitest';
import type { SkillAuditEntry } from '../../../../../src/contracts/index.ts';
import { searchAudit } from './audit-filter.ts';

const row: SkillAuditEntry = {
  id: 2,
  atMs: 0,
  event: 'revoked',
  digest: '1:88d0',
  actorName: 'Aylin',
  detail: 'seo: a quotation',
  subject: 'seo',
  code: 'a quotation',
  skillUid: 1,
  skillName: 'Help people find this page',
  sourceUid: 1,
  sourceTitle: 'Vouch',
  seal: 'revoked',
};

it('the audit is searched by every word, in names, details, digests and what is shown', () => {
  const entries = [
    row,
    { ...row, id: 1, event: 'approved', digest: '1:c84e', actorName: 'Tomasz' },
  ];
  const found = (search: string) =>
    searchAudit(entries, search, ({ event }) =>
      event === 'revoked' ? 'Widerrufen' : 'Freigegeben',
    ).map(({ id }) => id);
  expect(found('')).toEqual([2, 1]);
  expect(found('SEO tomasz')).toEqual([1]);
  expect(found('88d0')).toEqual([2]);
  expect(found('widerrufen find vouch')).toEqual([2]);
  expect(found('nobody')).toEqual([]);
});
