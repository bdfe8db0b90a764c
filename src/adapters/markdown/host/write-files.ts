import { isAppError } from '../../../base/index.ts';
import type { HistoryFile, HistoryRow, WriteContext } from '../../../content/index.ts';
import type { FieldChange, RecordRef } from '../../../contracts/index.ts';
import { encode } from '../decode.ts';
import { withFileLocks } from '../files/locks.ts';
import { makeFolder, readNow, writeOne, type FileWrite } from '../files/many.ts';
import type { FileDraft, FileStep } from './file-draft.ts';
import {
  createFilesSettler,
  FILE_MODE,
  NOT_TAKEN_BACK,
  placesInside,
  removeEmpty,
  versionOf,
  type FilesSettler,
  type StoppedFile,
} from './settle-files.ts';
import {
  contentRefused,
  MOVED,
  notWritten,
  requireDone,
  untouched,
  writerName,
  type WriterDeps,
} from './writing.ts';

/** What a write of several files comes to once all of them are locked and read again. */
export interface FileIntention {
  readonly steps: readonly FileStep[];
  readonly fields: readonly FieldChange[];
  readonly record: FileDraft['record'];
  readonly move: FileDraft['move'];
  readonly main: FileDraft['main'];
  readonly undoes: string | null;
}

export interface FilesWriter extends Pick<FilesSettler, 'settleFiles'> {
  /**
   * Locks the files, asks `intend` what to write into exactly these, and writes all of it or nothing. `intend` throws a
   * refusal to write nothing. A refusal always means that nothing is written; any other error says nothing of it, and the
   * row, if there is one, is settled with the next look at a history.
   */
  writeFiles(
    paths: readonly string[],
    context: WriteContext,
    intend: () => Promise<FileIntention>,
  ): Promise<{
    readonly historyId: string;
    readonly record: RecordRef;
    readonly overwroteOutside: boolean;
  }>;
}

/** A file as it is written. */
type PreparedFile = FileWrite & { readonly step: FileStep };

/**
 * All or none over several files: the whole intention is stored with every file as it was, then one file after the other is
 * replaced in one step. What fails in between is taken back; what a crash leaves in between is taken back later.
 */
export function createFilesWriter(deps: WriterDeps): FilesWriter {
  const { root, stores, clock, ids, pages, reach, warn } = deps;
  const settler = createFilesSettler(deps);

  const prepare = async (
    steps: readonly FileStep[],
    places: ReadonlyMap<string, string>,
  ): Promise<readonly PreparedFile[]> => {
    const files: PreparedFile[] = [];
    for (const step of steps) {
      const real = places.get(step.path);
      if (real === undefined) throw contentRefused(MOVED);
      const before = await orRefused(readNow(real));
      if ((before === null) !== (step.kind === 'create')) throw contentRefused(MOVED);
      const after =
        step.kind === 'remove' ? null : step.kind === 'create' ? step.bytes : encode(step.text);
      files.push({ real, before, after, mode: FILE_MODE, step });
    }
    return files;
  };

  const writeAll = async (
    files: readonly PreparedFile[],
    id: string,
  ): Promise<Uint8Array | null> => {
    let overwritten: Uint8Array | null = null;
    const touched: StoppedFile[] = [];
    try {
      for (const file of files) {
        const stopped = { ...file, path: file.step.path, after: versionOf(file.after) };
        touched.push({ ...stopped, isWritten: false });
        const written = await writeOne(file, id, reach);
        touched.pop();
        if (!written.written) throw contentRefused(MOVED);
        touched.push({ ...stopped, isWritten: true });
        overwritten ??= written.overwritten;
        await reach('between_files');
      }
      return overwritten;
    } catch (error) {
      await giveUp(touched, id, error);
      throw isAppError(error) ? error : notWritten(error);
    }
  };

  /** Takes back what was written, and settles the row; throws where something of it stays, for then no refusal is true. */
  const giveUp = async (
    touched: readonly StoppedFile[],
    id: string,
    cause: unknown,
  ): Promise<void> => {
    const { failed, overwritten } = await settler.takeBack(touched, id);
    if (failed !== null) {
      // Not settled: whoever looks at a history next takes it back, or finds all of it written.
      warn({ err: failed.error, historyId: id, path: failed.path }, NOT_TAKEN_BACK);
      throw new Error(`${NOT_TAKEN_BACK}: ${failed.path}`, { cause });
    }
    // A row that cannot be settled now is settled by its files later.
    await stores.history.settle(id, 'failed').catch(() => undefined);
    if (overwritten.length === 0) return;
    warn({ historyId: id, paths: overwritten }, OVERWRITTEN);
    throw new Error(`${OVERWRITTEN}: ${overwritten.join(', ')}`, { cause });
  };

  /** The files are written: from here on the change has happened, whatever becomes of what is noted about it. */
  const finish = async (id: string, move: FileDraft['move']): Promise<void> => {
    try {
      await settler.follow(move);
      if ((await stores.history.settle(id, 'done')) === 'settled') return;
    } catch (error) {
      warn(
        { err: error, historyId: id },
        'A change is written, but not settled in its history yet',
      );
      return;
    }
    await requireDone(stores.history, id);
  };

  /** What somebody outside had written meanwhile, for the history; without it the change has happened all the same. */
  const keep = (id: string, overwritten: Uint8Array): Promise<void> =>
    stores.history.keepOverwritten(id, overwritten).catch((error: unknown) => {
      warn({ err: error, historyId: id }, 'What a write came over could not be kept');
    });

  return {
    settleFiles: (row) => settler.settleFiles(row),

    async writeFiles(paths, context, intend) {
      const places = await placesInside(root, paths);
      if (places === null) throw contentRefused(OUTSIDE);
      try {
        for (const real of places.values()) {
          await untouched(() => orRefused(makeFolder(real)));
        }
        return await withFileLocks([...places.values()], { clock, ids, warn }, async () => {
          const id = ids.uuid();
          const { record, row, files, move } = await untouched(async () => {
            const intention = await intend();
            const prepared = await prepare(intention.steps, places);
            const begun = await rowOf(deps, { id, intention, files: prepared, context });
            await reach('before_row');
            await stores.history.begin(begun.row, new Uint8Array(), begun.images);
            return { ...begun, files: prepared, move: intention.move };
          });
          await untouched(() => reach('before_file'));
          const overwritten = await writeAll(files, id);
          await finish(id, move);
          if (overwritten !== null) await keep(id, overwritten);
          for (const file of row.files ?? []) {
            // The uids follow at once; where they cannot now, whoever reads the page next sees to it.
            await pages.loadUnchecked(file.page).catch(() => null);
          }
          return { historyId: id, record, overwroteOutside: overwritten !== null };
        });
      } finally {
        await removeEmpty(root, places.values());
      }
    },
  };
}

