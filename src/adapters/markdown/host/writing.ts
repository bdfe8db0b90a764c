import { AppError, isAppError, type Clock, type Ids } from '../../../base/index.ts';
import type {
  ChangeRefusal,
  ContentStores,
  HistoryStore,
  WriteContext,
} from '../../../content/index.ts';
import type { Reach } from '../files/replace.ts';
import type { Pages } from './pages.ts';

/** What writing needs, one file or several. */
export interface WriterDeps {
  readonly root: string;
  readonly stores: ContentStores;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pages: Pages;
  readonly reach: Reach;
  /** Told what an operator should look at. */
  readonly warn: (facts: object, message: string) => void;
}

export function contentRefused(refusal: ChangeRefusal): AppError<'content_refused'> {
  return new AppError('content_refused', refusal.message, { data: { reason: refusal.code } });
}

export const GONE: ChangeRefusal = {
  code: 'not_found',
  message: 'The page is not there any more.',
};

export const MOVED: ChangeRefusal = {
  code: 'base_moved',
  message: 'The page has been changed in the meantime; nothing was written.',
};

/** What fails before any file is touched is said as that: nothing was written. */
export async function untouched<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAppError(error) ? error : notWritten(error);
  }
}

/** Something failed, and what it was about is as it was. */
export function notWritten(cause: unknown): AppError {
  return new AppError('unavailable', 'The change could not be written; nothing was changed.', {
    cause,
  });
}

/**
 * For a writer that somebody took for dead and settled first: they went by the files, and what they found stands. Throws a
 * plain error, which says nothing of whether anything was written, unless they found it done.
 */
export async function requireDone(history: HistoryStore, id: string): Promise<void> {
  const row = await history.find(id).catch(() => null);
  if (row?.state !== 'done') throw new Error(SETTLED_OTHERWISE);
}

const SETTLED_OTHERWISE =
  'Another process took the writer of a change for dead, and its history does not say that it was written';

export function writerName({ actor }: WriteContext): string {
  switch (actor.kind) {
    case 'user':
      return actor.userId;
    case 'service':
      return `service:${actor.accountId}`;
    case 'anonymous':
      throw contentRefused({ code: 'not_permitted', message: 'Nobody is signed in.' });
  }
}
