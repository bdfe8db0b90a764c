import { z } from 'zod';

/** Pictures a model can be shown. */
export const ImageKind = z.enum(['png', 'jpeg', 'webp', 'gif']);
export type ImageKind = z.infer<typeof ImageKind>;

export const AttachmentKind = z.enum(['text', 'markdown', 'pdf', 'docx', ...ImageKind.options]);
export type AttachmentKind = z.infer<typeof AttachmentKind>;

/**
 * A file that comes with a message. Of a document only its text is kept, of an image only what draws it; the model gets both
 * as data, never as an instruction.
 */
export const AttachmentView = z.object({
  uuid: z.string(),
  name: z.string(),
  kind: AttachmentKind,
  /** Size of the file that was sent; of an image, of what is kept of it. */
  bytes: z.number().int(),
  /** Of a PDF; `null` for the others. */
  pages: z.number().int().nullable(),
  /** Length of its text; 0 for an image. */
  characters: z.number().int(),
  /** In pixels; only of an image. */
  image: z
    .object({ width: z.number().int().positive(), height: z.number().int().positive() })
    .optional(),
});
export type AttachmentView = z.infer<typeof AttachmentView>;

/** Files of one message (facts §9). */
export const MAX_ATTACHMENTS = 5;
/** Size of one file: 20 MiB (facts §9). */
export const MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024;
/** Size of one image: written in Base64 it is the 5 MiB that every provider takes. */
export const MAX_IMAGE_BYTES = (5 * 1024 * 1024 * 3) / 4;
/** Size of all images of one message: no request carries more. */
export const MAX_MESSAGE_IMAGE_BYTES = 12 * 1024 * 1024;
/** Width and height of an image: what every provider takes. */
export const MAX_IMAGE_SIDE = 8_000;
/** Width times height: drawing it takes four bytes each, in every browser that shows it. */
export const MAX_IMAGE_PIXELS = 25_000_000;
