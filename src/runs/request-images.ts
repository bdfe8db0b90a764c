import type { ImageRef, ModelMessage } from '../models/index.ts';
import { imagesOf } from './rules/images.ts';

/** Reads what the images of messages show. */
export interface ImageReader {
  /** `null`: it is not there any more; `unreadable`: it is, but the key it was sealed with is gone, or it was altered. */
  imageBytes(id: string): Promise<Uint8Array | 'unreadable' | null>;
}

/** What was read for one stretch of a run: a tour sends the same images many times. */
export type ReadImages = Map<string, Uint8Array | 'unreadable' | null>;

/** The images of a request as they could be read. */
export interface RequestImages {
  /** What they show, by id; those that are gone or unreadable are left out. */
  readonly shown: ReadonlyMap<string, Uint8Array>;
  readonly unreadable: readonly ImageRef[];
}

export async function requestImages(
  reader: ImageReader | undefined,
  messages: readonly ModelMessage[],
  read: ReadImages,
): Promise<RequestImages> {
  const shown = new Map<string, Uint8Array>();
  const unreadable: ImageRef[] = [];
  for (const image of imagesOf(messages)) {
    const { id } = image;
    const known = read.get(id);
    const bytes = known === undefined ? ((await reader?.imageBytes(id)) ?? null) : known;
    read.set(id, bytes);
    if (bytes === 'unreadable') unreadable.push(image);
    else if (bytes !== null) shown.set(id, bytes);
  }
  return { shown, unreadable };
}
