import { joined, letters, viewOf, type ImageVerdict } from './image-bytes.ts';

const START = new Uint8Array([0xff, 0xd8]);
const END = new Uint8Array([0xff, 0xd9]);
/** That the colours are those of JFIF, without the thumbnail that may stand there. */
const JFIF = new Uint8Array([
  0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
]);
/** Tables: Huffman, quantisation, restarts, arithmetic. */
const TABLES = [0xc4, 0xdb, 0xdd, 0xcc];
const SCAN = 0xda;

/**
 * The picture in a JPEG. Of all that cameras write beside it only the way it is held up is kept: without that a model would
 * see it lying on its side. Pictures and films behind its end are left out.
 */
export function readJpeg(file: Uint8Array): ImageVerdict {
  const view = viewOf(file);
  const drawing: Uint8Array[] = [];
  let size: { readonly width: number; readonly height: number } | null = null;
  let isJfif = false;
  let orientation = 1;
  let hasScan = false;
  for (let at = START.length; at + 2 <= file.length;) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff) return 'damaged';
    if (marker === 0xff) {
      at += 1; // fill bytes may stand before a marker
      continue;
    }
    if (marker === 0xd9) {
      if (size === null || !hasScan) return 'damaged';
      const head = [START, ...(isJfif ? [JFIF] : []), ...turned(orientation)];
      return { kind: 'jpeg', ...size, bytes: joined([...head, ...drawing, END]) };
    }
    if (at + 4 > file.length) return 'damaged';
    const length = view.getUint16(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > file.length) return 'damaged';
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (size !== null || length < 8) return 'damaged';
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === SCAN) {
      hasScan = true;
      end = endOfScan(file, end);
    }
    const segment = file.subarray(at + 4, end);
    if (isFrame || marker === SCAN || TABLES.includes(marker) || saysColours(marker, segment)) {
      drawing.push(file.subarray(at, end));
    }
    isJfif ||= marker === 0xe0 && letters(segment, 0, 5) === 'JFIF\0';
    if (marker === 0xe1) orientation = orientationIn(segment) ?? orientation;
    at = end;
  }
  return 'damaged';
}

/** Adobe's segment says how the colours are to be read, and has room for nothing else. */
function saysColours(marker: number, segment: Uint8Array): boolean {
  return marker === 0xee && segment.length === 12 && letters(segment, 0, 5) === 'Adobe';
}

/** Where the data of a scan ends: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    const isData =
      next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next < 0xd8);
    if (!isData) return at;
  }
  return file.length;
}

const ORIENTATION_TAG = 0x0112;
const EXIF = 'Exif\0\0';

/** The way a picture is held up, from 1 to 8; `null`: the segment does not say. */
function orientationIn(segment: Uint8Array): number | null {
  const tiff = segment.subarray(EXIF.length);
  if (letters(segment, 0, EXIF.length) !== EXIF || tiff.length < 14) return null;
  const view = viewOf(tiff);
  const isLittle = letters(tiff, 0, 2) === 'II';
  const first = view.getUint32(4, isLittle);
  if (first + 2 > tiff.length) return null;
  const count = view.getUint16(first, isLittle);
  for (let entry = first + 2; entry < first + 2 + count * 12; entry += 12) {
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** An EXIF segment that says nothing but the way the picture is held up; none when that is upright. */
function turned(orientation: number): readonly Uint8Array[] {
  if (orientation === 1) return [];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation];
  const body = [...new TextEncoder().encode(EXIF), ...tiff, 0, 0, 0, 0, 0, 0];
  return [new Uint8Array([0xff, 0xe1, 0, body.length + 2, ...body])];
}
