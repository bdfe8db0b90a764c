import type { Actor } from '../../../actors/index.ts';
import { canonicalJson } from '../../../base/index.ts';
import {
  mayReadRecords,
  type AppliedChange,
  type ContentChange,
  type ContentHost,
  type ContentStores,
  type HistoryEntry,
  type HistoryRow,
  type PlannedChange,
  type PlanResult,
} from '../../../content/index.ts';
import { fieldNow } from '../page/field-place.ts';
import {
  fieldPlace,
  fieldRequests,
  recordOf,
  rightRefusal,
  type ContentRecord,
} from './change-place.ts';
import { placeOf, type LoadedPage, type Pages } from './pages.ts';
import { draftChange, draftUndo, type Draft, type DraftResult } from './plan.ts';
import { isTable, type RecordAccess } from './record-access.ts';
import { contentRefused, MOVED, type Writer } from './write.ts';

/** History rows a page shows at most. */
const HISTORY_ROWS = 200;

/** What of a content host changes pages and tells how they changed. */
export function createChanges({
  stores,
  pages,
  access: { contentFor, loadRecord },
  writer,
}: {
  readonly stores: ContentStores;
  readonly pages: Pages;
  readonly access: RecordAccess;
  readonly writer: Writer;
}): Pick<ContentHost, 'plan' | 'apply' | 'history' | 'undo' | 'mayWrite'> {
  const draftFor = (loaded: LoadedPage, change: ContentChange, actor: Actor): DraftResult => {
    const requests = fieldRequests(loaded, change, actor);
    if (requests === null) return { ok: false, refusal: NOT_FOUND };
    return draftChange(
      {
        page: loaded.page,
        target: recordOf(change),
        mayCreate: loaded.state.profile.mayCreateFrontMatter,
      },
      requests,
    );
  };

  const plannedFrom = (loaded: LoadedPage, change: ContentChange, draft: Draft): PlannedChange => ({
    change,
    page: loaded.identity.page,
    fields: draft.fields,
    target: { ...recordOf(change), fields: draft.fields.map(({ field }) => field) },
    ...(draft.omitted.length > 0 ? { omitted: draft.omitted } : {}),
    baseVersion: loaded.page.version,
  });

  const mayTakeBack = async (row: HistoryRow, loaded: LoadedPage, actor: Actor): Promise<void> => {
    const now = await stores.history.find(row.id);
    if (now?.undone !== false) {
      throw contentRefused({ code: 'text_moved_on', message: 'It has been taken back already.' });
    }
    for (const { field } of row.fields) {
      const record = row.target as ContentRecord;
      const refusal = rightRefusal(loaded, { record, name: field }, actor);
      if (refusal !== null) throw contentRefused(refusal);
    }
  };

  return {
    async plan(change, actor): Promise<PlanResult> {
      const loaded = await loadRecord(recordOf(change), actor);
      if (loaded === null) return { ok: false, refusal: NOT_FOUND };
      const result = draftFor(loaded, change, actor);
      return result.ok ? { ok: true, planned: plannedFrom(loaded, change, result.draft) } : result;
    },

    async apply(planned, context) {
      const { actor } = context;
      if ((await loadRecord(recordOf(planned.change), actor)) === null) {
        throw contentRefused(NOT_FOUND);
      }
      const written = await writer.write(planned.page, context, (loaded) => {
        if (loaded.page.version !== planned.baseVersion) throw contentRefused(MOVED);
        const result = draftFor(loaded, planned.change, actor);
        if (!result.ok) throw contentRefused(result.refusal);
        const again = plannedFrom(loaded, planned.change, result.draft);
        if (canonicalJson(again) !== canonicalJson(planned)) throw contentRefused(MOVED);
        return Promise.resolve({
          target: recordOf(planned.change),
          undoes: null,
          ...result.draft,
        });
      });
      return appliedChange(planned, written);
    },

    async history(pageUid, actor) {
      await writer.reconcile();
      const loaded = await pages.load(pageUid, actor);
      if (loaded === null) return [];
      const place = placeOf(loaded.page, loaded.state);
      const rows = await stores.history.ofPage(pageUid, HISTORY_ROWS);
      return rows
        .filter(({ target }) => isTable(target.table) && mayReadRecords(actor, target.table, place))
        .map(historyEntry);
    },

    async undo(historyId, context) {
      await writer.reconcile();
      const row = await stores.history.find(historyId);
      const loaded = row === null ? null : await pages.load(row.page, context.actor);
      if (row?.state !== 'done' || loaded === null) throw contentRefused(NOT_FOUND);
      const record = row.target as ContentRecord;
      const written = await writer.write(row.page, context, async (fresh) => {
        await mayTakeBack(row, fresh, context.actor);
        const result = draftUndo(
          { page: fresh.page, target: record, mayCreate: false },
          {
            edits: row.edits,
            fields: row.fields,
            placeOf: (field) => fieldPlace(fresh, record, field),
            isUntouched: fresh.page.version === row.newVersion,
          },
        );
        if (!result.ok) throw contentRefused(result.refusal);
        return { target: row.target, undoes: row.id, ...result.draft };
      });
      return {
        content: `Taken back: ${row.fields.map(({ field }) => field).join(', ')}.`,
        target: row.target,
        completeness: 'complete',
        historyId: written.historyId,
      };
    },

    async mayWrite(record, field, actor) {
      const loaded = await loadRecord(record, actor);
      if (loaded === null || !isTable(record.table)) return false;
      const own = { table: record.table, uid: record.uid };
      if (rightRefusal(loaded, { record: own, name: field }, actor) !== null) return false;
      const place = fieldPlace(loaded, own, field);
      if (place === null || fieldNow(loaded.page, place).refusal !== null) return false;
      if (record.table !== 'pages') return true;
      return contentFor(loaded, actor).page.editableFields.includes(field);
    },
  };
}

const NOT_FOUND = {
  code: 'not_found',
  message: 'There is no such record, or it is not readable for you.',
} as const;

function historyEntry(row: HistoryRow): HistoryEntry {
  const { id, page, target, fields, userId, runUuid, atMs, undoes, undone } = row;
  return { id, page, target, fields, userId, runUuid, atMs, undoes, undone };
}

/** What the model is told: what was written, and what of the request was not (WRT-08). */
function appliedChange(
  planned: PlannedChange,
  written: { readonly historyId: string; readonly overwroteOutside: boolean },
): AppliedChange {
  const omitted = planned.omitted ?? [];
  const sentences = [
    `Written: ${planned.fields.map(({ field }) => field).join(', ')}.`,
    ...omitted.map(({ field, reason }) => `Not written: ${field}. ${reason}`),
    ...(written.overwroteOutside
      ? ['Another program wrote the file at the same moment; its version is kept in the history.']
      : []),
  ];
  const { target } = planned;
  return {
    content: sentences.join(' '),
    target: target === null ? null : { table: target.table, uid: target.uid },
    completeness: omitted.length > 0 ? 'partial' : 'complete',
    historyId: written.historyId,
  };
}
