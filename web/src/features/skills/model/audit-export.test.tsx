import { expect, it } from 'vitest';
import { auditCsv, auditJson } from './audit-export.ts';

const entry = {
  id: 7,
  atMs: Date.UTC(2026, 8, 3, 14, 30),
  event: 'revoked',
  digest: '1:88d0',
  actorName: 'Aylin Demir',
  detail: 'seo: rewrote a "quotation",\nagain',
};

it('the CSV quotes what needs it and ends its lines as CSV does', () => {
  expect(auditCsv([entry])).toBe(
    'id,at,event,about,digest,actor\r\n' +
      '7,2026-09-03T14:30:00.000Z,revoked,"seo: rewrote a ""quotation"",\nagain",1:88d0,Aylin Demir\r\n',
  );
});

it('a value that a spreadsheet would calculate with becomes text', () => {
  expect(auditCsv([{ ...entry, detail: '=cmd()', digest: null }])).toContain(",'=cmd(),,Aylin");
});

it('the JSON holds the same rows', () => {
  expect(JSON.parse(auditJson([entry]))).toEqual([
    {
      id: 7,
      at: '2026-09-03T14:30:00.000Z',
      event: 'revoked',
      about: entry.detail,
      digest: '1:88d0',
      actor: 'Aylin Demir',
    },
  ]);
});
