import { actorOf, allows, contentRightsOf, type Person, type UserActor } from '../actors/index.ts';
import type { AccessPreview, GroupView, RightsOptions } from '../contracts/index.ts';
import type { PageNode, RecordType } from './records.ts';
import { mayReadRecords, mayWriteField, mayWriteRecords, reachesPage } from './rights.ts';

/** The parts of an answer that are about content. */
type ContentAccess = Pick<AccessPreview, 'tables' | 'languages' | 'pages'>;

/** What rights are asked of. */
interface Site {
  readonly recordTypes: readonly RecordType[];
  readonly languages: readonly string[];
  readonly roots: readonly PageNode[];
}

/** What a person may read and write with own rights and those of the groups; of a disabled one, what it would be. */
export function accessPreview(
  person: Person,
  groups: readonly GroupView[],
  site: Site,
): AccessPreview {
  const actor = actorOf(
    { ...person, isDisabled: false },
    groups.map(({ id, ...group }) => ({ groupId: id, ...group })),
  );
  if (actor === null) throw new Error('A person who is not disabled is an actor.');
  const { name, isDisabled, isAdministrator } = person;
  const grants = [...actor.grants];
  return { name, isDisabled, isAdministrator, grants, ...contentAccess(actor, site) };
}

/**
 * What an actor may read and write of a site, as the same questions that guard it answer them: record types and fields by
 * themselves, and every page with what may be done with the page record and what is in it.
 */
function contentAccess(actor: UserActor, site: Site): ContentAccess {
  const rights = contentRightsOf(actor);
  const pages = flat(site.roots);
  return {
    tables: site.recordTypes.map(({ table, label, fields }) => {
      const reach = pages.filter((page) => reachesPage(rights, page));
      const write = reach.find((page) => mayWriteRecords(actor, table, page));
      return {
        name: table,
        en: label.en,
        de: label.de,
        mayRead: reach.some((page) => mayReadRecords(actor, table, page)),
        mayWrite: write !== undefined,
        fields: fields
          .filter((field) => field.protected)
          .map((field) => ({
            name: `${table}.${field.name}`,
            en: field.label.en,
            de: field.label.de,
            mayWrite: write !== undefined && mayWriteField(actor, { ...field, table }, write),
          })),
      };
    }),
    languages: site.languages.map((code) => ({ code, allowed: allows(rights.languages, code) })),
    pages: pages.map((page) => ({
      uid: page.uid,
      path: page.path,
      title: page.title,
      language: page.language,
      access: accessTo(actor, page),
    })),
  };
}

/** Writing is any of it: the page's own fields, or what is in it. A page that nobody can change here is only read. */
function accessTo(actor: UserActor, page: PageNode): 'none' | 'read' | 'write' {
  if (!mayReadRecords(actor, 'pages', page)) return 'none';
  const mayWrite = (['pages', 'content', 'references'] as const).some((table) =>
    mayWriteRecords(actor, table, page),
  );
  return mayWrite && page.readOnly === null ? 'write' : 'read';
}

function flat(nodes: readonly PageNode[]): readonly PageNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

/** What rights can be about in a site. */
export function rightsOptions(site: Site): RightsOptions {
  const folders = new Set<string>();
  for (const { path } of flat(site.roots)) {
    const parts = path.split('/').slice(0, -1);
    for (const [index] of parts.entries()) folders.add(parts.slice(0, index + 1).join('/'));
  }
  return {
    folders: [...folders].sort(),
    tables: site.recordTypes.map(({ table, label }) => ({
      name: table,
      en: label.en,
      de: label.de,
    })),
    protectedFields: site.recordTypes.flatMap(({ table, fields }) =>
      fields
        .filter((field) => field.protected)
        .map(({ name, label }) => ({ name: `${table}.${name}`, en: label.en, de: label.de })),
    ),
    languages: [...site.languages],
  };
}
