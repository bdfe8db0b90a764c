import type { Actor } from '../../actors/index.ts';
import { AppError, excerpt, normaliseLineEnds, singleLine } from '../../base/index.ts';
import {
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_MESSAGE_IMAGE_BYTES,
  type AttachmentKind,
  type ConversationView,
  type ImageKind,
} from '../../contracts/index.ts';
import type { ChatDeps, ChatLimits } from '../chat-deps.ts';
import { ownConversation } from '../conversation-access.ts';
import type { ConversationViews } from '../conversation-view.ts';
import { attachmentRefusal, fileKind, type Attachment } from './attachment.ts';
import {
  createImageReader,
  imageIn,
  imageTooLarge,
  mediaTypeOf,
  sealedPieces,
} from './kept-images.ts';

export interface FileAttaching {
  /**
   * Reads a file's text, or what draws an image, and keeps that for the next message; the file itself is not kept. Refusals:
   * `attachment_too_large`, `attachment_type`, `attachment_image`, `attachment_unreadable`, `attachment_too_long`,
   * `image_too_large`, `image_unreadable`, `too_many_attachments`.
   */
  attach(
    actor: Actor,
    uuid: string,
    file: { readonly name: string; readonly bytes: Uint8Array },
  ): Promise<ConversationView>;
  /** Takes back a file that was not sent yet; one that was sent stays with its message. */
  detach(actor: Actor, uuid: string, attachmentUuid: string): Promise<ConversationView>;
  /** What an image of a message shows; `not_found` when there is none. */
  image(actor: Actor, uuid: string, attachmentUuid: string): Promise<ShownImage>;
}

