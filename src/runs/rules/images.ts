import { MAX_MESSAGE_IMAGE_BYTES, type SaidNotice } from '../../contracts/index.ts';
import { UNSEEN_IMAGES_TEXT, type ImageRef, type ModelMessage } from '../../models/index.ts';
import { leftOutImagesText } from '../../prompts/index.ts';

/** Images of one request: more is refused by some provider. */
export const MAX_REQUEST_IMAGES = 8;
/** Bytes of the images of one request: in Base64 they are 16 MiB, and the least that a provider takes is 20. */
export const MAX_REQUEST_IMAGE_BYTES = MAX_MESSAGE_IMAGE_BYTES;

/** Every image of a transcript, oldest first. */
export function imagesOf(messages: readonly ModelMessage[]): readonly ImageRef[] {
  const images: ImageRef[] = [];
  for (const message of messages) {
    if (message.role === 'user' && message.images !== undefined) images.push(...message.images);
  }
  return images;
}

/** Those of `all`, oldest first, that one request cannot carry: all but the newest that are within the limits. */
export function imagesOverLimit(all: readonly ImageRef[]): readonly ImageRef[] {
  let bytes = 0;
  let kept = 0;
  for (const image of [...all].reverse()) {
    bytes += image.bytes;
    if (kept === MAX_REQUEST_IMAGES || bytes > MAX_REQUEST_IMAGE_BYTES) break;
    kept += 1;
  }
  return all.slice(0, all.length - kept);
}

/** The transcript without the images; each message says which of its own it lost. */
export function withoutImages(
  messages: readonly ModelMessage[],
  leftOut: readonly ImageRef[],
): readonly ModelMessage[] {
  if (leftOut.length === 0) return messages;
  return messages.map((message) => {
    if (message.role !== 'user' || message.images === undefined) return message;
    const lost = message.images.filter((image) => leftOut.includes(image));
    if (lost.length === 0) return message;
    const content = `${leftOutImagesText(lost)}\n\n${message.content}`;
    const images = message.images.filter((image) => !leftOut.includes(image));
    return { role: 'user', content, ...(images.length === 0 ? {} : { images }) };
  });
}

/** The transcript for a model that sees no images: it is told so where there were some. */
export function unseenImages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (imagesOf(messages).length === 0) return messages;
  return messages.map((message) =>
    message.role === 'user' && message.images !== undefined
      ? { role: 'user', content: `${UNSEEN_IMAGES_TEXT}\n\n${message.content}` }
      : message,
  );
}

/** What the person is told of images they sent that are not shown to the model; `null`: all are. */
export function imageNotice(facts: {
  readonly seesImages: boolean;
  readonly sent: readonly ImageRef[];
  readonly leftOut: readonly ImageRef[];
}): SaidNotice | null {
  const { seesImages, sent, leftOut } = facts;
  return seesImages ? named('images_left_out', leftOut) : named('images_unseen', sent);
}

/** What the person is told of images that are kept and cannot be read; `null`: there are none. */
export function unreadableNotice(images: readonly ImageRef[]): SaidNotice | null {
  return named('images_unreadable', images);
}

function named(code: SaidNotice['code'], images: readonly ImageRef[]): SaidNotice | null {
  if (images.length === 0) return null;
  return { code, data: { count: images.length, names: images.map(({ name }) => name).join(', ') } };
}
