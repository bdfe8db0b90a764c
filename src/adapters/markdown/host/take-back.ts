import type { Actor } from '../../../actors/index.ts';
import {
  mayWriteRecords,
  type AppliedChange,
  type ContentHost,
  type ContentStores,
  type HistoryRow,
  type WriteContext,
} from '../../../content/index.ts';
import { languageOf, type Site } from '../site/site.ts';
import { fieldPlace, rightRefusal, type ContentRecord } from './change-place.ts';
import { NOT_FOUND } from './drafts.ts';
import type { LoadedPage, Pages } from './pages.ts';
import type { PageWork } from './page-work.ts';
import type { FieldPlace } from '../page/field-place.ts';
import { isTable } from './record-access.ts';
import { filesUndo } from './undo-files.ts';
import type { FilesWriter } from './write-files.ts';
import type { Writer } from './write.ts';
import { contentRefused } from './writing.ts';

/** Takes writes back, each as a write of its own (HST-03). */
export function createUndo({
  site,
  stores,
  pages,
  work,
  writer,
  filesWriter,
}: {
  readonly site: Site;
  readonly stores: ContentStores;
  readonly pages: Pages;
  readonly work: PageWork;
  readonly writer: Writer;
  readonly filesWriter: FilesWriter;
}): ContentHost['undo'] {
  const undoFiles = async (row: HistoryRow, context: WriteContext): Promise<AppliedChange> => {
    const { actor } = context;
    const paths = (row.files ?? []).map(({ path }) => path);
    const written = await filesWriter.writeFiles(paths, context, async () => {
      await mayTakeBackFiles(row, actor);
      const result = await filesUndo({ stores, pages, work }, row);
      if (!result.ok) throw contentRefused(result.refusal);
      return result.intention;
    });
    return {
      content: `Taken back: ${paths.join(', ')}.`,
      target: row.target,
      completeness: 'complete',
      historyId: written.historyId,
    };
  };

  /** Every file of it must be one the actor may write now, wherever it lies. */
  const mayTakeBackFiles = async (row: HistoryRow, actor: Actor): Promise<void> => {
    await mustNotBeUndone(row);
    const state = await site.scan();
    const isOfElement = row.target.table === 'content';
    const hasLinks = row.fields.some(({ table }) => table === 'references');
    const tables = [
      isOfElement ? ('content' as const) : ('pages' as const),
      ...(isOfElement && !hasLinks ? [] : (['references'] as const)),
    ];
    for (const { path } of row.files ?? []) {
      const data = state.files.get(path)?.facts.data ?? {};
      const place = { path, language: languageOf(path, data, state) };
      if (!tables.every((table) => mayWriteRecords(actor, table, place))) {
        throw contentRefused({
          code: 'not_permitted',
          message: 'You have no right to write every page of it.',
        });
      }
    }
  };

  const mustNotBeUndone = async (row: HistoryRow): Promise<void> => {
    const now = await stores.history.find(row.id);
    if (now?.undone !== false) {
      throw contentRefused({ code: 'text_moved_on', message: 'It has been taken back already.' });
    }
  };

  const mayTakeBack = async (row: HistoryRow, loaded: LoadedPage, actor: Actor): Promise<void> => {
    await mustNotBeUndone(row);
    for (const { field, table, uid } of row.fields) {
      if (!isTable(table)) throw contentRefused(NOT_FOUND);
      const record = { table, uid };
      const refusal = rightRefusal(loaded, { record, name: field }, actor);
      if (refusal !== null) throw contentRefused(refusal);
    }
  };

  return async (historyId, context) => {
    await writer.reconcile();
    const row = await stores.history.find(historyId);
    if (row?.state === 'done' && row.files !== undefined) return undoFiles(row, context);
    const loaded = row === null ? null : await pages.load(row.page, context.actor);
    if (row?.state !== 'done' || loaded === null) throw contentRefused(NOT_FOUND);
    const record = row.target as ContentRecord;
    const written = await writer.write(row.page, context, async (fresh) => {
      await mayTakeBack(row, fresh, context.actor);
      const isUntouched = fresh.page.version === row.newVersion;
      if (row.edits.some(({ elements }) => elements !== undefined)) {
        const { edits, fields } = row;
        const taken = await work.do(fresh.page, 'takeElementsBack', {
          uids: fresh.identity.elements.map(({ uid }) => uid),
          row: { edits, fields },
          isUntouched,
        });
        if (!taken.ok) throw contentRefused(taken.refusal);
        return { ...taken.draft, target: row.target, undoes: row.id };
      }
      const result = await work.do(fresh.page, 'takeFieldsBack', {
        target: record,
        edits: row.edits,
        fields: row.fields,
        places: placesOf(fresh, record, row),
        isUntouched,
      });
      if (!result.ok) throw contentRefused(result.refusal);
      return { ...result.draft, target: row.target, undoes: row.id };
    });
    return {
      content: `Taken back: ${row.fields.map(({ field }) => field).join(', ')}.`,
      target: row.target,
      completeness: 'complete',
      historyId: written.historyId,
    };
  };
}

/** Where the fields of a write stand now, those that still stand somewhere. */
function placesOf(
  loaded: LoadedPage,
  record: ContentRecord,
  { edits }: HistoryRow,
): Readonly<Record<string, FieldPlace>> {
  return Object.fromEntries(
    edits.flatMap(({ field }) => {
      const place = fieldPlace(loaded, record, field);
      return place === null ? [] : [[field, place]];
    }),
  );
}
