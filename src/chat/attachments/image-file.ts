import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from '../../contracts/index.ts';
import type { ImageKind } from '../../contracts/index.ts';
import { readGif } from './gif-image.ts';
import { begins, type ImageVerdict, type StillImage } from './image-bytes.ts';
import { readJpeg } from './jpeg-image.ts';
import { readPng } from './png-image.ts';
import { readWebp } from './webp-image.ts';

export type { ImageVerdict, StillImage } from './image-bytes.ts';

/** What kind of image a file is by how it begins; `other`: one that models are not sent; `null`: none. */
export function imageKind(bytes: Uint8Array): ImageKind | 'other' | null {
  for (const [kind, signature] of SIGNATURES) if (begins(bytes, signature)) return kind;
  return null;
}

const SIGNATURES: readonly (readonly [ImageKind | 'other', readonly (number | null)[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  // AVIF and HEIC
  ['other', [null, null, null, null, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]],
  ['other', [null, null, null, null, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63]],
];

const READERS: Readonly<Record<ImageKind, (bytes: Uint8Array) => ImageVerdict>> = {
  png: readPng,
  jpeg: readJpeg,
  gif: readGif,
  webp: readWebp,
};

/** The image in a file, without anything but what draws it. Nothing is decoded: a file of a few bytes cannot grow here. */
export function readImage(kind: ImageKind, bytes: Uint8Array): ImageVerdict {
  return READERS[kind](bytes);
}

/** Whether an image is more than providers take, or more than a browser draws without harm. */
export function isTooLarge({ width, height, bytes }: StillImage): boolean {
  return (
    bytes.length > MAX_IMAGE_BYTES ||
    Math.max(width, height) > MAX_IMAGE_SIDE ||
    width * height > MAX_IMAGE_PIXELS
  );
}
