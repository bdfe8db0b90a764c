import type { Transaction } from '../base/index.ts';
import type { AttachmentView, ConversationEntry } from '../contracts/index.ts';
import type { Attachment } from './attachments/attachment.ts';
import type {
  Conversation,
  ConversationChange,
  ConversationLabel,
  LeftRun,
} from './conversation.ts';

/** What a compare-and-set compares: the row as it was read. */
export type ConversationGuard = Pick<Conversation, 'uuid' | 'status' | 'runUuid' | 'version'>;

/** Conversations and their entries. */
export interface ConversationStore {
  conversation(uuid: string): Promise<Conversation | null>;
  /** Files that wait to be sent with the next message, oldest first. */
  waitingAttachments(uuid: string): Promise<readonly AttachmentView[]>;
  /** All files, sent or not, with their text. */
  attachments(uuid: string): Promise<readonly Attachment[]>;
  /** What an image shows, as it was added: sealed, in pieces; empty when there is no such image. */
  imagePieces(attachmentUuid: string): Promise<readonly string[]>;
  /** Oldest first, outcomes and tour summaries filled in. */
  entries(uuid: string): Promise<readonly ConversationEntry[]>;
  /** Not archived, newest change first; of one page, when one is given. At most `limit`. */
  activeOf(
    ownerUserId: string,
    options: { readonly page?: number; readonly limit: number },
  ): Promise<readonly Conversation[]>;
  /** What one person has, newest change first. At most `limit`. */
  find(ownerUserId: string, filter: ConversationFilter): Promise<readonly Conversation[]>;
  counts(ownerUserId: string): Promise<{ readonly active: number; readonly processing: number }>;
  /** The versions of these conversations; those that are gone are left out. */
  versions(uuids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Uuids of all conversations in `processing`. */
  processing(): Promise<readonly string[]>;
  /** Runs whose cards this conversation went on without, as long as something of them is to be told. */
  leftRuns(uuid: string): Promise<readonly LeftRun[]>;
  /**
   * Conversations that wait for a card while their run was decided or ended without them, and of those that are at
   * rest while something became of a run they left.
   */
  overtaken(): Promise<readonly Pick<Conversation, 'uuid' | 'ownerUserId'>[]>;
  /** Conversations, not archived, whose latest run holds a pin of exactly this version, whether or not it has ended. */
  holding(version: {
    readonly skillUid: number;
    readonly digest: string;
  }): Promise<readonly Conversation[]>;
  /** Every version such conversations hold, and by how many of them. */
  held(): Promise<
    readonly { readonly skillUid: number; readonly digest: string; readonly count: number }[]
  >;
  within(transaction: Transaction): ConversationWriter;
}

export interface ConversationFilter {
  readonly page?: number;
  /** Archived ones alone, or those that are not. Left out: both. */
  readonly archived?: boolean;
  /** Found in the title or in something the person wrote, in any case; every character counts as itself. */
  readonly text?: string;
  readonly limit: number;
}

export interface ConversationWriter {
  /** Serialises what one person starts, so that limits hold; until the transaction ends. */
  lockOwner(ownerUserId: string): Promise<void>;
  counts(ownerUserId: string): Promise<{ readonly active: number; readonly processing: number }>;
  insert(conversation: Conversation): Promise<void>;
  /** The row after the change, or `null` when the row moved meanwhile; then nothing was written. */
  change(
    guard: ConversationGuard,
    change: ConversationChange,
    atMs: number,
  ): Promise<Conversation | null>;
  /** Marks the outcome that wrote this history entry as undone, or as not undone. Returns the conversations that show it. */
  markUndone(
    historyId: string,
    mark: { readonly undone: boolean; readonly atMs: number },
  ): Promise<readonly string[]>;
  /** Changes no version, so it never loses a transition its race. `false` when there is no such conversation. */
  label(uuid: string, label: ConversationLabel): Promise<boolean>;
  /** Gives conversations that are not in work a new version, so that readers everywhere look again. */
  touch(uuids: readonly string[]): Promise<void>;
  waitingAttachments(uuid: string): Promise<readonly AttachmentView[]>;
  /** `pieces`: what an image shows, sealed. */
  addAttachment(attachment: Attachment, pieces?: readonly string[]): Promise<void>;
  /** Only one that was not sent. */
  removeAttachment(conversationUuid: string, uuid: string): Promise<void>;
  /** Gives files that wait to a message. Returns how many still waited. */
  sendAttachments(
    conversationUuid: string,
    uuids: readonly string[],
    sequence: number,
  ): Promise<number>;
  /** Deletes the conversation with its entries, when the row is still the guarded one. */
  remove(guard: ConversationGuard, atMs: number): Promise<boolean>;
  /** Archives what nobody used since `beforeMs`: settled, and not pinned. Returns how many. */
  archiveUnused(beforeMs: number, atMs: number): Promise<number>;
  /** Deletes what was archived before `beforeMs`, with its entries. Returns how many. */
  deleteArchived(beforeMs: number): Promise<number>;
  /**
   * Takes the work on a conversation in `processing` for `owner` until `untilMs`, or prolongs it. Changes no version.
   * `false` when another owner holds it and its time is not over at `nowMs`, or when there is no work.
   */
  takeWork(
    uuid: string,
    work: { readonly owner: string; readonly untilMs: number; readonly nowMs: number },
  ): Promise<boolean>;
  /**
   * Prolongs the work, also one whose time is over. `false` when `owner` does not hold it any more. Nobody else takes it before
   * the transaction ends.
   */
  keepWork(
    uuid: string,
    work: { readonly owner: string; readonly untilMs: number },
  ): Promise<boolean>;
  /** Gives the work back, when `owner` still holds it. */
  leaveWork(uuid: string, owner: string): Promise<void>;
  /** Makes the work of everybody but `owner` free: only for a server that is the only one. */
  freeWorkOfOthers(owner: string): Promise<void>;
}
