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
const DIRECTORY_END = 0x06054b50;

/** Whether an archive's parts stay within `maxBytes` when unpacked, found by unpacking: what it says of itself may be false. */
export function unpacksWithin(zip: Buffer, maxBytes: number): boolean {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== DIRECTORY_END) return false;
  let left = maxBytes;
  let at = zip.readUInt32LE(end + 16);
  const count = zip.readUInt16LE(end + 10);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return false;
    const method = zip.readUInt16LE(at + 10);
    const packed = zip.readUInt32LE(at + 20);
    const header = zip.readUInt32LE(at + 42);
    const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const data = zip.subarray(begin, begin + packed);
    if (method === 0) left -= data.length;
    else if (method !== 8 || left <= 0) return false;
    else {
      try {
        left -= inflateRawSync(data, { maxOutputLength: left }).length;
      } catch {
        return false;
      }
    }
    if (left < 0) return false;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return true;
}
