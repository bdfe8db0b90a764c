import type {
  ConversationEntry,
  ConversationStatus,
  DenialReason,
  FieldChange,
  HeldProcess,
  Locale,
  Progress,
  ProposalOutcome,
  RecordRef,
  WriteTarget,
} from '../contracts/index.ts';

/**
 * Vocabulary. *Conversation*: one editor's talk with the assistant about one page. *Turn*: a message and the run that
 * answers it. *Card*: what a waiting run asks. *Decision*: the editor's answer to a card, recorded on the row until the
 * worker has carried it out. *Outcome*: how one card ended. *Tour*: the turns from a process's start to its completion.
 *
 * States and transitions (facts §9), each a compare-and-set on (status, run uuid, version):
 *
 *   idle, failed ──message──▶ processing ──completed──▶ idle
 *   processing ──awaiting approval / input──▶ awaiting_approval / awaiting_input
 *   processing ──failed, stopped──▶ failed
 *   awaiting_approval ──decision──▶ processing(decision) ──refused, stale preview──▶ awaiting_approval
 *   awaiting_input ──answer──▶ processing(decision) ──refused──▶ awaiting_input
 *   awaiting_* + process pin ──message──▶ processing(claimed) ──cancel won or terminal──▶ processing; else put back
 *   awaiting_*, no process pin ──message──▶ processing, the waiting run is left: what becomes of it is told as entries
 */

/** What the card showed, kept on the row before the decision is handed over (OPN-06). */
export interface DecidedCard {
  readonly tool: string;
  readonly fields: readonly FieldChange[];
  readonly target: WriteTarget | null;
  readonly callCount: number;
  readonly isProcessWrite: boolean;
  readonly processSkillUid: number | null;
  /** The point's number when the card was answered, or `null`. */
  readonly point: number | null;
}

/** The editor's answer, until the worker has carried it out. `card`/`handedOver` are set just before the hand-over. */
export type RecordedDecision =
  | {
      readonly kind: 'approval';
      readonly cardDigest: string;
      readonly approved: boolean;
      readonly reason: DenialReason | null;
      readonly card: DecidedCard | null;
    }
  | {
      readonly kind: 'input';
      readonly cardDigest: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly handedOver: boolean;
    };

/** The part of a conversation a transition may change. */
export interface ConversationState {
  readonly title: string;
  readonly status: ConversationStatus;
  readonly runUuid: string | null;
  /** The last event of `runUuid` whose notices, progress and highlight were taken over. */
  readonly eventSequence: number;
  /** The status a message's claim came from, between its claim and its dispatch or put-back; else `null`. */
  readonly claimedFrom: ConversationStatus | null;
  readonly decision: RecordedDecision | null;
  /** A person ended the process by button; the next turn says so (decisions §60). */
  readonly endProcess: boolean;
  /** Sequence of the message that started the current tour, or `null`. */
  readonly tourStart: number | null;
  readonly process: HeldProcess | null;
  readonly progress: Progress | null;
  readonly highlight: RecordRef | null;
  /** Never archived by itself. */
  readonly pinned: boolean;
  readonly archivedAtMs: number | null;
  /** Since when it is one of its owner's tabs; `null` = it is not. */
  readonly openedAtMs: number | null;
}

/** What the owner calls and where they keep a conversation: changes nothing a transition is guarded on. */
export type ConversationLabel = Partial<Pick<ConversationState, 'title' | 'pinned' | 'openedAtMs'>>;

export interface Conversation extends ConversationState {
  readonly uuid: string;
  readonly ownerUserId: string;
  readonly page: number | null;
  readonly locale: Locale;
  readonly configurationUid: number;
  /** Grows by one with every change. */
  readonly version: number;
  readonly lastSequence: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** What a transition appends. Outcomes get their id from the store's caller. */
export type NewEntry =
  | Exclude<ConversationEntry['body'], { kind: 'outcome' | 'tour_finished' }>
  | { readonly kind: 'outcome'; readonly outcome: ProposalOutcome }
  /** Its outcomes are those of the entries from `since` on, read when shown, so a later undo shows (decisions §75). */
  | { readonly kind: 'tour_finished'; readonly since: number };

/** One compare-and-set: fields that change, and entries that come with it. */
export interface ConversationChange {
  readonly set: Partial<ConversationState>;
  readonly append?: readonly NewEntry[];
  readonly left?: readonly LeftRunChange[];
}

/** A run whose card waits on without its conversation (CHT-03). */
export interface LeftRun {
  readonly runUuid: string;
  /** The last of its events the conversation was told of. */
  readonly eventSequence: number;
}

/** A run that is left, or that was heard of anew; `null` = it has ended and is told of no more. */
export interface LeftRunChange extends Omit<LeftRun, 'eventSequence'> {
  readonly eventSequence: number | null;
}

export function isAwaiting(status: ConversationStatus): boolean {
  return status === 'awaiting_approval' || status === 'awaiting_input';
}

/** Longest title in characters (facts §9). */
export const MAX_TITLE_CHARACTERS = 255;
