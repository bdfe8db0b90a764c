import { inflateRawSync } from 'node:zlib';
import mammoth from 'mammoth';
import * as unpdf from 'unpdf';

export interface ExtractTask {
  readonly kind: 'pdf' | 'docx';
  readonly bytes: Uint8Array;
  readonly maxPages: number;
}

export type Extracted = { readonly text: string; readonly pages: number | null } | null;

/** What is used of the library, whose own types name files it does not bring along. */
interface PdfLibrary {
  getDocumentProxy(
    bytes: Uint8Array,
    options: { readonly isEvalSupported: boolean; readonly verbosity: number },
  ): Promise<{ readonly numPages: number }>;
  extractText(
    pdf: { readonly numPages: number },
    options: { readonly mergePages: false },
  ): Promise<{ readonly text: readonly string[] }>;
}
const pdfLibrary = unpdf as unknown as PdfLibrary;

/** What a Word file may hold when it is unpacked: far more than any text, far less than a server has. */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;

/** The text of a file; `null` when it cannot be read. Runs in a process of its own. */
export async function extract(task: ExtractTask): Promise<Extracted> {
  try {
    return task.kind === 'pdf' ? await ofPdf(task) : await ofDocx(task.bytes);
  } catch {
    return null; // damaged or locked: the libraries' own words help nobody
  }
}

async function ofPdf({ bytes, maxPages }: ExtractTask): Promise<Extracted> {
  // Nothing of a file is evaluated, and nothing is fetched.
  const pdf = await pdfLibrary.getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
  const pages = pdf.numPages;
  if (pages > maxPages) return { text: '', pages };
  const { text } = await pdfLibrary.extractText(pdf, { mergePages: false });
  return { text: text.join('\n\n'), pages };
}

async function ofDocx(bytes: Uint8Array): Promise<Extracted> {
  const buffer = Buffer.from(bytes);
  if (!unpacksWithin(buffer, MAX_UNPACKED_BYTES)) return null;
  const { value } = await mammoth.extractRawText({ buffer });
  return { text: value, pages: null };
}

const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const COUNT_IN_64_BITS = 0xffff;

/**
 * Whether an archive's parts stay within `maxBytes` when unpacked, found by unpacking: what it says of itself may be false.
 * Its directory has to end where its end record begins and hold as many parts as that says, all of it in the plain 32-bit
 * form: in any other archive the library that reads it might find parts nobody counted.
 */
export function unpacksWithin(zip: Buffer, maxBytes: number): boolean {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_BYTES > zip.length) return false;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const isPlain =
    zip.readUInt32LE(end + 4) === 0 &&
    zip.readUInt16LE(end + 8) === count &&
    count !== COUNT_IN_64_BITS &&
    at + zip.readUInt32LE(end + 12) === end;
  if (!isPlain) return false;
  let left = maxBytes;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > end || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return false;
    const bytes = unpackedBytes(zip, at, left);
    if (bytes === null) return false;
    left -= bytes;
    at +=
      ENTRY_BYTES +
      zip.readUInt16LE(at + 28) +
      zip.readUInt16LE(at + 30) +
      zip.readUInt16LE(at + 32);
  }
  return at === end;
}

/** How much the part of a directory entry unpacks to; `null`: more than `most`, or not to be unpacked. */
function unpackedBytes(zip: Buffer, entry: number, most: number): number | null {
  const method = zip.readUInt16LE(entry + 10);
  const header = zip.readUInt32LE(entry + 42);
  if (header + 30 > zip.length) return null;
  const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const data = zip.subarray(begin, begin + zip.readUInt32LE(entry + 20));
  if (method === 0) return data.length > most ? null : data.length;
  if (method !== 8 || most === 0) return null;
  try {
    return inflateRawSync(data, { maxOutputLength: most }).length;
  } catch {
    return null; // more than it may, or damaged
  }
}
