import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllOr, ContentRights } from './actor.ts';
import { ALL_CONTENT_RIGHTS, NO_CONTENT_RIGHTS } from './actor.ts';
import { actorOf, combinedRights } from './effective-rights.ts';
import { allows } from './may.ts';
import type { Group, Person } from './person.ts';

const names = fc.constantFrom('a', 'b', 'c');
const list: fc.Arbitrary<AllOr<string>> = fc.oneof(fc.constant('all' as const), fc.array(names));
const rights: fc.Arbitrary<ContentRights> = fc.record({
  pages: list,
  readTables: list,
  writeTables: list,
  fieldGrants: list,
  languages: list,
});
const KINDS = ['pages', 'readTables', 'writeTables', 'fieldGrants', 'languages'] as const;

describe('combined rights', () => {
  it('allow exactly what one of them allows', () => {
    fc.assert(
      fc.property(fc.array(rights), names, (all, name) => {
        const combined = combinedRights(all);
        for (const kind of KINDS) {
          expect(allows(combined[kind], name)).toBe(all.some((each) => allows(each[kind], name)));
        }
      }),
    );
  });

  it('are none without any, and all with an administrator', () => {
    expect(combinedRights([])).toEqual(NO_CONTENT_RIGHTS);
    expect(combinedRights([NO_CONTENT_RIGHTS, ALL_CONTENT_RIGHTS])).toEqual(ALL_CONTENT_RIGHTS);
  });
});

describe('a person as an actor', () => {
  const person: Person = {
    userId: 'u1',
    name: 'Ada',
    email: 'ada@example.org',
    locale: 'en',
    isAdministrator: false,
    isDisabled: false,
    isInvited: false,
    hasPassword: true,
    hasTwoFactor: false,
    groupIds: ['news'],
    grants: ['tasks_use'],
    rights: NO_CONTENT_RIGHTS,
  };
  const news: Group = {
    groupId: 'news',
    name: 'News',
    grants: ['tasks_use', 'agent_approve'],
    rights: { ...NO_CONTENT_RIGHTS, pages: ['news'] },
  };

  it('holds what the person and the groups hold, of groups of their own only', () => {
    const other: Group = { ...news, groupId: 'other', grants: ['skills_author'] };
    expect(actorOf(person, [news, other])).toMatchObject({
      grants: ['tasks_use', 'agent_approve'],
      rights: { pages: ['news'] },
    });
  });

  it('is nobody when disabled', () => {
    expect(actorOf({ ...person, isDisabled: true }, [news])).toBeNull();
  });
});
