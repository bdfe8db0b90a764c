import { describe, expect, it } from 'vitest';
import { aDocx, aPdf, aZip } from '../../../test/support/made-files.ts';
import { systemClock } from '../../base/index.ts';
import { createAttachmentReader } from './attachment-reader.ts';
import { unpacksWithin } from './extract.ts';

const reader = createAttachmentReader({ clock: systemClock, timeoutMs: 120_000 });

describe('reading files in a process of their own', () => {
  it('CHT-07 a PDF is read page by page, a Word file paragraph by paragraph', async () => {
    const pdf = await reader.read({
      kind: 'pdf',
      bytes: aPdf(['First page', 'Second']),
      maxPages: 9,
    });
    expect(pdf).toEqual({ text: 'First page\n\nSecond', pages: 2 });
    const docx = await reader.read({ kind: 'docx', bytes: aDocx(['Eins', 'Zwei']), maxPages: 9 });
    expect(docx?.text.trim()).toBe('Eins\n\nZwei');
    expect(docx?.pages).toBeNull();
  });

  it('CHT-07 more pages than may be read are counted and not read', async () => {
    const bytes = aPdf(['One', 'Two', 'Three']);
    expect(await reader.read({ kind: 'pdf', bytes, maxPages: 2 })).toEqual({ text: '', pages: 3 });
  });

  it('CHT-07 what is damaged is unreadable and harms nobody', async () => {
    const cut = aPdf(['One']).slice(0, 40);
    expect(await reader.read({ kind: 'pdf', bytes: cut, maxPages: 9 })).toBeNull();
    const noWord = aZip([{ name: 'a.txt', data: Buffer.from('hello') }]);
    expect(await reader.read({ kind: 'docx', bytes: noWord, maxPages: 9 })).toBeNull();
    const noEnd = aDocx(['One']).slice(0, 200);
    expect(await reader.read({ kind: 'docx', bytes: noEnd, maxPages: 9 })).toBeNull();
  });

  it('CHT-07 a file that takes too long is given up, and the next one is read', async () => {
    const hasty = createAttachmentReader({ clock: systemClock, timeoutMs: 0, atOnce: 1 });
    const bytes = aPdf(['One']);
    const both = [
      hasty.read({ kind: 'pdf', bytes, maxPages: 9 }),
      hasty.read({ kind: 'pdf', bytes, maxPages: 9 }),
    ];
    expect(await Promise.all(both)).toEqual([null, null]);
  });
});

describe('an archive that unpacks to more than is good', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  const parts = (count: number, claims: number) =>
    Buffer.from(
      aZip(
        Array.from({ length: count }, (_, index) => ({
          name: `word/${String(index)}.xml`,
          data: megabyte,
          claims,
        })),
      ),
    );

  it('CHT-07 is found by unpacking, whatever it says of its size', () => {
    const limit = 3 * megabyte.length;
    expect(unpacksWithin(parts(3, megabyte.length), limit)).toBe(true);
    expect(unpacksWithin(parts(4, megabyte.length), limit)).toBe(false);
    expect(unpacksWithin(parts(4, 1), limit)).toBe(false);
    expect(unpacksWithin(Buffer.from('no archive at all'), limit)).toBe(false);
  });

  it('CHT-07 is found where the end of the archive says less than there is', () => {
    const limit = 3 * megabyte.length;
    const said = (change: (end: Buffer) => void) => {
      const zip = parts(4, megabyte.length);
      change(zip.subarray(-22));
      return unpacksWithin(zip, limit);
    };
    const fewer = (end: Buffer) => {
      end.writeUInt16LE(1, 8);
      end.writeUInt16LE(1, 10);
    };
    const elsewhereIn64Bits = (end: Buffer) => {
      fewer(end);
      end.writeUInt16LE(0xffff, 4);
    };
    expect([said(fewer), said(elsewhereIn64Bits)]).toEqual([false, false]);
  });

  it('CHT-07 a directory that is not where it ends is not trusted: what reads it may look elsewhere', () => {
    const zip = parts(1, megabyte.length);
    const shifted = Buffer.concat([zip.subarray(0, -22), Buffer.alloc(64), zip.subarray(-22)]);
    expect(unpacksWithin(zip, megabyte.length)).toBe(true);
    expect(unpacksWithin(shifted, megabyte.length)).toBe(false);
  });
});