async function rowOf(
  { stores, clock }: WriterDeps,
  write: {
    readonly id: string;
    readonly intention: FileIntention;
    readonly files: readonly PreparedFile[];
    readonly context: WriteContext;
  },
): Promise<{
  readonly record: RecordRef;
  readonly row: Omit<HistoryRow, 'state' | 'undone'>;
  readonly images: ReadonlyMap<string, Uint8Array>;
}> {
  const { id, intention, files, context } = write;
  const fresh = files.flatMap(({ step }) => (step.page === null ? [step.path] : []));
  const uids = await stores.identity.ensurePages(fresh);
  const pageOf = (step: FileStep): number => step.page ?? uids.get(step.path) ?? 0;
  const [first] = files;
  const record =
    'path' in intention.record
      ? { table: 'pages', uid: uids.get(intention.record.path) ?? 0 }
      : intention.record;
  const historyFiles = files.map(({ step, before, after }): HistoryFile => ({
    page: pageOf(step),
    path: step.path,
    baseVersion: versionOf(before),
    newVersion: versionOf(after),
    edits: step.kind === 'edit' ? step.edits : [],
  }));
  return {
    record,
    row: {
      id,
      page: first === undefined ? 0 : pageOf(first.step),
      path: first?.step.path ?? '',
      target: record,
      fields: intention.fields,
      edits: intention.main?.edits ?? [],
      userId: writerName(context),
      runUuid: context.runUuid,
      atMs: clock.now(),
      undoes: intention.undoes,
      files: historyFiles,
      baseVersion: intention.main?.baseVersion ?? '',
      newVersion: intention.main?.newVersion ?? '',
    },
    images: new Map(
      files.flatMap(({ step, before }) => (before === null ? [] : [[step.path, before] as const])),
    ),
  };
}

/** What stands where a file or its folder should be is said as a refusal. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EACCES'].includes(code)) throw error;
    throw contentRefused(NO_PLACE);
  }
}

const OVERWRITTEN =
  'A change of several files stopped, and others have written over a part of it; theirs was left as it is';

const NO_PLACE = {
  code: 'value_invalid',
  message: 'No file can be put at this place.',
} as const;

const OUTSIDE = {
  code: 'value_invalid',
  message: 'The place lies outside of the content folder.',
} as const;
