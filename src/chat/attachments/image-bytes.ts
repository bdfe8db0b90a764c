import type { ImageKind } from '../../contracts/index.ts';

/** An image of which only what draws it is left: nothing that says where, when or with what it was made. */
export interface StillImage {
  readonly kind: ImageKind;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The image in a file, or why there is none: it is cut or broken, or it moves and no first picture can be taken from it. */
export type ImageVerdict = StillImage | 'damaged' | 'moving';

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Bytes as the letters they are in ASCII. */
export function letters(bytes: Uint8Array, from: number, count: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + count));
}

/** Whether bytes begin so; `null` is any byte. */
export function begins(bytes: Uint8Array, signature: readonly (number | null)[]): boolean {
  return signature.every((byte, index) => byte === null || bytes[index] === byte);
}
