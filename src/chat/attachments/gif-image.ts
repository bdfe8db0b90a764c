import { joined, viewOf, type ImageVerdict } from './image-bytes.ts';

const HEADER_BYTES = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
/** The extension that says which colour is transparent. */
const CONTROL = 0xf9;
const END = new Uint8Array([0x3b]);

/** The first picture of a GIF. Comments, what programs wrote into it, and the rest of an animation are left out. */
export function readGif(file: Uint8Array): ImageVerdict {
  if (file.length < HEADER_BYTES) return 'damaged';
  const view = viewOf(file);
  const width = view.getUint16(6, true);
  const height = view.getUint16(8, true);
  const begin = HEADER_BYTES + tableBytes(file[10] ?? 0);
  let control: Uint8Array | null = null;
  for (let at = begin; at < file.length;) {
    if (file[at] === EXTENSION) {
      const end = endOfBlocks(file, at + 2);
      if (end === null) return 'damaged';
      if (file[at + 1] === CONTROL) control = file.subarray(at, end);
      at = end;
      continue;
    }
    if (file[at] !== IMAGE || at + 10 > file.length) return 'damaged';
    const right = view.getUint16(at + 1, true) + view.getUint16(at + 5, true);
    const bottom = view.getUint16(at + 3, true) + view.getUint16(at + 7, true);
    // Drawing beyond its own edge, it would be larger than it says.
    if (right > width || bottom > height) return 'damaged';
    const end = endOfBlocks(file, at + 10 + tableBytes(file[at + 9] ?? 0) + 1);
    if (end === null) return 'damaged';
    const drawing = [...(control === null ? [] : [control]), file.subarray(at, end)];
    const bytes = joined([file.subarray(0, begin), ...drawing, END]);
    return { kind: 'gif', width, height, bytes };
  }
  return 'damaged';
}

/** Size of the colour table that the flags announce. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Behind the empty block that ends a row of blocks; `null`: the file ends before. */
function endOfBlocks(file: Uint8Array, from: number): number | null {
  for (let at = from; at < file.length;) {
    const length = file[at] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
  return null;
}
