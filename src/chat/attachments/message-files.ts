import { AppError } from '../../base/index.ts';
import type { AttachmentView, SendMessage } from '../../contracts/index.ts';
import type { ChatDeps } from '../chat-deps.ts';
import type { Conversation } from '../conversation.ts';
import type { Attachment } from './attachment.ts';

/** A message, and all files of its conversation. */
interface MessageWithFiles {
  readonly message: SendMessage;
  readonly files: readonly Attachment[];
}

/** The conversation's files; `not_found` when the message names one that does not wait here. */
export async function filesFor(
  deps: Pick<ChatDeps, 'conversations'>,
  { uuid }: Conversation,
  { attachments = [] }: SendMessage,
): Promise<readonly Attachment[]> {
  const files = await deps.conversations.attachments(uuid);
  const waits = (wanted: string) =>
    files.some((file) => file.uuid === wanted && file.sequence === null);
  if (attachments.every(waits)) return files;
  throw new AppError('not_found', 'One of the files is not there any more. Attach it again.');
}

/** The files that go with the turn's message, in the order in which they were attached. */
export function sentWith({ files, message }: MessageWithFiles): readonly Attachment[] {
  return files.filter(({ uuid }) => message.attachments?.includes(uuid) === true);
}

/** What the message's entry says of its files. */
export function shownFiles(turn: MessageWithFiles): { attachments?: AttachmentView[] } {
  const attachments = sentWith(turn).map(
    ({ uuid, name, kind, bytes, pages, characters, image }): AttachmentView => ({
      uuid,
      name,
      kind,
      bytes,
      pages,
      characters,
      ...(image === undefined ? {} : { image }),
    }),
  );
  return attachments.length === 0 ? {} : { attachments };
}
