import type { AttachmentKind, AttachmentView } from '../../contracts/index.ts';
import { begins } from './image-bytes.ts';
import { imageKind } from './image-file.ts';

/** A file of a conversation: a document as its text, an image as its name and size. The file itself is not kept. */
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
export type FileVerdict = AttachmentKind | 'other_image' | 'unknown';

export function fileKind(name: string, bytes: Uint8Array): FileVerdict {
  if (begins(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  if (begins(bytes, [0x50, 0x4b, 0x03, 0x04])) return /\.docx$/i.test(name) ? 'docx' : 'unknown';
  const image = imageKind(bytes);
  if (image !== null) return image === 'other' ? 'other_image' : image;
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]) || bytes.includes(0)) return 'unknown';
  return /\.(md|markdown|mdx)$/i.test(name) ? 'markdown' : 'text';
}

/** Whether one more file may wait for the next message. */
export function attachmentRefusal(
  waiting: readonly Measured[],
  file: Measured,
  limits: { readonly count: number; readonly characters: number; readonly imageBytes: number },
): 'too_many_attachments' | 'attachment_too_long' | 'image_too_large' | null {
  if (waiting.length >= limits.count) return 'too_many_attachments';
  const all = [...waiting, file];
  const characters = all.reduce((sum, one) => sum + one.characters, 0);
  if (characters > limits.characters) return 'attachment_too_long';
  const imageBytes = all.reduce((sum, one) => sum + (one.image === undefined ? 0 : one.bytes), 0);
  return imageBytes > limits.imageBytes ? 'image_too_large' : null;
}

type Measured = Pick<AttachmentView, 'characters' | 'bytes' | 'image'>;
