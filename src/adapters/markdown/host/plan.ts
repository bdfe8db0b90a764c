import { normaliseLineEnds } from '../../../base/index.ts';
import type { FieldChange, RecordRef } from '../../../contracts/index.ts';
import type { ChangeRefusal, FieldValue, RecordedEdit, TableName } from '../../../content/index.ts';
import { textOf } from '../front-matter/value.ts';
import { spliced } from '../outcome.ts';
import { fieldNow, restoredProblem, setField, type FieldPlace } from '../page/field-place.ts';
import { parsePage, type ParsedPage } from '../page/page.ts';
import { isOneLine } from '../site/page-fields.ts';
import type { DraftResult } from './draft.ts';
import { labelOf, maxCharacters, placeInWords } from './labels.ts';

/** One field to set, and where it stands. */
export interface FieldRequest {
  readonly name: string;
  readonly place: FieldPlace;
  readonly value: FieldValue;
  /** Why it may not be set, known before looking; or `null`. */
  readonly refusal: ChangeRefusal | null;
}

export interface DraftContext {
  readonly page: ParsedPage;
  readonly target: RecordRef & { readonly table: TableName };
  readonly mayCreate: boolean;
}

/** Sets the fields one after the other, each on the text the one before left; a field that cannot be set is left out. */
export function draftChange(context: DraftContext, requests: readonly FieldRequest[]): DraftResult {
  let page = context.page;
  const fields: FieldChange[] = [];
  const edits: RecordedEdit[] = [];
  const refusals: { readonly field: string; readonly refusal: ChangeRefusal }[] = [];
  for (const request of requests) {
    const step = draftField(page, request, context.mayCreate);
    if (!step.ok) {
      refusals.push({ field: request.name, refusal: step.refusal });
      continue;
    }
    fields.push({
      table: context.target.table,
      uid: context.target.uid,
      field: request.name,
      label: labelOf(page, request.place, request.name),
      place: placeInWords(page, request.place),
      before: step.before,
      after: step.after,
    });
    edits.push(step.edit);
    page = step.page;
  }
  const omitted = refusals.filter(({ refusal }) => refusal.code !== 'no_change');
  if (fields.length === 0) {
    const first = (omitted[0] ?? refusals[0])?.refusal;
    return {
      ok: false,
      refusal: first ?? { code: 'no_change', message: 'No field was named.' },
    };
  }
  return {
    ok: true,
    draft: {
      fields,
      edits,
      omitted: omitted.map(({ field, refusal }) => ({ field, reason: refusal.message })),
      text: page.text,
    },
  };
}

type FieldStep =
  | {
      readonly ok: true;
      readonly before: string | null;
      readonly after: string;
      readonly edit: RecordedEdit;
      readonly page: ParsedPage;
    }
  | { readonly ok: false; readonly refusal: ChangeRefusal };

function draftField(page: ParsedPage, request: FieldRequest, mayCreate: boolean): FieldStep {
  const { place, name } = request;
  if (request.refusal !== null) return { ok: false, refusal: request.refusal };
  const value = tidied(request.value);
  const text = textOf(value);
  for (const part of typeof value === 'object' ? value : [value]) {
    const problem = valueProblem(request, textOf(part));
    if (typeof value === 'object' && textOf(part).includes('\n')) {
      const message = 'An entry of a list must be on one line.';
      return { ok: false, refusal: { code: 'value_invalid', message } };
    }
    if (problem !== null) return { ok: false, refusal: problem };
  }
  const now = fieldNow(page, place);
  if (now.refusal !== null) return now.refusal;
  if ((now.value ?? '') === text) {
    return { ok: false, refusal: { code: 'no_change', message: 'The text is already that.' } };
  }
  const set = setField(page, place, { value, mayCreate });
  if (!set.ok) return set;
  const after = parsePage({ path: page.path, text: spliced(page.text, set.splice) }, page.dialect);
  const start = fieldNow(after, place).start;
  return {
    ok: true,
    before: now.value,
    after: text,
    edit: {
      field: name,
      start: set.splice.start,
      deleted: page.text.slice(set.splice.start, set.splice.end),
      inserted: set.splice.inserted,
      lead: (start ?? set.splice.start) - set.splice.start,
    },
    page: after,
  };
}

