import { crc32, deflateSync } from 'node:zlib';

/** Words that must never leave an image: a place and a name, as cameras and programs write them. */
export const SECRET = 'GPS 52.5163N 13.3777E taken by Ada';

/** A PNG of one colour, with text and EXIF beside it and something behind its end. */
export function aPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const rows = Buffer.alloc((1 + 3 * width) * height, 0x7f);
  for (let row = 0; row < height; row += 1) rows[row * (1 + 3 * width)] = 0;
  return bytesOf(
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
    pngChunk('eXIf', Buffer.from(SECRET)),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
    Buffer.from(SECRET),
  );
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The parts of a JPEG as a camera writes them: thumbnail, EXIF with a place, comment, two scans, a second picture. */
export function aJpeg(width: number, height: number, orientation = 6): Uint8Array<ArrayBuffer> {
  const frame = Buffer.alloc(15);
  frame[0] = 8;
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  // Data of a scan: a stuffed byte and a restart are no end of it.
  const scan = Buffer.concat([
    jpegSegment(0xda, Buffer.alloc(6)),
    Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
  ]);
  return bytesOf(
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from(`JFIF\0\u0001\u0001\0\0\u0001\0\u0001\u0001\u0001abc`, 'latin1')),
    jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(SECRET)])),
    jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
    jpegSegment(0xfe, Buffer.from(SECRET)),
    jpegSegment(0xee, Buffer.concat([Buffer.from('Adobe'), Buffer.alloc(7)])),
    jpegSegment(0xdb, Buffer.alloc(65)),
    Buffer.from([0xff]),
    jpegSegment(0xc2, frame),
    scan,
    jpegSegment(0xc4, Buffer.alloc(17)),
    scan,
    Buffer.from([0xff, 0xd9]),
    Buffer.from(SECRET),
  );
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A GIF of two pictures with a comment and what a program wrote. */
export function aGif(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.from('GIF89a\0\0\0\0\u0080\0\0', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const table = Buffer.from([0, 0, 0, 255, 255, 255]);
  const blocks = (text: string) =>
    Buffer.concat([Buffer.from([text.length]), Buffer.from(text), Buffer.from([0])]);
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0]);
  picture.writeUInt16LE(width, 5);
  picture.writeUInt16LE(height, 7);
  const control = Buffer.from([0x21, 0xf9, 4, 1, 10, 0, 0, 0]);
  return bytesOf(
    head,
    table,
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from([3, 1, 0, 0, 0]),
    Buffer.from([0x21, 0xfe]),
    blocks(SECRET),
    control,
    picture,
    control,
    picture,
    Buffer.from([0x3b]),
  );
}

/** A lossless WebP in its extended form, with EXIF and XMP; `flags` as they stand in its header. */
export function aWebp(width: number, height: number, flags = 0x1c): Uint8Array<ArrayBuffer> {
  const extended = Buffer.alloc(10);
  extended[0] = flags;
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const picture = Buffer.alloc(11);
  picture[0] = 0x2f;
  picture.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    webpChunk('VP8X', extended),
    webpChunk('ICCP', Buffer.from(SECRET)),
    webpChunk('VP8L', picture),
    webpChunk('EXIF', Buffer.from(SECRET)),
    webpChunk('XMP ', Buffer.from(SECRET)),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return bytesOf(Buffer.from('RIFF'), size, body);
}

function webpChunk(name: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)]);
}

function bytesOf(...parts: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}
