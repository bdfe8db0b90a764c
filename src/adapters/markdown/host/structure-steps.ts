import type { RecordedEdit } from '../../../content/index.ts';
import type { Splice } from '../outcome.ts';
import { arranged, insertion, removal } from '../page/arrange.ts';
import type { ParsedPage } from '../page/page.ts';
import type { DraftResult } from './draft.ts';

/** Characters around a splice by which an undo finds it again. */
const AROUND = 40;

/** The text around a splice. */
export function aroundOf(
  text: string,
  splice: Splice,
  characters = AROUND,
): NonNullable<RecordedEdit['around']> {
  return {
    before: text.slice(Math.max(0, splice.start - characters), splice.start),
    after: text.slice(splice.end, splice.end + characters),
  };
}

export interface Step {
  readonly ok: true;
  readonly edit: RecordedEdit;
  readonly page: ParsedPage;
}

export type StepResult = Step | Extract<DraftResult, { ok: false }>;

export function insertOne(
  page: ParsedPage,
  made: { readonly at: number; readonly source: string; readonly uid: number | null },
): StepResult {
  const splice = insertion(page, made.at, made.source);
  return stepOf(page, { splice, removed: [], inserted: [made.uid] });
}

export function removeOne(
  page: ParsedPage,
  gone: { readonly at: number; readonly uid: number },
): StepResult {
  return stepOf(page, { splice: removal(page, gone.at), removed: [gone.uid], inserted: [] });
}

/** One splice made and checked, with all an undo needs to take it back. */
export function stepOf(
  page: ParsedPage,
  made: {
    readonly splice: Splice;
    readonly removed: readonly number[];
    readonly inserted: readonly (number | null)[];
  },
): StepResult {
  const { splice, removed, inserted } = made;
  const result = arranged(page, splice, { removed: removed.length, inserted: inserted.length });
  if (!result.ok) return result;
  return {
    ok: true,
    page: result.page,
    edit: {
      field: 'source',
      start: splice.start,
      deleted: page.text.slice(splice.start, splice.end),
      inserted: splice.inserted,
      lead: 0,
      around: aroundOf(page.text, splice),
      elements: { at: result.at, removed, inserted },
    },
  };
}
