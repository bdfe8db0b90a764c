import type { Actor } from '../../../actors/index.ts';
import { canonicalJson, type Clock } from '../../../base/index.ts';
import type { RecordRef } from '../../../contracts/index.ts';
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
  type WriteContext,
} from '../../../content/index.ts';
import { fieldNow } from '../page/field-place.ts';
import { languageOf, type Site, type SiteState } from '../site/site.ts';
import { fieldPlace, recordOf, rightRefusal } from './change-place.ts';
import { createDrafts, NOT_FOUND } from './drafts.ts';
import type { Draft } from './draft.ts';
import { createFileDrafts } from './file-changes.ts';
import { isFileChange, type FileDraft } from './file-draft.ts';
import type { PageWork } from './page-work.ts';
import { placeOf, type LoadedPage, type Pages } from './pages.ts';
import { isTable, type RecordAccess } from './record-access.ts';
import { createUndo } from './take-back.ts';
import type { FilesWriter } from './write-files.ts';
import type { Writer } from './write.ts';
import { contentRefused, MOVED, untouched } from './writing.ts';

/** History rows a page shows at most. */
const HISTORY_ROWS = 200;

/** What of a content host changes pages and tells how they changed. */
export function createChanges({
  root,
  site,
  clock,
  stores,
  pages,
  work,
  access: { contentFor, loadRecord },
  writer,
  filesWriter,
}: {
  readonly root: string;
  readonly site: Site;
  readonly clock: Clock;
  readonly stores: ContentStores;
  readonly pages: Pages;
  readonly work: PageWork;
  readonly access: RecordAccess;
  readonly writer: Writer;
  readonly filesWriter: FilesWriter;
}): Pick<ContentHost, 'plan' | 'apply' | 'history' | 'undo' | 'mayWrite'> {
  const pageDraft = createDrafts({ root, clock, work });
  const fileDraft = createFileDrafts({ root, site, pages, work, stores, clock });

  const plannedFrom = (loaded: LoadedPage, change: ContentChange, draft: Draft): PlannedChange => ({
    change,
    page: loaded.identity.page,
    fields: draft.fields,
    target:
      draft.target === undefined
        ? { ...recordOf(change), fields: draft.fields.map(({ field }) => field) }
        : draft.target,
    ...(draft.omitted.length > 0 ? { omitted: draft.omitted } : {}),
    ...(draft.action === undefined ? {} : { action: draft.action }),
    ...((draft.notes ?? []).length > 0 ? { notes: draft.notes } : {}),
    baseVersion: loaded.page.version,
  });

  const plannedFiles = (
    loaded: LoadedPage,
    change: ContentChange,
    draft: FileDraft,
  ): PlannedChange => ({
    change,
    page: loaded.identity.page,
    fields: draft.fields,
    target: draft.target,
    ...(draft.omitted.length > 0 ? { omitted: draft.omitted } : {}),
    action: draft.action,
    ...(draft.notes.length > 0 ? { notes: draft.notes } : {}),
    baseVersion: draft.baseVersion,
  });

  /** The change as it would be planned now, with all it takes to write it. */
  const planNow = async (change: ContentChange, actor: Actor) => {
    const loaded = await loadRecord(recordOf(change), actor);
    if (loaded === null) return { ok: false, refusal: NOT_FOUND } as const;
    if (isFileChange(change, loaded.identity.page)) {
      const result = await fileDraft(loaded, change, actor);
      if (!result.ok) return result;
      const planned = plannedFiles(loaded, change, result.draft);
      return { ok: true, planned, files: result.draft, page: null } as const;
    }
    const result = await pageDraft(loaded, change, actor);
    if (!result.ok) return result;
    const planned = plannedFrom(loaded, change, result.draft);
    return { ok: true, planned, files: null, page: result.draft } as const;
  };

  const applyFiles = async (
    planned: PlannedChange,
    files: FileDraft,
    context: WriteContext,
  ): Promise<AppliedChange> => {
    const written = await filesWriter.writeFiles(
      files.steps.map(({ path }) => path),
      context,
      async () => {
        const again = await planNow(planned.change, context.actor);
        if (!again.ok) throw contentRefused(again.refusal);
        const isSame = canonicalJson(again.planned) === canonicalJson(planned);
        if (!isSame || again.files === null) throw contentRefused(MOVED);
        return { ...again.files, undoes: null };
      },
    );
    return appliedChange(planned, { ...written, target: written.record });
  };

  /** Where a page is, or was before it was deleted: what was written there is still told. */
  const placeOfHistory = async (pageUid: number): Promise<ReturnType<typeof placeOf> | null> => {
    const loaded = await pages.loadUnchecked(pageUid);
    if (loaded !== null) return placeOf(loaded.page, loaded.state);
    const path = (await stores.identity.page(pageUid))?.path;
    if (path === undefined) return null;
    return { path, language: languageOf(path, {}, await site.state()) };
  };

  return {
    undo: createUndo({ site, stores, pages, work, writer, filesWriter }),

    async plan(change, actor): Promise<PlanResult> {
      const result = await planNow(change, actor);
      return result.ok ? { ok: true, planned: result.planned } : result;
    },

    async apply(planned, context) {
      const { actor } = context;
      const { change } = planned;
      const ownPage = await untouched(
        async () => (await loadRecord(recordOf(change), actor))?.identity.page,
      );
      if (ownPage === undefined) throw contentRefused(NOT_FOUND);
      if (isFileChange(change, ownPage)) {
        const now = await untouched(() => planNow(change, actor));
        if (!now.ok) throw contentRefused(now.refusal);
        if (now.files === null) throw contentRefused(MOVED);
        return applyFiles(planned, now.files, context);
      }
      const written = await writer.write(planned.page, context, async (loaded) => {
        if (loaded.page.version !== planned.baseVersion) throw contentRefused(MOVED);
        const result = await pageDraft(loaded, change, actor);
        if (!result.ok) throw contentRefused(result.refusal);
        const again = plannedFrom(loaded, change, result.draft);
        if (canonicalJson(again) !== canonicalJson(planned)) throw contentRefused(MOVED);
        const { fields, edits, text } = result.draft;
        const target = planned.target ?? { table: 'pages', uid: planned.page };
        return { target: recordRef(target), undoes: null, fields, edits, text };
      });
      const made = planned.target === null ? written.madeElement : null;
      return appliedChange(planned, {
        ...written,
        target: made === null ? planned.target : { table: 'content', uid: made },
      });
    },

    async history(pageUid, actor) {
      await writer.reconcile();
      const state = await site.state();
      const place = await placeOfHistory(pageUid);
      if (place === null || !mayReadRecords(actor, 'pages', place)) return [];
      const rows = await stores.history.ofPage(pageUid, HISTORY_ROWS);
      return rows
        .filter((row) => isReadable(row, place, actor))
        .map((row) => historyEntry(readablePart(row, state, actor)));
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

/** Whether the actor may see an entry: the record it is about, and every field that stands in it. */
function isReadable(
  { target, fields }: HistoryRow,
  place: ReturnType<typeof placeOf>,
  actor: Actor,
): boolean {
  const tables = [target.table, ...fields.map(({ table }) => table)];
  return tables.every((table) => isTable(table) && mayReadRecords(actor, table, place));
}

/** Of a write that touched pages the actor may not read, only which page it moved. */
function readablePart(row: HistoryRow, state: SiteState, actor: Actor): HistoryRow {
  const isWhole = (row.files ?? []).every(({ path }) => {
    const language = languageOf(path, state.files.get(path)?.facts.data ?? {}, state);
    return mayReadRecords(actor, 'pages', { path, language });
  });
  return isWhole ? row : { ...row, fields: row.fields.filter(({ field }) => field === 'path') };
}

function recordRef({ table, uid }: RecordRef): RecordRef {
  return { table, uid };
}

function historyEntry(row: HistoryRow): HistoryEntry {
  const { id, page, target, fields, userId, runUuid, atMs, undoes, undone } = row;
  return { id, page, target, fields, userId, runUuid, atMs, undoes, undone };
}

/** What the model is told: what was written, and what of the request was not (WRT-08). */
function appliedChange(
  planned: PlannedChange,
  written: {
    readonly historyId: string;
    readonly overwroteOutside: boolean;
    readonly target: RecordRef | null;
  },
): AppliedChange {
  const omitted = planned.omitted ?? [];
  const sentences = [
    `${planned.action === undefined ? 'Written' : planned.action.en}: ${planned.fields.map(({ field }) => field).join(', ')}.`,
    ...omitted.map(({ field, reason }) => `Not written: ${field}. ${reason}`),
    ...(written.overwroteOutside
      ? [
          'Another program wrote the file at the same moment; what was there before is kept in the history.',
        ]
      : []),
  ];
  return {
    content: sentences.join(' '),
    target: written.target === null ? null : recordRef(written.target),
    completeness: omitted.length > 0 ? 'partial' : 'complete',
    historyId: written.historyId,
  };
}
