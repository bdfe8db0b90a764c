import { contentRightsOf, type Actor } from '../../../actors/index.ts';
import { canonicalJson, type Clock, type Ids } from '../../../base/index.ts';
import {
  isUnder,
  mayReadRecords,
  type AppliedChange,
  type ContentChange,
  type ContentHost,
  type ContentStores,
  type HistoryEntry,
  type HistoryRow,
  type PageContent,
  type PlannedChange,
  type PlanResult,
  type SearchHit,
  type TableName,
} from '../../../content/index.ts';
import type { RecordRef } from '../../../contracts/index.ts';
import type { Reach } from '../files/replace.ts';
import { fieldNow } from '../page/field-place.ts';
import { createSite } from '../site/site.ts';
import { buildTree } from '../site/tree.ts';
import { readAsset } from './asset.ts';
import {
  fieldPlace,
  fieldRequests,
  recordOf,
  rightRefusal,
  type ContentRecord,
} from './change-place.ts';
import { describeSite } from './describe.ts';
import { pathForAddress } from './find-page.ts';
import { createListing, inTreeOrder } from './listing.ts';
import { createPages, placeOf, type LoadedPage } from './pages.ts';
import { draftChange, draftUndo, type Draft, type DraftResult } from './plan.ts';
import { contentOf } from './records.ts';
import { openRoot } from '../files/root.ts';
import { renderBody } from './render.ts';
import { DEFAULT_HITS, hitOn, mayHold, MIN_QUERY_CHARACTERS } from './search.ts';
import { contentRefused, createWriter, MOVED } from './write.ts';

export interface MarkdownHostDeps {
  /** The site's content folder; everything read or written lies in it. */
  readonly root: string;
  readonly stores: ContentStores;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface MarkdownHostOptions {
  /** Default: the name of the folder. */
  readonly name?: string;
  /** Language of pages that state none. Default: guessed from their words. */
  readonly defaultLanguage?: string;
  /** Route of `asset` in the preview, without a trailing slash. Default `/preview-asset`. */
  readonly assetPrefix?: string;
  /** Fault points of a write, for crash tests. Default: none. */
  readonly reach?: Reach;
}

/** History rows a page shows at most. */
const HISTORY_ROWS = 200;

/**
 * A folder of Markdown as a content host (design §6). Settles what a crash left before it answers. Throws
 * `content_root_missing` when the folder is not there.
 */
export async function createMarkdownHost(
  deps: MarkdownHostDeps,
  options: MarkdownHostOptions = {},
): Promise<ContentHost> {
  const root = await openRoot(deps.root);
  const { stores, clock, ids } = deps;
  const site = createSite({ root, clock, ...languageAndName(options) });
  const pages = createPages({ root, site, stores });
  const writer = createWriter({
    root,
    stores,
    clock,
    ids,
    pages,
    reach: options.reach ?? (() => Promise.resolve()),
  });
  await writer.reconcile();

  const visiblePages = createListing({ site, stores, clock });

  const contentFor = (loaded: LoadedPage, actor: Actor): PageContent => {
    const content = contentOf(loaded.page, loaded.identity, {
      state: loaded.state,
      nowMs: clock.now(),
    });
    const place = placeOf(loaded.page, loaded.state);
    return {
      page: content.page,
      elements: mayReadRecords(actor, 'content', place) ? content.elements : [],
      references: mayReadRecords(actor, 'references', place) ? content.references : [],
    };
  };

  const loadRecord = async (record: RecordRef, actor: Actor): Promise<LoadedPage | null> => {
    if (!isTable(record.table)) return null;
    const pageUid =
      record.table === 'pages'
        ? record.uid
        : await stores.identity.pageOf(record.table, record.uid);
    const loaded = pageUid === null ? null : await pages.load(pageUid, actor);
    if (loaded === null) return null;
    const isThere = fieldPlace(loaded, { table: record.table, uid: record.uid }, '') !== null;
    const place = placeOf(loaded.page, loaded.state);
    return isThere && mayReadRecords(actor, record.table, place) ? loaded : null;
  };

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

  const host: ContentHost = {
    async describe(actor) {
      const { state, flat } = await visiblePages(actor);
      const rights = contentRightsOf(actor);
      return {
        ...describeSite(state, { pageCount: flat.length }),
        leftOut: state.leftOut.filter(
          ({ path }) =>
            rights.pages === 'all' || rights.pages.some((prefix) => isUnder(prefix, path)),
        ),
      };
    },

    async pageTree(actor) {
      const { flat } = await visiblePages(actor);
      return { roots: buildTree(flat) };
    },

    async readPage(pageUid, actor) {
      const loaded = await pages.load(pageUid, actor);
      return loaded === null ? null : contentFor(loaded, actor);
    },

    async pageOf(record, actor) {
      return (await loadRecord(record, actor))?.identity.page ?? null;
    },

    async findPage(address, actor) {
      const { flat } = await visiblePages(actor);
      const path = pathForAddress(
        address,
        flat.map((page) => page.path),
      );
      return flat.find((page) => page.path === path)?.uid ?? null;
    },

    async search(query, actor, limit = DEFAULT_HITS) {
      const wanted = query.trim().toLowerCase();
      if (Array.from(wanted).length < MIN_QUERY_CHARACTERS) return [];
      const { flat, state } = await visiblePages(actor);
      const paths = new Map(flat.map(({ uid, path }) => [uid, path]));
      const hits: SearchHit[] = [];
      for (const uid of inTreeOrder(buildTree(flat))) {
        if (hits.length >= limit) break;
        // Parsing is dear; a file that lacks one of the words cannot hold them all.
        const file = state.files.get(paths.get(uid) ?? '');
        if (file === undefined || !(await mayHold(file, wanted))) continue;
        const loaded = await pages.load(uid, actor);
        const hit = loaded === null ? null : hitOn(contentFor(loaded, actor), wanted);
        if (hit !== null) hits.push(hit);
      }
      return hits;
    },

    async renderPage(pageUid, actor) {
      const loaded = await pages.load(pageUid, actor);
      if (loaded === null) return null;
      const place = placeOf(loaded.page, loaded.state);
      const { page } = contentFor(loaded, actor);
      const html = mayReadRecords(actor, 'content', place)
        ? renderBody(loaded.page, loaded.identity, {
            assetPrefix: options.assetPrefix ?? '/preview-asset',
            token: ids.secret(8),
          })
        : '';
      return { html, title: page.title, language: page.language };
    },

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

    asset: async (path, actor) => (mayReadAnything(actor) ? readAsset(root, path) : null),

    close: () => Promise.resolve(),
  };

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

  return host;
}

const NOT_FOUND = {
  code: 'not_found',
  message: 'There is no such record, or it is not readable for you.',
} as const;

function languageAndName(options: MarkdownHostOptions): {
  readonly defaultLanguage?: string;
  readonly name?: string;
} {
  return {
    ...(options.defaultLanguage === undefined ? {} : { defaultLanguage: options.defaultLanguage }),
    ...(options.name === undefined ? {} : { name: options.name }),
  };
}

function isTable(table: string): table is TableName {
  return table === 'pages' || table === 'content' || table === 'references';
}

function mayReadAnything(actor: Actor): boolean {
  const { pages, readTables } = contentRightsOf(actor);
  return pages.length > 0 && (readTables === 'all' || readTables.includes('references'));
}

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
