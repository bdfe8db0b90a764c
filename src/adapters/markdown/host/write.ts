import { readFile, unlink } from 'node:fs/promises';
import { sha256Hex } from '../../../base/index.ts';
import type { HistoryRow, RecordedEdit, WriteContext } from '../../../content/index.ts';
import type { FieldChange, RecordRef } from '../../../contracts/index.ts';
import { encode } from '../decode.ts';
import { lookUpInside } from '../files/contain.ts';
import { isHeldByAnother, withFileLock } from '../files/lock.ts';
import { replaceFile, temporaryPath, type Replaced } from '../files/replace.ts';
import { fieldNow } from '../page/field-place.ts';
import { fieldPlace, type ContentRecord } from './change-place.ts';
import { placeOfEdit } from './undo.ts';
import type { LoadedPage } from './pages.ts';
import type { FilesWriter } from './write-files.ts';
import {
  contentRefused,
  GONE,
  MOVED,
  notWritten,
  requireDone,
  untouched,
  writerName,
  type WriterDeps,
} from './writing.ts';

/** What a write comes to once the file is locked and read again. */
export interface Intention {
  readonly target: RecordRef;
  readonly fields: readonly FieldChange[];
  readonly edits: readonly RecordedEdit[];
  readonly text: string;
  readonly undoes: string | null;
}

export interface Written {
  readonly historyId: string;
  readonly overwroteOutside: boolean;
  /** The element that came with the write, or `null`. */
  readonly madeElement: number | null;
}

const NOT_SETTLED = 'How a write that stopped has ended could not be found out yet';

/** A write whose intention is stored. */
interface Begun {
  readonly id: string;
  readonly loaded: LoadedPage;
  readonly bytes: Uint8Array;
  readonly edits: readonly RecordedEdit[];
}

type WrittenFile = Extract<Replaced, { written: true }>;

export interface Writer {
  /**
   * Locks the page's file, reads it again, asks `intend` what to write, and writes exactly that. `intend` throws a refusal
   * to write nothing. A refusal or `unavailable` always means that nothing is written; any other error says nothing of it.
   */
  write(
    pageUid: number,
    context: WriteContext,
    intend: (loaded: LoadedPage) => Promise<Intention>,
  ): Promise<Written>;
  /** Settles what a crash left between history row and file. Files locked by a live process are passed over. */
  reconcile(): Promise<void>;
}

/**
 * The order makes a crash harmless: the intention is stored with the whole file as it was, then the file is replaced in one
 * step, then the row is settled. Whatever is found unsettled later is decided by the file's own hash.
 */
