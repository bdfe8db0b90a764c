import { isAppError } from '../base/index.ts';

/**
 * What was read of a page, or `null` where it cannot be read right now: for lists, in which one such page keeps nobody from the
 * rest, and for what is shown only to who may read the page. Not for what depends on the page being there.
 */
export async function unlessUnavailable<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isAppError(error, 'unavailable')) return null;
    throw error;
  }
}
