import { expect, it } from 'vitest';
import { filterAudit } from './audit-filter.ts';

it('the audit is filtered by event and by every word of the search', () => {
  const entries = [
    {
      id: 2,
      atMs: 0,
      event: 'revoked',
      digest: '1:88d0',
      actorName: 'Aylin',
      detail: 'seo: a quotation',
    },
    { id: 1, atMs: 0, event: 'approved', digest: '1:c84e', actorName: 'Tomasz', detail: 'seo' },
  ];
  const found = (event: string, search: string) =>
    filterAudit(entries, { event, search }).map(({ id }) => id);
  expect(found('', '')).toEqual([2, 1]);
  expect(found('approved', '')).toEqual([1]);
  expect(found('', 'SEO tomasz')).toEqual([1]);
  expect(found('', '88d0')).toEqual([2]);
  expect(found('approved', 'aylin')).toEqual([]);
});
