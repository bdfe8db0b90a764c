import { begins, joined, letters, viewOf, type ImageVerdict } from './image-bytes.ts';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const ANIMATED = 0x02;
/** Of the flags of an extended file only the one for transparency is kept. */
const ALPHA = 0x10;

type Size = { readonly width: number; readonly height: number };

/** The picture in a WebP, without EXIF, XMP and profile. Of one that moves no picture is taken. */
export function readWebp(file: Uint8Array): ImageVerdict {
  if (file.length < HEADER_BYTES) return 'damaged';
  const view = viewOf(file);
  const fileEnd = Math.min(file.length, CHUNK_HEADER_BYTES + view.getUint32(4, true));
  const kept: Uint8Array[] = [];
  let canvas: Size | null = null;
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= fileEnd;) {
    const name = letters(file, at, 4);
    const length = view.getUint32(at + 4, true);
    const body = file.subarray(at + CHUNK_HEADER_BYTES, at + CHUNK_HEADER_BYTES + length);
    if (at + CHUNK_HEADER_BYTES + length > fileEnd) return 'damaged';
    // Chunks begin at even places.
    const end = Math.min(fileEnd, at + CHUNK_HEADER_BYTES + length + (length % 2));
    if (name === 'VP8X') {
      if (canvas !== null || length < 10) return 'damaged';
      if (((body[0] ?? 0) & ANIMATED) !== 0) return 'moving';
      canvas = { width: 1 + threeBytes(body, 4), height: 1 + threeBytes(body, 7) };
      const extended = file.slice(at, end);
      extended[CHUNK_HEADER_BYTES] = (body[0] ?? 0) & ALPHA;
      kept.push(extended);
    }
    if (name === 'ALPH') kept.push(padded(file.subarray(at, end)));
    if (name === 'VP8 ' || name === 'VP8L') {
      const size = name === 'VP8 ' ? lossySize(body) : losslessSize(body);
      // A picture larger than its canvas would be drawn larger than it says.
      if (size === null || (canvas !== null && !isSame(size, canvas))) return 'damaged';
      kept.push(padded(file.subarray(at, end)));
      return { kind: 'webp', ...size, bytes: withHeader(file, kept) };
    }
    at = end;
  }
  return 'damaged';
}

function lossySize(body: Uint8Array): Size | null {
  if (body.length < 10 || !begins(body.subarray(3), [0x9d, 0x01, 0x2a])) return null;
  const view = viewOf(body);
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}

function losslessSize(body: Uint8Array): Size | null {
  if (body.length < 5 || body[0] !== 0x2f) return null;
  const bits = viewOf(body).getUint32(1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function threeBytes(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 2 ** 8 + (bytes[at + 2] ?? 0) * 2 ** 16;
}

/** A chunk with the byte that makes its length even, also where the file left it out at its end. */
function padded(chunk: Uint8Array): Uint8Array {
  return chunk.length % 2 === 0 ? chunk : joined([chunk, new Uint8Array(1)]);
}

function withHeader(file: Uint8Array, chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = joined([file.subarray(0, HEADER_BYTES), ...chunks]);
  viewOf(bytes).setUint32(4, bytes.length - CHUNK_HEADER_BYTES, true);
  return bytes;
}