export interface ShownImage {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const LONGEST_NAME = 120;

export function createFileAttaching(
  deps: ChatDeps,
  views: ConversationViews,
  limits: ChatLimits,
): FileAttaching {
  const images = createImageReader(deps);
  const most = {
    count: MAX_ATTACHMENTS,
    characters: limits.attachmentCharacters,
    imageBytes: MAX_MESSAGE_IMAGE_BYTES,
  };

  /** The text of a document, or why there is none to be had. */
  const textOf = async (kind: DocumentKind, bytes: Uint8Array) => {
    if (kind === 'text' || kind === 'markdown') return { kind, pages: null, text: utf8(bytes) };
    const maxPages = limits.attachmentPages;
    const read = await deps.attachmentReader.read({ kind, bytes, maxPages });
    if (read?.pages != null && read.pages > maxPages) {
      throw new AppError(
        'attachment_too_long',
        `The file has ${String(read.pages)} pages; at most ${String(maxPages)}. Attach the pages that matter.`,
        { data: { pages: read.pages, limit: maxPages } },
      );
    }
    return { kind, pages: read?.pages ?? null, text: read?.text ?? null };
  };

  const documentOf = async (kind: DocumentKind, bytes: Uint8Array) => {
    const { pages, text: raw } = await textOf(kind, bytes);
    // A database may take no such character, and a reader needs none.
    const text = normaliseLineEnds(raw ?? '')
      .replaceAll('\u0000', '')
      .trim();
    if (text === '') {
      throw new AppError(
        'attachment_unreadable',
        'No text could be read from this file: it is damaged, locked, a scan, or not in UTF-8. Save it anew, or copy its text.',
      );
    }
    // Counting takes long; a character is at most two units, so a text this long has too many.
    if (text.length > 2 * most.characters) throw refused('attachment_too_long', most);
    return { pages, text, characters: Array.from(text).length, bytes: bytes.length };
  };

  /** What is kept of a file; the pieces are those of an image. */
  const keptOf = async (name: string, bytes: Uint8Array, uuid: string): Promise<KeptFile> => {
    if (bytes.length > MAX_ATTACHMENT_BYTES) throw tooLarge();
    const kind = readableKind(name, bytes);
    if (!isImage(kind)) return { kind, ...(await documentOf(kind, bytes)), pieces: [] };
    const { width, height, bytes: drawing } = imageIn(kind, bytes);
    return {
      kind,
      pages: null,
      text: '',
      characters: 0,
      bytes: drawing.length,
      image: { width, height },
      pieces: sealedPieces(deps.sealer, { uuid, bytes: drawing }),
    };
  };

  const changed = async (actor: Actor, uuid: string): Promise<ConversationView> => {
    deps.bus.publish(uuid, { type: 'changed' });
    return views.view(await ownConversation(deps, uuid, actor), actor);
  };

  return {
    attach: async (actor, uuid, file) => {
      const row = await ownConversation(deps, uuid, actor);
      const name = singleLine(excerpt(file.name, LONGEST_NAME));
      const fileUuid = deps.ids.uuid();
      const { pieces, ...kept } = await keptOf(name, file.bytes, fileUuid);
      const attachment: Attachment = {
        uuid: fileUuid,
        conversationUuid: row.uuid,
        sequence: null,
        name: name === '' ? 'file' : name,
        ...kept,
        createdAtMs: deps.clock.now(),
      };
      await deps.transactions.transact(async (transaction) => {
        const writer = deps.conversations.within(transaction);
        await writer.lockOwner(row.ownerUserId);
        const waiting = await writer.waitingAttachments(row.uuid);
        const refusal = attachmentRefusal(waiting, attachment, most);
        if (refusal !== null) throw refused(refusal, most);
        await writer.addAttachment(attachment, pieces);
      });
      return changed(actor, row.uuid);
    },

    detach: async (actor, uuid, attachmentUuid) => {
      const row = await ownConversation(deps, uuid, actor);
      await deps.transactions.transact((transaction) =>
        deps.conversations.within(transaction).removeAttachment(row.uuid, attachmentUuid),
      );
      return changed(actor, row.uuid);
    },

    image: async (actor, uuid, attachmentUuid) => {
      const row = await ownConversation(deps, uuid, actor);
      const files = await deps.conversations.attachments(row.uuid);
      const file = files.find((one) => one.uuid === attachmentUuid);
      const mediaType = file === undefined ? null : mediaTypeOf(file.kind);
      const bytes = mediaType === null ? null : await images.imageBytes(attachmentUuid);
      if (file === undefined || mediaType === null || bytes === null) {
        throw new AppError('not_found', 'There is no such image.');
      }
      if (bytes === 'unreadable') {
        throw new AppError(
          'image_key_gone',
          'This image is kept, but it cannot be read: the key it was sealed with is gone, or it was altered. Attach it again.',
        );
      }
      return { name: file.name, mediaType, bytes };
    },
  };
}

type DocumentKind = Exclude<AttachmentKind, ImageKind>;

type KeptFile = Omit<
  Attachment,
  'uuid' | 'conversationUuid' | 'sequence' | 'name' | 'createdAtMs'
> & {
  readonly pieces: readonly string[];
};

function isImage(kind: AttachmentKind): kind is ImageKind {
  return mediaTypeOf(kind) !== null;
}

/** What a file is, when it can be read here. */
function readableKind(name: string, bytes: Uint8Array): AttachmentKind {
  const kind = fileKind(name, bytes);
  if (kind === 'other_image') {
    throw new AppError(
      'attachment_image',
      'Models are not shown images of this kind. Save it as PNG, JPEG or WebP.',
    );
  }
  if (kind === 'unknown') {
    throw new AppError(
      'attachment_type',
      'This kind of file cannot be read here. Attach text, Markdown, PDF, Word (.docx) or an image (PNG, JPEG, WebP, GIF).',
    );
  }
  return kind;
}

export function tooLarge(): AppError<'attachment_too_large'> {
  return new AppError(
    'attachment_too_large',
    'The file is too large: at most 20 MiB. Attach the part that matters.',
    { data: { limit: MAX_ATTACHMENT_BYTES } },
  );
}

function refused(
  code: 'too_many_attachments' | 'attachment_too_long' | 'image_too_large',
  limits: { readonly count: number; readonly characters: number },
) {
  if (code === 'image_too_large') return imageTooLarge();
  return code === 'too_many_attachments'
    ? new AppError(
        code,
        `A message takes at most ${String(limits.count)} files. Send these first, or remove one.`,
        { data: { limit: limits.count } },
      )
    : new AppError(
        code,
        `The files of one message may have at most ${String(limits.characters)} characters of text. Attach only the part that matters.`,
        { data: { limit: limits.characters } },
      );
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
