import type { Clock } from '../../base/index.ts';
import type { SyncLine, SyncProgress } from '../../contracts/index.ts';
import { MAX_BODY_BYTES, parseSkillMarkdown } from '../skill-markdown.ts';
import { scanSkill } from '../scan.ts';
import { stopsEverything, type ListedFile } from './listing.ts';
import {
  repositoryName,
  type RepositoryAccess,
  type SkillRepositoryReader,
} from './repository-reader.ts';
import type { KnownFile } from './skill-source-store.ts';
import { failureLine, notesOf, refusalLine, syncLine } from './sync-line.ts';
import type { IncomingSkill } from './sync-plan.ts';

/** Raised when a release reads the same bytes otherwise, so that every file is read again. */
const READ_AS = 1;

/** A file larger than this cannot hold an acceptable skill, whatever its line ends. */
const MAX_FILE_BYTES = 160 * 1_024;

/** Requests at a time. */
const WIDTH = 6;

export interface ReadLimits {
  /** Files of one sync (facts §1). */
  readonly maxFiles: number;
  /** No further file is fetched after this. */
  readonly untilMs: number;
}

/** What reading a listing gave. */
export interface Reading {
  readonly incoming: readonly IncomingSkill[];
  /** What is known of every file that was read now or needed no reading. */
  readonly files: readonly KnownFile[];
  readonly lines: readonly SyncLine[];
  /** Files that were refused, or could not be read this time. */
  readonly refused: number;
}

export interface ReadContext {
  readonly reader: SkillRepositoryReader;
  readonly clock: Clock;
  readonly access: RepositoryAccess;
  readonly limits: ReadLimits;
  /** By identifier. */
  readonly known: ReadonlyMap<string, KnownFile>;
  /** Whether the identifier's row holds its version intact. */
  readonly isIntact: (identifier: string) => boolean;
  readonly onProgress: (progress: SyncProgress) => Promise<void>;
}

type FileReading =
  | { readonly kind: 'skill'; readonly incoming: IncomingSkill; readonly file: KnownFile }
  | { readonly kind: 'refused'; readonly file: KnownFile }
  | { readonly kind: 'failed'; readonly lines: readonly SyncLine[] };

/**
 * Reads the listed files: fetches only those whose content hash is not the known one, and parses them. One bad file is one
 * error line and stops no other (SYN-06).
 */
export async function readSkills(
  context: ReadContext,
  listed: readonly ListedFile[],
): Promise<Reading> {
  const { limits, clock } = context;
  const files = listed.slice(0, limits.maxFiles);
  let done = 0;
  let late = 0;
  const readings = await inOrder(files, async (file): Promise<FileReading> => {
    context.access.signal.throwIfAborted();
    let reading: FileReading;
    if (!needsNoFetch(context, file) && clock.now() >= limits.untilMs) {
      late += 1;
      reading = { kind: 'failed', lines: [] };
    } else reading = await readFile(context, file);
    done += 1;
    const { identifier: place } = file;
    await context.onProgress({ phase: 'reading', file: done, files: files.length, place });
    return reading;
  });
  const over = listed.length - files.length;
  return {
    incoming: readings.flatMap((each) => (each.kind === 'skill' ? [each.incoming] : [])),
    files: readings.flatMap((each) => (each.kind === 'failed' ? [] : [each.file])),
    lines: [
      ...readings.flatMap((each) => (each.kind === 'failed' ? each.lines : each.file.lines)),
      ...(over > 0
        ? [limitLine('file_limit', over, `after ${String(limits.maxFiles)} files`)]
        : []),
      ...(late > 0 ? [limitLine('time_limit', late, 'because its time was over')] : []),
    ],
    refused: readings.filter(({ kind }) => kind !== 'skill').length + over,
  };
}

/** Whether a file's bytes are known already and what they were read to still stands. */
function needsNoFetch(context: ReadContext, { identifier, entry }: ListedFile): boolean {
  const known = context.known.get(identifier);
  return (
    known?.hash === entry.hash &&
    known.readAs === READ_AS &&
    (known.outcome === 'refused' || context.isIntact(identifier))
  );
}

async function readFile(context: ReadContext, listed: ListedFile): Promise<FileReading> {
  const { identifier, repository, commit, entry } = listed;
  const known = context.known.get(identifier);
  if (known !== undefined && needsNoFetch(context, listed)) {
    return known.outcome === 'refused'
      ? { kind: 'refused', file: known }
      : {
          kind: 'skill',
          incoming: { identifier, content: { kind: 'unchanged' } },
          file: known,
        };
  }
  const { path, hash } = entry;
  const file = {
    identifier,
    repository: repositoryName(repository),
    path,
    commit,
    hash,
    readAs: READ_AS,
  };
  const refused = (line: SyncLine): FileReading => ({
    kind: 'refused',
    file: { ...file, outcome: 'refused', lines: [line], findings: [] },
  });
  if (entry.bytes !== null && entry.bytes > MAX_FILE_BYTES) {
    return refused(tooLargeLine(identifier, entry.bytes));
  }
  try {
    const bytes = await context.reader.file(
      { repository, commit, path, hash, maxBytes: MAX_FILE_BYTES },
      context.access,
    );
    const parsed = parseSkillMarkdown(bytes);
    if (!parsed.ok) return refused(refusalLine(identifier, parsed.error));
    const { skill } = parsed;
    return {
      kind: 'skill',
      incoming: { identifier, content: { kind: 'read', skill } },
      file: {
        ...file,
        outcome: 'skill',
        lines: notesOf(identifier, skill),
        findings: scanSkill(skill.version),
      },
    };
  } catch (error) {
    if (stopsEverything(error, context)) throw error;
    return { kind: 'failed', lines: [failureLine(identifier, error)] };
  }
}

/** Works on several items at a time; results in the order of the items. The first failure stops those not begun. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const worker = async () => {
    for (let index = next++; index < items.length && !failed; index = next++) {
      const item = items[index];
      if (item === undefined) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: WIDTH }, worker));
  const failure = settled.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
  return results;
}

function tooLargeLine(place: string, bytes: number): SyncLine {
  return syncLine('error', 'body_too_large', {
    place,
    message: `The file has ${String(bytes)} bytes; ${String(MAX_BODY_BYTES)} are allowed for the body.`,
  });
}

function limitLine(code: string, count: number, when: string): SyncLine {
  return syncLine('error', code, {
    place: '',
    message: `The sync stopped reading ${when}: ${String(count)} files were not read and stay as they were.`,
    hint: code === 'file_limit' ? 'narrow the source to a folder' : 'sync again',
  });
}
