import { rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256Hex } from '../../../base/index.ts';
import type { HistoryFile, HistoryRow, WriteContext } from '../../../content/index.ts';
import type { FieldChange, RecordRef } from '../../../contracts/index.ts';
import { encode } from '../decode.ts';
import { withFileLock } from '../files/lock.ts';
import {
  asidePath,
  makeFolder,
  placeInside,
  readNow,
  writeOne,
  type FileWrite,
} from '../files/many.ts';
import { temporaryPath } from '../files/replace.ts';
import type { FileDraft, FileStep } from './file-draft.ts';
import { contentRefused, MOVED, writerName, type WriterDeps } from './writing.ts';

/** What a write of several files comes to once all of them are locked and read again. */
export interface FileIntention {
  readonly steps: readonly FileStep[];
  readonly fields: readonly FieldChange[];
  readonly record: FileDraft['record'];
  readonly move: FileDraft['move'];
  readonly main: FileDraft['main'];
  readonly undoes: string | null;
}

export interface FilesWriter {
  /**
   * Locks the files, asks `intend` what to write into exactly these, and writes all of it or nothing. `intend` throws a
   * refusal to write nothing.
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
  /** Settles what a crash left of such a write: all files are as it left them, or those that are go back. */
  settleFiles(row: HistoryRow): Promise<void>;
}

/** The mode of a page that is made; the process's own mask applies to the folder alone. */
const FILE_MODE = 0o644;

/**
 * All or none over several files: the whole intention is stored with every file as it was, then one file after the other is
 * replaced in one step. What fails in between is taken back; what a crash leaves in between is taken back later.
 */
