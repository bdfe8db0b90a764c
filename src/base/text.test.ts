import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteLength } from './text.ts';

it('counts the bytes UTF-8 needs, for whole and half surrogate pairs alike', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
      (text) => {
        expect(byteLength(text)).toBe(Buffer.byteLength(text));
      },
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(byteLength(text)).toBe(Buffer.byteLength(text));
    }),
  );
  for (const text of ['', 'a', 'ä', '€', '😀', '\ud83d', '\ude00', '\ud83d\ud83d\ude00x']) {
    expect(byteLength(text)).toBe(Buffer.byteLength(text));
  }
});
