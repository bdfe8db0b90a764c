import type { AttachmentKind, AttachmentView } from '../../contracts/index.ts';

/** A file of a conversation, as text. The file itself is not kept. */
export interface Attachment extends AttachmentView {
  readonly conversationUuid: string;
  /** Of the message it was sent with; `null` until then. */
  readonly sequence: number | null;
  readonly text: string;
  readonly createdAtMs: number;
}

/** Reads the text of files that are more than text. */
export interface AttachmentReader {
  /**
   * Never runs anything a file brings along, fetches nothing, and ends in bounded time and memory. `null` when no text can be
   * read: damaged, locked, or more than is good when unpacked. With more than `maxPages` pages the text is empty.
   */
  read(file: {
    readonly kind: 'pdf' | 'docx';
    readonly bytes: Uint8Array;
    readonly maxPages: number;
  }): Promise<{ readonly text: string; readonly pages: number | null } | null>;
}

/** What a file is by its content; its name only tells Markdown from plain text. Nothing is believed that a browser says. */
export type FileVerdict = AttachmentKind | 'image' | 'unknown';

export function fileKind(name: string, bytes: Uint8Array): FileVerdict {
  const begins = (...signature: readonly (number | null)[]) =>
    signature.every((byte, index) => byte === null || bytes[index] === byte);
  if (begins(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'pdf';
  if (begins(0x50, 0x4b, 0x03, 0x04)) return /\.docx$/i.test(name) ? 'docx' : 'unknown';
  if (IMAGES.some((signature) => begins(...signature))) return 'image';
  if (begins(0xd0, 0xcf, 0x11, 0xe0) || bytes.includes(0)) return 'unknown';
  return /\.(md|markdown|mdx)$/i.test(name) ? 'markdown' : 'text';
}

const IMAGES: readonly (readonly (number | null)[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  [null, null, null, null, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66],
  [null, null, null, null, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63],
];

/** Whether one more file may wait for the next message. */
export function attachmentRefusal(
  waiting: readonly Pick<AttachmentView, 'characters'>[],
  file: Pick<AttachmentView, 'characters'>,
  limits: { readonly count: number; readonly characters: number },
): 'too_many_attachments' | 'attachment_too_long' | null {
  if (waiting.length >= limits.count) return 'too_many_attachments';
  const characters = waiting.reduce((sum, one) => sum + one.characters, file.characters);
  return characters > limits.characters ? 'attachment_too_long' : null;
}
