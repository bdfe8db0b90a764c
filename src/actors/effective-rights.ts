import type { AllOr, ContentRights, Grant, UserActor } from './actor.ts';
import type { Group, Person } from './person.ts';

/** What an editor gets when nothing else is said: all content, no protected field. */
export const EDITOR_CONTENT_RIGHTS: ContentRights = {
  pages: 'all',
  readTables: 'all',
  writeTables: 'all',
  fieldGrants: [],
  languages: 'all',
};

/** What somebody holds who holds all of these: each list is the union. */
export function combinedRights(all: readonly ContentRights[]): ContentRights {
  return {
    pages: union(all.map((rights) => rights.pages)),
    readTables: union(all.map((rights) => rights.readTables)),
    writeTables: union(all.map((rights) => rights.writeTables)),
    fieldGrants: union(all.map((rights) => rights.fieldGrants)),
    languages: union(all.map((rights) => rights.languages)),
  };
}

/** The person as an actor: own grants and rights and those of every group; `null` when disabled. */
export function actorOf(person: Person, groups: readonly Group[]): UserActor | null {
  if (person.isDisabled) return null;
  const member = groups.filter((group) => person.groupIds.includes(group.groupId));
  return {
    kind: 'user',
    userId: person.userId,
    name: person.name,
    isAdministrator: person.isAdministrator,
    groupIds: person.groupIds,
    grants: unique<Grant>([...person.grants, ...member.flatMap((group) => group.grants)]),
    rights: combinedRights([person.rights, ...member.map((group) => group.rights)]),
  };
}

function union<Name>(lists: readonly AllOr<Name>[]): AllOr<Name> {
  const names: Name[] = [];
  for (const list of lists) {
    if (list === 'all') return 'all';
    names.push(...list);
  }
  return unique(names);
}

function unique<Name>(names: readonly Name[]): readonly Name[] {
  return [...new Set(names)];
}
