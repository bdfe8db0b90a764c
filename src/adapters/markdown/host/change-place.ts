import type { Actor } from '../../../actors/index.ts';
import {
  mayWriteField,
  type ChangeRefusal,
  type ContentChange,
  type TableName,
} from '../../../content/index.ts';
import type { RecordRef } from '../../../contracts/index.ts';
import type { FieldPlace } from '../page/field-place.ts';
import { isProtectedPageField, keyOfField } from '../site/page-fields.ts';
import { placeOf, type LoadedPage } from './pages.ts';

export type ContentRecord = RecordRef & { readonly table: TableName };

/** The record a change is about. */
export function recordOf(change: ContentChange): ContentRecord {
  switch (change.kind) {
    case 'set_page_fields':
      return { table: 'pages', uid: change.page };
    case 'set_element_fields':
      return { table: 'content', uid: change.element };
    case 'set_reference_text':
    case 'replace_file_reference':
      return { table: 'references', uid: change.reference };
    case 'attach_file':
    case 'move_element':
    case 'add_list_item':
    case 'remove_list_item':
    case 'move_list_item':
      return { table: 'content', uid: change.element };
    case 'create_page_draft':
      return { table: 'pages', uid: change.parent };
    case 'create_element_draft':
    case 'create_translation_draft':
    case 'move_page':
      return { table: 'pages', uid: change.page };
    case 'copy_record':
    case 'publish':
    case 'delete':
      return { table: change.table, uid: change.uid };
  }
}

/** Where a record's field stands on the page now, or `null` when the record is not there. */
export function fieldPlace(
  loaded: LoadedPage,
  record: ContentRecord,
  field: string,
): FieldPlace | null {
  const { elements } = loaded.identity;
  switch (record.table) {
    case 'pages':
      return {
        table: 'pages',
        key: keyOfField(field, loaded.page.front, loaded.state.profile),
      };
    case 'content': {
      const element = elements.findIndex(({ uid }) => uid === record.uid);
      return element === -1 ? null : { table: 'content', element, field };
    }
    case 'references': {
      const element = elements.findIndex(({ references }) =>
        references.some(({ uid }) => uid === record.uid),
      );
      const reference =
        elements[element]?.references.findIndex(({ uid }) => uid === record.uid) ?? -1;
      return reference === -1 ? null : { table: 'references', element, reference, field };
    }
  }
}

/** Why this actor may not write this field, or `null` (HST-01). */
export function rightRefusal(
  loaded: LoadedPage,
  field: { readonly record: ContentRecord; readonly name: string },
  actor: Actor,
): ChangeRefusal | null {
  const { record, name } = field;
  if (record.table === 'pages' && !isFieldName(name)) {
    return { code: 'unknown_field', message: `"${name}" is no name of a field.` };
  }
  const isProtected = record.table === 'pages' && isProtectedPageField(name);
  const mayWrite = mayWriteField(
    actor,
    { table: record.table, name, protected: isProtected },
    placeOf(loaded.page, loaded.state),
  );
  return mayWrite
    ? null
    : { code: 'not_permitted', message: `You have no right to write "${name}" here.` };
}

/** Only keys a page already has, or plain new ones: a field name is no way to write front matter. */
function isFieldName(name: string): boolean {
  return (
    /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u.test(name) && !['__proto__', 'constructor'].includes(name)
  );
}
