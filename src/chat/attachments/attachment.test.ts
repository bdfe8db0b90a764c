import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentRefusal, fileKind } from './attachment.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('what a file is', () => {
  it.each([
    ['a.txt', bytes('%PDF-1.7 …'), 'pdf'],
    ['a.docx', bytes('PK\u0003\u0004rest'), 'docx'],
    ['a.zip', bytes('PK\u0003\u0004rest'), 'unknown'],
    ['a.jar.docx', bytes('no archive'), 'text'],
    ['a.txt', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d]), 'png'],
    ['a.txt', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
    ['a.md', bytes('GIF89a'), 'gif'],
    ['a.md', bytes('RIFF1234WEBPVP8 '), 'webp'],
    ['a.avif', bytes('1234ftypavif'), 'other_image'],
    ['a.png', bytes('<svg onload=alert(1)>'), 'text'],
    ['a.md', bytes('RIFF1234WAVEfmt '), 'markdown'],
    ['a.heic', bytes('1234ftypheic'), 'other_image'],
    ['a.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'unknown'],
    ['a.txt', bytes('text\u0000binary'), 'unknown'],
    ['README.MD', bytes('# Title'), 'markdown'],
    ['page.html', bytes('<script>alert(1)</script>'), 'text'],
    ['noname', bytes('just words'), 'text'],
  ] as const)('CHT-07 %s is told by its content', (name, content, kind) => {
    expect(fileKind(name, content)).toBe(kind);
  });
});

describe('how much one message takes', () => {
  it('CHT-07 never more files or characters than the limits, and everything within them', () => {
    const characters = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.array(characters), characters, (waiting, file) => {
        const limits = { count: 3, characters: 120, imageBytes: 0 };
        const document = (one: number) => ({ characters: one, bytes: 999 });
        const refusal = attachmentRefusal(waiting.map(document), document(file), limits);
        const total = waiting.reduce((sum, one) => sum + one, file);
        expect(refusal === null).toBe(waiting.length < 3 && total <= 120);
        if (waiting.length >= 3) expect(refusal).toBe('too_many_attachments');
      }),
    );
  });

  it('CHT-07 images take bytes instead of characters', () => {
    const limits = { count: 5, characters: 0, imageBytes: 10 };
    const image = (size: number) => ({
      characters: 0,
      bytes: size,
      image: { width: 1, height: 1 },
    });
    expect(attachmentRefusal([image(4)], image(6), limits)).toBeNull();
    expect(attachmentRefusal([image(4)], image(7), limits)).toBe('image_too_large');
    expect(attachmentRefusal([{ characters: 0, bytes: 9 }], image(10), limits)).toBeNull();
  });
});
