import type { HistoryRow, RecordedEdit } from '../../../content/index.ts';
import type { DraftResult } from './draft.ts';
import { spliced } from '../outcome.ts';
import { parsePage, type ParsedPage } from '../page/page.ts';
import { stepOf } from './structure-steps.ts';

type TooLate = Extract<DraftResult, { ok: false }>;

export function tooLate(message: string): TooLate {
  return { ok: false, refusal: { code: 'text_moved_on', message } };
}

/** The change that takes back elements that came, went or were moved, or why it is too late. */
export function draftStructureUndo(
  first: { readonly page: ParsedPage; readonly uids: readonly number[] },
  row: Pick<HistoryRow, 'edits' | 'fields'>,
  isUntouched: boolean,
): DraftResult {
  let { page } = first;
  const uids: (number | null)[] = [...first.uids];
  const edits: RecordedEdit[] = [];
  for (const edit of [...row.edits].reverse()) {
    const { elements } = edit;
    const start = placeOfEdit(page.text, edit, isUntouched);
    if (start === null || elements === undefined) {
      return tooLate('The text stands differently now; taking it back would change more than it.');
    }
    const at = page.blocks.filter((block) => block.range.end <= start).length;
    const going = uids.slice(at, at + elements.inserted.length);
    const isOther = elements.inserted.some((uid, index) => uid !== null && uid !== going[index]);
    if (isOther || going.length !== elements.inserted.length) {
      return tooLate('Another element stands there now.');
    }
    const step = stepOf(page, {
      splice: { start, end: start + edit.inserted.length, inserted: edit.deleted },
      removed: going.map((uid) => uid ?? 0),
      inserted: elements.removed,
    });
    if (!step.ok) return tooLate(`It cannot be taken back: ${step.refusal.message}`);
    uids.splice(at, going.length, ...elements.removed);
    edits.push(step.edit);
    page = step.page;
  }
  const fields = row.fields.map((field) => ({
    ...field,
    before: field.after,
    after: field.before,
  }));
  return { ok: true, draft: { fields, edits, omitted: [], text: page.text } };
}

/** Where what an edit put in stands now: at the same place, or where the same text is around it, and only there. */
export function placeOfEdit(text: string, edit: RecordedEdit, isUntouched: boolean): number | null {
  if (isUntouched) return edit.start;
  if (edit.around === undefined) return null;
  const { before, after } = edit.around;
  const whole = before + edit.inserted + after;
  const first = text.indexOf(whole);
  const isAlone = first !== -1 && text.indexOf(whole, first + 1) === -1;
  return isAlone ? first + before.length : null;
}

/** The text without the splices, and the splices that lead there; `null` when one is not found, or would change more. */
export function withoutSplices(
  first: ParsedPage,
  edits: readonly RecordedEdit[],
  isUntouched: boolean,
): { readonly text: string; readonly edits: readonly RecordedEdit[] } | null {
  let { text } = first;
  const back: RecordedEdit[] = [];
  for (const edit of [...edits].reverse()) {
    const start = placeOfEdit(text, edit, isUntouched);
    if (start === null) return null;
    const splice = { start, end: start + edit.inserted.length, inserted: edit.deleted };
    back.push({ ...edit, start, deleted: edit.inserted, inserted: edit.deleted });
    text = spliced(text, splice);
  }
  const after = parsePage({ path: first.path, text }, first.dialect);
  const kinds = (page: ParsedPage) => page.blocks.map(({ kind }) => kind).join(' ');
  const isSame =
    kinds(first) === kinds(after) && after.front.fence.bodyStart === first.front.fence.bodyStart;
  return isSame ? { text, edits: back } : null;
}
