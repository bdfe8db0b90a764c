import type { UnreadReason } from '../../contracts/index.ts';

/** A file's text exactly as its bytes say, BOM included, or why it cannot be one. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly code: UnreadReason };

/** Largest file that is opened, in bytes: larger ones are no pages anybody reads. */
export const MAX_FILE_BYTES = 2_000_000;

/**
 * UTF-8 only, and only what survives a round trip: a wrong guess at an encoding would damage every umlaut on the first
 * save. The BOM is kept in the text, because the bytes must come back.
 */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_FILE_BYTES) {
    return {
      ok: false,
      reason: `The file is larger than ${String(MAX_FILE_BYTES)} bytes.`,
      code: 'file_too_large',
    };
  }
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { ok: false, reason: 'The file is UTF-16; save it as UTF-8.', code: 'file_utf16' };
  }
  if (bytes.includes(0))
    return { ok: false, reason: 'The file holds NUL bytes; it is no text.', code: 'file_no_text' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { ok: true, text };
  } catch {
    return {
      ok: false,
      reason: 'The file is not valid UTF-8; save it as UTF-8.',
      code: 'file_not_utf8',
    };
  }
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The line end a text uses, by its first one; `\n` when it has none. */
export function lineEndOf(text: string): '\r\n' | '\n' | '\r' {
  const found = /\r\n|\n|\r/.exec(text)?.[0];
  return found === '\r\n' || found === '\r' ? found : '\n';
}