function tidied(value: FieldValue): FieldValue {
  if (typeof value === 'string') return normaliseLineEnds(value).trim();
  return typeof value === 'object'
    ? value.map((entry) => (typeof entry === 'string' ? normaliseLineEnds(entry).trim() : entry))
    : value;
}

/** Why a value cannot stand in this field whatever the page, or `null`. */
export function valueProblem(
  { name, place }: Pick<FieldRequest, 'name' | 'place'>,
  value: string,
): ChangeRefusal | null {
  const invalid = (message: string): ChangeRefusal => ({ code: 'value_invalid', message });
  if (/\p{Surrogate}/u.test(value)) return invalid('The text holds half a character.');
  if (/[^\P{Cc}\n\t]/u.test(value)) return invalid('The text holds control characters.');
  const limit = maxCharacters(place);
  if (Array.from(value).length > limit) {
    return {
      code: 'value_too_long',
      message: `The text is longer than ${String(limit)} characters.`,
    };
  }
  const isDecorative = place.table === 'references' && name === 'alternative';
  if (value === '' && !isDecorative) return invalid('The text is empty.');
  const isOneLineField =
    (place.table === 'pages' && isOneLine(name)) ||
    place.table === 'references' ||
    (place.table === 'content' && place.field.startsWith('cell_'));
  return isOneLineField && value.includes('\n') ? invalid('The text must be on one line.') : null;
}

/** The change that takes edits back, or why it is too late (`text_moved_on`). */
export function draftUndo(
  context: DraftContext,
  undo: {
    readonly edits: readonly RecordedEdit[];
    readonly fields: readonly FieldChange[];
    /** Where each field stands now; one that is not named is gone. */
    readonly places: Readonly<Record<string, FieldPlace>>;
    /** Whether the file is exactly as the write left it. */
    readonly isUntouched: boolean;
  },
): DraftResult {
  let page = context.page;
  const fields: FieldChange[] = [];
  const edits: RecordedEdit[] = [];
  const tooLate = (message: string): DraftResult => ({
    ok: false,
    refusal: { code: 'text_moved_on', message },
  });
  for (const edit of [...undo.edits].reverse()) {
    const change = undo.fields.find((field) => field.field === edit.field);
    const place = undo.places[edit.field];
    if (change === undefined || place === undefined)
      return tooLate('The place of the text is gone.');
    const now = fieldNow(page, place);
    if ((now.value ?? '') !== (change.after ?? '')) {
      return tooLate('The text has been changed since; taking it back would lose that.');
    }
    const start = undo.isUntouched ? edit.start : now.start === null ? null : now.start - edit.lead;
    if (start === null || page.text.slice(start, start + edit.inserted.length) !== edit.inserted) {
      return tooLate('The text stands differently now; taking it back would change more than it.');
    }
    const splice = { start, end: start + edit.inserted.length, inserted: edit.deleted };
    const after = spliced(page.text, splice);
    const problem = restoredProblem(page, place, { after, value: change.before });
    if (problem !== null) return tooLate(`The text cannot be taken back: ${problem}`);
    const next = parsePage({ path: page.path, text: after }, page.dialect);
    const restored = fieldNow(next, place).start;
    fields.unshift({
      ...change,
      place: placeInWords(page, place),
      before: change.after,
      after: change.before,
    });
    edits.push({
      field: edit.field,
      start,
      deleted: edit.inserted,
      inserted: edit.deleted,
      lead: (restored ?? start) - start,
    });
    page = next;
  }
  return { ok: true, draft: { fields, edits, omitted: [], text: page.text } };
}
