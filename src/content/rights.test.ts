import { describe, expect, it } from 'vitest';
import { ALL_CONTENT_RIGHTS, type UserActor } from '../actors/index.ts';
import { isUnder, mayReadRecords, mayWriteField } from './rights.ts';

const editor = (rights: Partial<UserActor['rights']>): UserActor => ({
  kind: 'user',
  userId: 'e',
  name: 'E',
  isAdministrator: false,
  groupIds: [],
  grants: [],
  rights: { ...ALL_CONTENT_RIGHTS, ...rights },
});

const PAGE = { path: 'en/a.md', language: 'en' };

describe('content rights', () => {
  it.each([
    ['', 'a/b.md', true],
    ['en', 'en/a.md', true],
    ['/en/', 'en/a.md', true],
    ['en', 'en-old/a.md', false],
    ['en/a.md', 'en/a.md', true],
    ['en/a', 'en/a.md', false],
  ])('prefix %j reaches %j: %s', (prefix, path, expected) => {
    expect(isUnder(prefix, path)).toBe(expected);
  });

  it('HST-01 every kind of right alone is enough to refuse', () => {
    const field = { table: 'content', name: 'text', protected: true } as const;
    expect(mayWriteField(editor({}), field, PAGE)).toBe(true);
    for (const rights of [
      { pages: ['de'] },
      { readTables: ['content'] },
      { readTables: ['pages'] },
      { writeTables: ['pages'] },
      { fieldGrants: [] },
      { languages: ['de'] },
    ]) {
      expect(mayWriteField(editor(rights), field, PAGE)).toBe(false);
    }
    expect(mayReadRecords({ kind: 'anonymous' }, 'pages', PAGE)).toBe(false);
    const administrator = { ...editor({ pages: [], languages: [] }), isAdministrator: true };
    expect(mayWriteField(administrator, field, PAGE)).toBe(true);
  });
});