export function createFilesWriter(deps: WriterDeps): FilesWriter {
  const { root, stores, clock, ids, pages, reach } = deps;

  const placesOf = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const places = new Map<string, string>();
    for (const path of paths) {
      const real = await placeInside(root, path);
      if (real === null) throw contentRefused(OUTSIDE);
      places.set(path, real);
    }
    return places;
  };

  /** One after the other in the order of their names: whoever takes several takes them in the same order. */
  const withLocks = async <T>(
    files: readonly string[],
    work: () => Promise<T>,
    waitMs?: number,
  ): Promise<T> => {
    const options = { clock, ids, ...(waitMs === undefined ? {} : { waitMs }) };
    const sorted = [...new Set(files)].sort();
    const locked = sorted.reduceRight(
      (inner, file) => () => withFileLock(file, options, inner),
      work,
    );
    return locked();
  };

  const prepared = async (
    steps: readonly FileStep[],
    places: ReadonlyMap<string, string>,
  ): Promise<readonly (FileWrite & { readonly step: FileStep })[]> => {
    const files: (FileWrite & { readonly step: FileStep })[] = [];
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

  const takeBack = async (files: readonly FileWrite[], id: string): Promise<void> => {
    for (const file of [...files].reverse()) {
      const now = await readNow(file.real);
      if (!isSame(now, file.after)) continue;
      await writeOne({ ...file, before: now, after: file.before }, `${id}-back`, reach);
    }
  };

  /** A page that keeps its uid under another path; `isBack` = under the one it had. */
  const follow = async (move: FileDraft['move'], isBack = false): Promise<void> => {
    if (move === null) return;
    const { page, from, to } = move;
    await stores.identity.movePage(page, isBack ? { from: to, to: from } : { from, to });
  };

  const writeAll = async (files: readonly FileWrite[], id: string): Promise<Uint8Array | null> => {
    let overwritten: Uint8Array | null = null;
    const done: FileWrite[] = [];
    try {
      for (const file of files) {
        const written = await writeOne(file, id, reach);
        if (!written.written) throw contentRefused(MOVED);
        done.push(file);
        overwritten ??= written.overwritten;
        await reach('between_files');
      }
      return overwritten;
    } catch (error) {
      await takeBack(done, id);
      await stores.history.settle(id, 'failed');
      throw error;
    }
  };

  const settleLocked = async (
    row: HistoryRow,
    places: ReadonlyMap<string, string>,
  ): Promise<void> => {
    const now: {
      readonly file: HistoryFile;
      readonly real: string;
      readonly bytes: Uint8Array | null;
    }[] = [];
    for (const file of row.files ?? []) {
      const real = places.get(file.path) ?? '';
      for (const left of [temporaryPath(real, row.id), asidePath(real, row.id)]) {
        await unlink(left).catch(() => undefined);
      }
      now.push({ file, real, bytes: await readNow(real) });
    }
    const isAtNew = ({ file, bytes }: (typeof now)[number]) => versionOf(bytes) === file.newVersion;
    const last = now.at(-1);
    // The last file is written last: where it is done, all before it were.
    const isDone = last !== undefined && isAtNew(last);
    for (const each of isDone ? [] : now.filter(isAtNew).reverse()) {
      const before = await stores.history.fileImage(row.id, each.file.path);
      const back = { real: each.real, before: each.bytes, after: before, mode: FILE_MODE };
      await writeOne(back, `${row.id}-back`, reach);
    }
    await follow(moveOf(row), !isDone);
    await stores.history.settle(row.id, isDone ? 'done' : 'failed');
  };

  /** A folder made for a file that never came, or left by one that went, is empty; one with anything in it stays. */
  const removeEmpty = async (files: readonly string[]): Promise<void> => {
    for (const real of files) {
      if (dirname(real) !== root) await rmdir(dirname(real)).catch(() => undefined);
    }
  };

  return {
    async writeFiles(paths, context, intend) {
      const places = await placesOf(paths);
      for (const real of places.values()) await orRefused(makeFolder(real));
      try {
        return await withLocks([...places.values()], async () => {
          const intention = await intend();
          const files = await prepared(intention.steps, places);
          const id = ids.uuid();
          const { record, row, images } = await rowOf(deps, { id, intention, files, context });
          await reach('before_row');
          await stores.history.begin(row, new Uint8Array(), images);
          await reach('before_file');
          const overwritten = await writeAll(files, id);
          await follow(intention.move);
          await stores.history.settle(id, 'done');
          if (overwritten !== null) await stores.history.keepOverwritten(id, overwritten);
          for (const file of row.files ?? []) await pages.loadUnchecked(file.page);
          return { historyId: id, record, overwroteOutside: overwritten !== null };
        });
      } finally {
        await removeEmpty([...places.values()]);
      }
    },

    async settleFiles(row) {
      const places = await placesOf((row.files ?? []).map(({ path }) => path)).catch(() => null);
      // Its folder is no longer one of the site: there is nothing to take back.
      if (places === null) {
        await stores.history.settle(row.id, 'failed');
        return;
      }
      for (const real of places.values()) await makeFolder(real).catch(() => undefined);
      try {
        await withLocks([...places.values()], () => settleLocked(row, places), 0);
      } finally {
        await removeEmpty([...places.values()]);
      }
    },
  };
}

async function rowOf(
  { stores, clock }: WriterDeps,
  write: {
    readonly id: string;
    readonly intention: FileIntention;
    readonly files: readonly (FileWrite & { readonly step: FileStep })[];
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

/** A page that such a write gave another path: the one file that came and the one that went are the same page. */
export function moveOf(row: Pick<HistoryRow, 'files'>): FileDraft['move'] {
  const came = row.files?.find((file) => file.baseVersion === null);
  const went = row.files?.find((file) => file.newVersion === null);
  return came !== undefined && went?.page === came.page
    ? { page: came.page, from: went.path, to: came.path }
    : null;
}

function versionOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : sha256Hex(bytes);
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return versionOf(a) === versionOf(b);
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

const NO_PLACE = {
  code: 'value_invalid',
  message: 'No file can be put at this place.',
} as const;

const OUTSIDE = {
  code: 'value_invalid',
  message: 'The place lies outside of the content folder.',
} as const;
