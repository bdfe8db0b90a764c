import { begins, joined, letters, viewOf, type ImageVerdict } from './image-bytes.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, name and check sum of a chunk. */
const FRAME_BYTES = 12;

/** Chunks that draw the image. Text, time, EXIF, profiles and the further pictures of an animation are none of them. */
const DRAWING = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND'];

/** The picture in a PNG. What stands behind its end, and in chunks that do not draw, is left out. */
export function readPng(file: Uint8Array): ImageVerdict {
  if (!begins(file, SIGNATURE)) return 'damaged';
  const view = viewOf(file);
  const kept: Uint8Array[] = [file.subarray(0, SIGNATURE.length)];
  let size: { readonly width: number; readonly height: number } | null = null;
  let hasData = false;
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= file.length;) {
    const end = at + FRAME_BYTES + view.getUint32(at);
    const name = letters(file, at + 4, 4);
    if (end > file.length || (size === null) !== (name === 'IHDR')) return 'damaged';
    if (name === 'IHDR') {
      if (end - at !== FRAME_BYTES + 13) return 'damaged';
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    hasData ||= name === 'IDAT';
    if (DRAWING.includes(name)) kept.push(file.subarray(at, end));
    if (name === 'IEND') {
      return size === null || !hasData ? 'damaged' : { kind: 'png', ...size, bytes: joined(kept) };
    }
    at = end;
  }
  return 'damaged';
}
