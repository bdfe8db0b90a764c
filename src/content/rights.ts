import { allows, contentRightsOf, type Actor, type ContentRights } from '../actors/index.ts';
import type { TableName } from './records.ts';

/** Which page a right is asked for: its path relative to the content root, and its language. */
export interface PagePlace {
  readonly path: string;
  readonly language: string;
}

/** Whether the rights reach this page: by path prefix, whole segments only, and by language (decisions §46). */
export function reachesPage(rights: ContentRights, page: PagePlace): boolean {
  return (
    allows(rights.languages, page.language) &&
    (rights.pages === 'all' || rights.pages.some((prefix) => isUnder(prefix, page.path)))
  );
}

/** Whether `path` is the prefix itself or lies under it. An empty prefix is the whole site. */
export function isUnder(prefix: string, path: string): boolean {
  const start = prefix.replace(/^\/+|\/+$/g, '');
  return start === '' || path === start || path.startsWith(`${start}/`);
}

/** Whether the actor may read records of this type on this page. Elements and references need the page itself. */
export function mayReadRecords(actor: Actor, table: TableName, page: PagePlace): boolean {
  const rights = contentRightsOf(actor);
  return (
    reachesPage(rights, page) &&
    allows(rights.readTables, 'pages') &&
    allows(rights.readTables, table)
  );
}

/** Whether the actor may write records of this type on this page. Nobody writes what they may not read. */
export function mayWriteRecords(actor: Actor, table: TableName, page: PagePlace): boolean {
  return mayReadRecords(actor, table, page) && allows(contentRightsOf(actor).writeTables, table);
}

/** Whether the actor may write this field: a protected one needs its own grant, named `table.field`. */
export function mayWriteField(
  actor: Actor,
  field: { readonly table: TableName; readonly name: string; readonly protected: boolean },
  page: PagePlace,
): boolean {
  return (
    mayWriteRecords(actor, field.table, page) &&
    (!field.protected || allows(contentRightsOf(actor).fieldGrants, `${field.table}.${field.name}`))
  );
}
