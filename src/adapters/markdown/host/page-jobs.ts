import type { FieldChange, RecordRef } from '../../../contracts/index.ts';
import type { RecordedEdit, TableName } from '../../../content/index.ts';
import type { FieldPlace } from '../page/field-place.ts';
import type { ParsedPage } from '../page/page.ts';
import { plainPage } from '../page/plain-page.ts';
import { holdOf, insertedElement, removedElement } from './element-steps.ts';
import type { ElementUids } from './element-uids.ts';
import { linksOf } from './links.ts';
import { draftChange, draftUndo, type FieldRequest } from './plan.ts';
import { renderBody, type RenderOptions } from './render.ts';
import { rewrittenLinks } from './rewriting.ts';
import { draftStructure, type StructureChange, type StructureContext } from './structure.ts';
import { draftStructureUndo, withoutSplices } from './undo.ts';

type Target = RecordRef & { readonly table: TableName };

/**
 * All that takes the syntax tree of a page. Each is a function of the page and of plain data, and answers with plain data, so
 * another thread can do it just as well.
 */
const PAGE_JOBS = {
  read: (page: ParsedPage, _input: null) => plainPage(page),

  setFields: (
    page: ParsedPage,
    input: {
      readonly target: Target;
      readonly mayCreate: boolean;
      readonly requests: readonly FieldRequest[];
    },
  ) => draftChange({ page, target: input.target, mayCreate: input.mayCreate }, input.requests),

  takeFieldsBack: (
    page: ParsedPage,
    {
      target,
      ...undo
    }: {
      readonly target: Target;
      readonly edits: readonly RecordedEdit[];
      readonly fields: readonly FieldChange[];
      readonly places: Readonly<Record<string, FieldPlace>>;
      readonly isUntouched: boolean;
    },
  ) => draftUndo({ page, target, mayCreate: false }, undo),

  changeElements: (
    page: ParsedPage,
    { change, ...context }: Omit<StructureContext, 'page'> & { readonly change: StructureChange },
  ) => draftStructure({ page, ...context }, change),

  takeElementsBack: (
    page: ParsedPage,
    input: {
      readonly uids: readonly number[];
      readonly row: {
        readonly edits: readonly RecordedEdit[];
        readonly fields: readonly FieldChange[];
      };
      readonly isUntouched: boolean;
    },
  ) => draftStructureUndo({ page, uids: input.uids }, input.row, input.isUntouched),

  takeSplicesBack: (
    page: ParsedPage,
    input: { readonly edits: readonly RecordedEdit[]; readonly isUntouched: boolean },
  ) => withoutSplices(page, input.edits, input.isUntouched),

  links: (page: ParsedPage, _input: null) => linksOf(page),

  rewriteLinks: rewrittenLinks,

  elementHold: holdOf,

  insertElement: insertedElement,

  removeElement: removedElement,

  render: (
    page: ParsedPage,
    input: { readonly uids: ElementUids; readonly options: RenderOptions },
  ) => renderBody(page, input.uids, input.options),
} as const;

type PageJobs = typeof PAGE_JOBS;
export type PageJobName = keyof PageJobs;
export type PageJobInput<Name extends PageJobName> = Parameters<PageJobs[Name]>[1];
export type PageJobAnswer<Name extends PageJobName> = ReturnType<PageJobs[Name]>;

export function doPageJob<Name extends PageJobName>(
  page: ParsedPage,
  name: Name,
  input: PageJobInput<Name>,
): PageJobAnswer<Name> {
  // The table says which input and answer belong to a name; the compiler does not follow that through a lookup.
  const job = PAGE_JOBS[name] as unknown as (
    page: ParsedPage,
    input: PageJobInput<Name>,
  ) => PageJobAnswer<Name>;
  return job(page, input);
}
