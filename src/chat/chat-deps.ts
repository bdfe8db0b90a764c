import type { ActorDirectory } from '../actors/index.ts';
import type { Clock, Ids, Sealer, Transaction, Transactions } from '../base/index.ts';
import type { ContentHost } from '../content/index.ts';
import type { Configuration, ConfigurationReader } from '../models/index.ts';
import type { AgentRuntime, WakeUp } from '../runs/index.ts';
import type { SkillReader, SkillStore } from '../skills/index.ts';
import type { AttachmentReader } from './attachments/attachment.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationBus } from './conversation-bus.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { OpenPointStore } from './open-point-store.ts';

/** What the chat is made of. It uses only the public surface of runs, skills and content (design §2). */
export interface ChatDeps {
  readonly conversations: ConversationStore;
  readonly openPoints: OpenPointStore;
  readonly transactions: Transactions;
  readonly runtime: AgentRuntime;
  readonly directory: ActorDirectory;
  readonly configurations: ConfigurationReader;
  readonly skills: Pick<SkillReader, 'skill' | 'approvalOf'> & Pick<SkillStore, 'approvals'>;
  readonly host: ContentHost;
  readonly attachmentReader: AttachmentReader;
  /** Whether a configuration's model is shown images. */
  readonly seesImages: (configuration: Configuration) => Promise<boolean>;
  readonly sealer: Sealer;
  readonly wakeUp: WakeUp;
  readonly bus: ConversationBus;
  readonly clock: Clock;
  readonly ids: Ids;
  /**
   * Told in the transaction that ends a tour, with the conversation as it was and the process that ended; what it writes
   * stands or falls with it.
   */
  readonly onTourFinished?: (transaction: Transaction, conversation: Conversation) => Promise<void>;
  /** For what an operator should know; never content. */
  readonly log: (message: string, data: Readonly<Record<string, unknown>>) => void;
}

export interface ChatLimits {
  /** Default 10,000. */
  readonly messageCharacters: number;
  /** Turns one person may have in work at once. Default 3. */
  readonly processing: number;
  /** Conversations one person may keep that are not archived. Default 50. */
  readonly conversations: number;
  /** Days without use after which a conversation is archived. Default 30. */
  readonly archiveAfterDays: number;
  /** Days in the archive after which it is deleted. Default 90. */
  readonly deleteArchivedAfterDays: number;
  /** Text of all files of one message. Default 50,000. */
  readonly attachmentCharacters: number;
  /** Pages of one file. Default 200. */
  readonly attachmentPages: number;
}

/** facts §9. */
export const DEFAULT_CHAT_LIMITS: ChatLimits = {
  messageCharacters: 10_000,
  processing: 3,
  conversations: 50,
  archiveAfterDays: 30,
  deleteArchivedAfterDays: 90,
  attachmentCharacters: 50_000,
  attachmentPages: 200,
};
