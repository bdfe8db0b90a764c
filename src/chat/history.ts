import type { AttachmentView, ConversationEntry, ProposalOutcome } from '../contracts/index.ts';
import type { ModelMessage } from '../models/index.ts';
import { attachedFilesBlock, attachedImagesText } from '../prompts/index.ts';
import { imageRefs } from './attachments/kept-images.ts';
import type { NewEntry } from './conversation.ts';

/** What a person says by picking a skill without a word of their own. */
const START_TEXT = 'Please begin.';

/**
 * The conversation as the model reads it: what both sides said, oldest first, and how cards ended as short fixed lines in
 * front of the next thing the editor said. Names records and fields, never values. Documents come as fenced data before the
 * message they were sent with, images beside it, and nowhere else.
 */
export function conversationMessages(
  entries: readonly { readonly body: ConversationEntry['body'] | NewEntry }[],
  message: { readonly text: string; readonly files?: readonly AttachmentView[] },
  /** Text of all files, by uuid. */
  fileTexts: ReadonlyMap<string, string> = new Map(),
): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  let facts: string[] = [];
  const user = (text: string, files: readonly AttachmentView[]) => {
    const said = text.trim() === '' ? START_TEXT : text;
    const documents = files.filter(({ image }) => image === undefined);
    const images = imageRefs(files);
    const parts = [
      attachedFilesBlock(
        documents.map(({ uuid, name }) => ({ name, text: fileTexts.get(uuid) ?? '' })),
      ),
      attachedImagesText(images),
      facts.length === 0 ? '' : `[${facts.join('; ')}]`,
      said,
    ];
    facts = [];
    messages.push({
      role: 'user',
      content: parts.filter((part) => part !== '').join('\n\n'),
      ...(images.length === 0 ? {} : { images }),
    });
  };
  for (const { body } of entries) {
    switch (body.kind) {
      case 'user':
        user(body.text, body.attachments ?? []);
        break;
      case 'assistant':
        messages.push({ role: 'assistant', content: body.text, toolCalls: [] });
        break;
      case 'outcome':
        facts.push(outcomeFact(body.outcome));
        break;
      case 'stopped':
        facts.push('the last turn ended without an answer');
        break;
      case 'notice':
      case 'tour_finished':
        break;
    }
  }
  user(message.text, message.files ?? []);
  return messages;
}

function outcomeFact(outcome: ProposalOutcome): string {
  const fields = [...new Set(outcome.fields.map(({ field }) => field))];
  const { target, tool } = outcome;
  // Where no record is named, the call says what the card was about.
  const record =
    target !== null
      ? ` ${target.table} ${String(target.uid)}`
      : fields.length > 0
        ? ''
        : ` ${tool}`;
  const named = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
  return `card ${howItWent(outcome)}:${record.trimEnd()}${named}`;
}

function howItWent({ kind, undone, carriedOut }: ProposalOutcome): string {
  if (undone) return 'undone';
  if (kind !== 'approved' && kind !== 'not_applied') return kind;
  if (carriedOut === 'partly') return 'approved, carried out in part';
  if (kind === 'approved') return carriedOut === 'not' ? 'approved, failed' : kind;
  return carriedOut === 'wholly' ? 'approved, carried out without a change of the page' : kind;
}
