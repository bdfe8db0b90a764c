import type { Actor } from '../../../actors/index.ts';
import type { Clock } from '../../../base/index.ts';
import {
  mayReadRecords,
  type ContentStores,
  type PageContent,
  type TableName,
} from '../../../content/index.ts';
import type { RecordRef } from '../../../contracts/index.ts';
import { fieldPlace } from './change-place.ts';
import { placeOf, type LoadedPage, type Pages } from './pages.ts';
import { contentOf } from './records.ts';

/** Pages and records as far as somebody may read them. */
export interface RecordAccess {
  readonly contentFor: (loaded: LoadedPage, actor: Actor) => PageContent;
  /** The page a record is on; `null`: there is no such record, or the actor may not read it. */
  readonly loadRecord: (record: RecordRef, actor: Actor) => Promise<LoadedPage | null>;
}

export function createRecordAccess({
  pages,
  stores,
  clock,
}: {
  readonly pages: Pages;
  readonly stores: ContentStores;
  readonly clock: Clock;
}): RecordAccess {
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

  return { contentFor, loadRecord };
}

export function isTable(table: string): table is TableName {
  return table === 'pages' || table === 'content' || table === 'references';
}
