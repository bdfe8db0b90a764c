import type { FoundFile } from '../files/scan.ts';
import { LONG_BYTES } from '../page/page.ts';
import { factsOf, type FactsReader, type FileFacts } from './file-facts.ts';

/** From how many files on it is worth it to have them read elsewhere: that takes a moment to begin. */
const MANY = 500;
/** Files handed over at once. */
const BATCH = 64;
/** Batches under way elsewhere: whoever reads them never waits for the next. */
const AHEAD = 6;

/** Facts of files, of many at once and of long ones by whoever reads them off the main thread. */
export async function readFresh(
  files: readonly FoundFile[],
  elsewhere: FactsReader | null,
): Promise<ReadonlyMap<string, FileFacts>> {
  if (elsewhere !== null && files.length >= MANY) return readAll(files, elsewhere, BATCH * AHEAD);
  const isLong = ({ bytes }: FoundFile) => elsewhere !== null && bytes >= LONG_BYTES;
  const here: FactsReader = (reals) => Promise.all(reals.map(factsOf));
  const [long, short] = await Promise.all([
    readAll(files.filter(isLong), elsewhere ?? here, BATCH),
    readAll(
      files.filter((file) => !isLong(file)),
      here,
      BATCH,
    ),
  ]);
  return new Map([...long, ...short]);
}

/** `together`: files under way at once. */
async function readAll(
  files: readonly FoundFile[],
  read: FactsReader,
  together: number,
): Promise<ReadonlyMap<string, FileFacts>> {
  const found = new Map<string, FileFacts>();
  const readBatch = async (batch: readonly FoundFile[]): Promise<void> => {
    const facts = await read(batch.map(({ real }) => real));
    for (const [index, { path }] of batch.entries()) {
      const own = facts[index];
      if (own !== undefined) found.set(path, own);
    }
  };
  for (let start = 0; start < files.length; start += together) {
    const batches: Promise<void>[] = [];
    for (let at = start; at < Math.min(start + together, files.length); at += BATCH) {
      batches.push(readBatch(files.slice(at, at + BATCH)));
    }
    await Promise.all(batches);
  }
  return found;
}
