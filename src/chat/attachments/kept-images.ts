import { AppError, isAppError, type Sealer } from '../../base/index.ts';
import {
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE,
  MAX_MESSAGE_IMAGE_BYTES,
  type AttachmentKind,
  type AttachmentView,
  type ImageKind,
} from '../../contracts/index.ts';
import type { ImageRef } from '../../models/index.ts';
import type { ImageReader } from '../../runs/index.ts';
import type { ConversationStore } from '../conversation-store.ts';
import { isTooLarge, readImage, type StillImage } from './image-file.ts';

/** Bytes of one piece: keys are changed many rows at a time, and all of them are in memory then. */
const PIECE_BYTES = 192 * 1024;

const MEDIA_TYPES: Readonly<Record<ImageKind, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** What an image of this kind is called on the wire; `null`: the file is no image. */
export function mediaTypeOf(kind: AttachmentKind): string | null {
  return Object.hasOwn(MEDIA_TYPES, kind) ? MEDIA_TYPES[kind as ImageKind] : null;
}

/** The image in a file; throws `image_unreadable` or `image_too_large` with what to do. */
export function imageIn(kind: ImageKind, file: Uint8Array): StillImage {
  const image = readImage(kind, file);
  if (image === 'damaged' || image === 'moving') {
    throw new AppError(
      'image_unreadable',
      image === 'moving'
        ? 'This image moves, and models are shown still ones. Save one picture of it as PNG or JPEG.'
        : 'This image is damaged or cut off. Save it anew as PNG or JPEG.',
    );
  }
  if (isTooLarge(image)) throw imageTooLarge();
  return image;
}

export function imageTooLarge(): AppError<'image_too_large'> {
  return new AppError(
    'image_too_large',
    'The image is too large: at most 3.75 MiB each and 12 MiB a message, 8,000 pixels a side and 25 million in all. Attach a smaller copy.',
    {
      data: {
        side: MAX_IMAGE_SIDE,
        pixels: MAX_IMAGE_PIXELS,
        messageBytes: MAX_MESSAGE_IMAGE_BYTES,
      },
    },
  );
}

/** What a piece of an image is sealed for. */
export function imageContext(attachmentUuid: string, position: number): string {
  return `attachment/${attachmentUuid}/image/${String(position)}`;
}

/** An image as it is kept. */
export function sealedPieces(
  sealer: Sealer,
  { uuid, bytes }: { readonly uuid: string; readonly bytes: Uint8Array },
): readonly string[] {
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, position) => {
    const piece = bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES);
    return sealer.seal(Buffer.from(piece).toString('base64'), imageContext(uuid, position));
  });
}

/** Reads images as they are kept; one whose key is gone, or that was altered, is `unreadable`. */
export function createImageReader(deps: {
  readonly conversations: Pick<ConversationStore, 'imagePieces'>;
  readonly sealer: Sealer;
}): ImageReader {
  return {
    imageBytes: async (uuid) => {
      const sealed = await deps.conversations.imagePieces(uuid);
      if (sealed.length === 0) return null;
      try {
        const pieces = sealed.map((piece, position) =>
          Buffer.from(deps.sealer.open(piece, imageContext(uuid, position)), 'base64'),
        );
        return new Uint8Array(Buffer.concat(pieces));
      } catch (error) {
        if (isAppError(error, 'unreadable')) return 'unreadable';
        throw error;
      }
    },
  };
}

/** The images among files, as a model request names them. */
export function imageRefs(files: readonly AttachmentView[]): readonly ImageRef[] {
  return files.flatMap(({ uuid, name, kind, bytes, image }) => {
    const mediaType = mediaTypeOf(kind);
    return mediaType === null || image === undefined
      ? []
      : [{ id: uuid, name, mediaType, bytes, ...image }];
  });
}