export function createWriter(
  deps: WriterDeps,
  filesWriter: Pick<FilesWriter, 'settleFiles'>,
): Writer {
  const { stores, clock, ids, pages, reach, warn } = deps;

  const write: Writer['write'] = async (pageUid, context, intend) => {
    const real = await untouched(async () => {
      const known = await stores.identity.page(pageUid);
      return known === null ? null : lookUpInside(deps.root, known.path);
    });
    if (real === null) throw contentRefused(GONE);
    return withFileLock(real, { clock, ids, warn }, async () => {
      const begun = await untouched(() => begin(pageUid, { real, context, intend }));
      await untouched(() => reach('before_file'));
      return finish(begun, await replace(begun));
    });
  };

  /** Stores what is to be written. Nothing of the file has been touched yet. */
  const begin = async (
    pageUid: number,
    {
      real,
      context,
      intend,
    }: {
      readonly real: string;
      readonly context: WriteContext;
      readonly intend: (loaded: LoadedPage) => Promise<Intention>;
    },
  ): Promise<Begun> => {
    const loaded = await pages.loadUnchecked(pageUid);
    if (loaded?.real !== real) throw contentRefused(GONE);
    const intention = await intend(loaded);
    const id = ids.uuid();
    const bytes = encode(intention.text);
    await reach('before_row');
    await stores.history.begin(
      {
        id,
        page: pageUid,
        path: loaded.page.path,
        target: intention.target,
        fields: intention.fields,
        edits: intention.edits,
        userId: writerName(context),
        runUuid: context.runUuid,
        atMs: clock.now(),
        undoes: intention.undoes,
        baseVersion: loaded.page.version,
        newVersion: sha256Hex(bytes),
      },
      loaded.bytes,
    );
    return { id, loaded, bytes, edits: intention.edits };
  };

  /** Replaces the file. Where that fails, the file itself says whether it happened; where not even that is known, it throws. */
  const replace = async ({ id, loaded, bytes }: Begun): Promise<WrittenFile> => {
    const { real, page } = loaded;
    const replaced = await replaceFile({ real, bytes, baseVersion: page.version, id }, reach).catch(
      async (error: unknown): Promise<Replaced> => {
        const now = await readFile(real).then(sha256Hex, () => null);
        if (now === sha256Hex(bytes)) {
          warn({ err: error, historyId: id }, 'A file was written, and something failed after it');
          return { written: true, overwritten: null };
        }
        // Others have written since, or it cannot be read: the row is settled with the next look at a history.
        if (now !== page.version) throw error;
        await noted(id, () => stores.history.settle(id, 'failed'));
        throw notWritten(error);
      },
    );
    if (replaced.written) return replaced;
    await noted(id, () => stores.history.settle(id, 'failed'));
    throw contentRefused(MOVED);
  };

  /**
   * The file is written: from here on the change has happened, whatever becomes of what is noted about it. Only where another
   * process has noted otherwise is it not told as done: there is no history by which it could be undone.
   */
  const finish = async (
    { id, loaded, edits }: Begun,
    { overwritten }: WrittenFile,
  ): Promise<Written> => {
    const settled = await noted(id, () => stores.history.settle(id, 'done'));
    if (overwritten !== null) {
      await noted(id, () => stores.history.keepOverwritten(id, overwritten));
    }
    if (settled === 'lost') await requireDone(stores.history, id);
    // The uids follow at once, while it is known that the structure is the same.
    const now = await noted(id, () => pages.loadUnchecked(loaded.identity.page));
    const made = edits.find(({ elements }) => elements?.inserted[0] === null)?.elements?.at;
    return {
      historyId: id,
      overwroteOutside: overwritten !== null,
      madeElement: made === undefined ? null : (now?.identity.elements[made]?.uid ?? null),
    };
  };

  /** What is noted once it is known how a write ended changes nothing of that; what is missing is made up for later. */
  const noted = async <T>(historyId: string, note: () => Promise<T>): Promise<T | null> => {
    try {
      return await note();
    } catch (error) {
      warn({ err: error, historyId }, 'How a write ended could not be noted');
      return null;
    }
  };

  const reconcile: Writer['reconcile'] = async () => {
    for (const row of await stores.history.unsettled()) {
      if (row.files !== undefined) {
        await orLater(row, () => filesWriter.settleFiles(row));
        continue;
      }
      await orLater(row, () => settleFile(row));
    }
  };

  const settleFile = async (row: HistoryRow): Promise<void> => {
    const real = await lookUpInside(deps.root, row.path);
    if (real === null) {
      await stores.history.settle(row.id, 'failed');
      return;
    }
    await withFileLock(real, { clock, ids, warn, waitMs: 0 }, async () => {
      await unlink(temporaryPath(real, row.id)).catch(() => undefined);
      await stores.history.settle(row.id, await outcomeOf(row, real));
    });
  };

  /** What cannot be settled now is settled with a later look, and keeps neither this one nor a start from going on. */
  const orLater = async (row: HistoryRow, settle: () => Promise<void>): Promise<void> => {
    try {
      await settle();
    } catch (error) {
      // Whoever holds the file settles it.
      if (isHeldByAnother(error)) return;
      warn({ err: error, historyId: row.id, path: row.path }, NOT_SETTLED);
    }
  };

  const outcomeOf = async (row: HistoryRow, real: string): Promise<'done' | 'failed'> => {
    const version = sha256Hex(await readFile(real));
    if (version === row.newVersion) return 'done';
    if (version === row.baseVersion) return 'failed';
    // Somebody has written since. The field itself says whether ours was written before.
    const loaded = await pages.loadUnchecked(row.page);
    if (loaded === null) return 'failed';
    if (row.edits.some(({ elements }) => elements !== undefined)) {
      return row.edits.every((edit) => placeOfEdit(loaded.page.text, edit, false) !== null)
        ? 'done'
        : 'failed';
    }
    const isThere = row.fields.every(({ field, after }) => {
      const place = fieldPlace(loaded, row.target as ContentRecord, field);
      return place !== null && (fieldNow(loaded.page, place).value ?? '') === (after ?? '');
    });
    return isThere ? 'done' : 'failed';
  };

  return { write, reconcile };
}
