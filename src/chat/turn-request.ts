import type { UserActor } from '../actors/index.ts';
import { excerpt, singleLine, type Accompanied } from '../base/index.ts';
import type { SendMessage } from '../contracts/index.ts';
import type { RunRequest } from '../runs/index.ts';
import type { Attachment } from './attachments/attachment.ts';
import { sentWith } from './attachments/message-files.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { ClaimedTurn } from './claim-turn.ts';
import { MAX_TITLE_CHARACTERS } from './conversation.ts';
import { conversationMessages } from './history.ts';
import type { OpenPointLists } from './open-point-lists.ts';
import { chatSystemPrompt, MAX_OPEN_POINTS_IN_PROMPT } from './system-prompt.ts';

export interface InvokedSkill {
  readonly uid: number;
  readonly name: string;
  readonly process: boolean;
}

/** A turn that is about to be dispatched. */
export interface Turn {
  readonly claimed: ClaimedTurn;
  readonly actor: UserActor;
  readonly message: SendMessage & Accompanied;
  readonly skill: InvokedSkill | null;
  /** All files of the conversation. */
  readonly files: readonly Attachment[];
  /** The held process ends with this turn. */
  readonly ends: boolean;
}

/** What the run of a turn is asked: who asks, the conversation so far with the message, and what it continues. */
export async function runRequest(
  deps: Pick<ChatDeps, 'configurations' | 'conversations'> & {
    readonly openPoints: Pick<OpenPointLists, 'list'>;
  },
  turn: Turn,
): Promise<RunRequest> {
  const { claimed, actor, message, skill, ends } = turn;
  const row = claimed.before;
  const configuration =
    (await deps.configurations.configuration(row.configurationUid)) ??
    (await deps.configurations.defaultConfiguration());
  const subject = row.page === null ? null : { table: 'pages', uid: row.page };
  const processUid = skill?.uid ?? (ends ? undefined : row.process?.skillUid);
  const points =
    subject === null || processUid === undefined
      ? []
      : await deps.openPoints.list(actor, {
          subject,
          skillUid: processUid,
          limit: MAX_OPEN_POINTS_IN_PROMPT,
        });
  const content = chatSystemPrompt({
    locale: row.locale,
    page: row.page,
    openPoints: points.map(({ target, field }) => ({ ...target, field })),
  });
  // What this message withdraws is stored by the dispatch, and the model is told of it with the message.
  const entries = [
    ...(await deps.conversations.entries(row.uuid)),
    ...claimed.withdrawn.map((body) => ({ body })),
  ];
  // Ended and picked again: a lineage of its own, since a continuation does not start what it has just dropped.
  const anew = ends && skill !== null && skill.uid === claimed.heldProcessUid;
  return {
    configurationUid: configuration?.uid ?? row.configurationUid,
    messages: [
      { role: 'system', content },
      ...conversationMessages(
        entries,
        { text: message.text, files: sentWith(turn) },
        new Map(turn.files.map(({ uuid, text }) => [uuid, text])),
      ),
    ],
    actor,
    ...(skill === null
      ? {}
      : { invocation: { skillUid: skill.uid, ...(subject === null ? {} : { subject }) } }),
    ...(row.runUuid === null || anew ? {} : { predecessor: row.runUuid }),
    ...(ends && !anew ? { endProcess: true } : {}),
  };
}

/** Of the first thing that was said, or of the process and its page (facts §9). A title that is there stays. */
export async function titleOf(
  { host }: Pick<ChatDeps, 'host'>,
  { claimed, actor, message, skill }: Turn,
): Promise<string> {
  const { title, page } = claimed.held;
  const text = singleLine(message.text);
  if (title !== '') return title;
  if (text !== '' || skill === null) return excerpt(text, MAX_TITLE_CHARACTERS);
  const about = page === null ? null : await host.readPage(page, actor);
  const parts = about === null ? [skill.name] : [skill.name, about.page.title];
  return excerpt(singleLine(parts.join(' · ')), MAX_TITLE_CHARACTERS);
}
