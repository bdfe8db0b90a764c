import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGif, aJpeg, aPng, aWebp, SECRET } from '../../../test/support/made-images.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import type { ImageKind } from '../../contracts/index.ts';
import { imageKind, isTooLarge, readImage, type StillImage } from './image-file.ts';

const MADE: Readonly<Record<ImageKind, (width: number, height: number) => Uint8Array>> = {
  png: aPng,
  jpeg: aJpeg,
  gif: aGif,
  webp: aWebp,
};
const KINDS = Object.keys(MADE) as ImageKind[];

function read(kind: ImageKind, bytes: Uint8Array): StillImage {
  const image = readImage(kind, bytes);
  if (typeof image === 'string') throw new Error(image);
  return image;
}

describe.each(KINDS)('an image of kind %s', (kind) => {
  const file = MADE[kind](40, 30);

  it('CHT-07 is told by its content, and its size is read from its header', () => {
    expect(imageKind(file)).toBe(kind);
    expect(read(kind, file)).toMatchObject({ kind, width: 40, height: 30 });
  });

  it('CHT-07 keeps nothing that says where, when or with what it was made', () => {
    const { bytes } = read(kind, file);
    expect(Buffer.from(file).includes(SECRET)).toBe(true);
    expect(Buffer.from(bytes).includes('GPS')).toBe(false);
    expect(bytes.length).toBeLessThan(file.length - SECRET.length);
    // What is left is an image of its own, and reading it once more leaves all of it.
    expect(read(kind, bytes)).toEqual({ kind, width: 40, height: 30, bytes });
  });

  it('CHT-07 that is cut off anywhere before its end is damaged', () => {
    const { bytes } = read(kind, file);
    // The last byte of a WebP fills it up, that of a GIF says that it ends: neither draws anything.
    const last = kind === 'webp' || kind === 'gif' ? 1 : 0;
    for (let length = 0; length < bytes.length - last; length += 1) {
      expect(readImage(kind, bytes.slice(0, length))).toBe('damaged');
    }
  });

  it('CHT-07 with bytes changed at random never throws and never grows', () => {
    const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(changes, (changed) => {
        const copy = new Uint8Array(file);
        for (const [at, byte] of changed) copy[at] = byte;
        const image = readImage(kind, copy);
        // An orientation and the head of JFIF are written anew.
        if (typeof image !== 'string') expect(image.bytes.length).toBeLessThan(file.length + 64);
      }),
      propertyRuns('images with changed bytes'),
    );
  });
});

describe('what is kept of an image', () => {
  it('CHT-07 a JPEG stays as it was held up, and says nothing else', () => {
    const { bytes } = read('jpeg', aJpeg(40, 30, 6));
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).toContain(
      'Exif\0\0MM\0*\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0\u0006',
    );
    expect(Buffer.from(read('jpeg', aJpeg(40, 30, 1)).bytes).includes('Exif')).toBe(false);
    // No thumbnail: it may show what was cut away.
    expect(text).not.toContain('abc');
  });

  it('CHT-07 of a GIF that moves the first picture is kept; of a WebP that moves there is none', () => {
    const bytes = read('gif', aGif(40, 30)).bytes;
    expect(bytes.filter((byte) => byte === 0x2c)).toHaveLength(1);
    expect(Buffer.from(bytes).includes('NETSCAPE')).toBe(false);
    expect(readImage('webp', aWebp(40, 30, 0x02))).toBe('moving');
  });

  it('CHT-07 the flags of a WebP announce no more than it has', () => {
    const { bytes } = read('webp', aWebp(40, 30));
    expect(bytes[20]).toBe(0x10);
  });

  it('CHT-07 a picture larger than its own canvas is damaged', () => {
    const webp = aWebp(40, 30);
    webp[24] = 9;
    const gif = aGif(40, 30);
    gif[6] = 9;
    expect([readImage('webp', webp), readImage('gif', gif)]).toEqual(['damaged', 'damaged']);
  });
});

describe('how large an image may be', () => {
  const image = (width: number, height: number, bytes = 9): StillImage => ({
    kind: 'png',
    width,
    height,
    bytes: new Uint8Array(bytes),
  });
  it.each([
    ['8,000 pixels a side', image(8_000, 3_000), false],
    ['more', image(8_001, 1), true],
    ['25 million pixels', image(5_000, 5_000), false],
    ['more of them', image(5_001, 5_000), true],
    ['3.75 MiB', image(1, 1, 3_932_160), false],
    ['a byte more', image(1, 1, 3_932_161), true],
  ] as const)('CHT-07 %s', (_title, given, expected) => {
    expect(isTooLarge(given)).toBe(expected);
  });
});
