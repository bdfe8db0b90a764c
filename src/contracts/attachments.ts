import { z } from 'zod';

export const AttachmentKind = z.enum(['text', 'markdown', 'pdf', 'docx']);
export type AttachmentKind = z.infer<typeof AttachmentKind>;

/** A file that comes with a message. Only its text is kept, and the model reads it as data, never as an instruction. */
export const AttachmentView = z.object({
  uuid: z.string(),
  name: z.string(),
  kind: AttachmentKind,
  /** Size of the file that was sent. */
  bytes: z.number().int(),
  /** Of a PDF; `null` for the others. */
  pages: z.number().int().nullable(),
  /** Length of its text. */
  characters: z.number().int(),
});
export type AttachmentView = z.infer<typeof AttachmentView>;

/** Files of one message (facts §9). */
export const MAX_ATTACHMENTS = 5;
/** Size of one file: 20 MiB (facts §9). */
export const MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024;
