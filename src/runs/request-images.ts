import type { ModelMessage } from '../models/index.ts';
import { imagesOf } from './rules/images.ts';

/** Reads what the images of messages show. */
export interface ImageReader {
  /** `null`: it is not there any more. */
  imageBytes(id: string): Promise<Uint8Array | null>;
}

/** What was read for one stretch of a run: a tour sends the same images many times. */
export type ReadImages = Map<string, Uint8Array | null>;

/** What the images of a request show, by id; those that are gone are left out. */
export async function requestImages(
  reader: ImageReader | undefined,
  messages: readonly ModelMessage[],
  read: ReadImages,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const shown = new Map<string, Uint8Array>();
  for (const { id } of imagesOf(messages)) {
    const known = read.get(id);
    const bytes = known === undefined ? ((await reader?.imageBytes(id)) ?? null) : known;
    read.set(id, bytes);
    if (bytes !== null) shown.set(id, bytes);
  }
  return shown;
}
