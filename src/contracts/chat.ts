import { z } from 'zod';
import { AttachmentView, MAX_ATTACHMENTS } from './attachments.ts';
import { DenialReason, FieldChange, Locale, RecordRef } from './records.ts';
import { RunNotice } from './notices.ts';
import { HeldProcess, PendingCard, Progress } from './runs.ts';
import { BudgetStop } from './usage.ts';

export const ConversationStatus = z.enum([
  'idle',
  'processing',
  'awaiting_approval',
  'awaiting_input',
  'failed',
]);
export type ConversationStatus = z.infer<typeof ConversationStatus>;

/** How one card ended (CHT-05, CHT-09). `undone` marks an applied change taken back later (decisions §75). */
export const ProposalOutcomeKind = z.enum([
  'applied',
  'check',
  'not_applied',
  'variant',
  'skipped',
  'kept',
  'withdrawn',
  'approved',
  'denied',
]);
export type ProposalOutcomeKind = z.infer<typeof ProposalOutcomeKind>;

/** How much of what was approved was carried out. */
export const CarriedOut = z.enum(['wholly', 'partly', 'not']);
export type CarriedOut = z.infer<typeof CarriedOut>;

export const ProposalOutcome = z.object({
  id: z.string(),
  kind: ProposalOutcomeKind,
  /** The card's fields as they were shown; empty for a call without preview fields. */
  fields: z.array(FieldChange),
  tool: z.string(),
  target: RecordRef.nullable(),
  /** What takes back all that was saved; `null` also when that is more than one entry. */
  historyId: z.string().nullable(),
  undone: z.boolean(),
  /** Of an approved card whose calls were seen to end; left out for any other. */
  carriedOut: CarriedOut.optional(),
  point: z.number().int().nullable(),
});
export type ProposalOutcome = z.infer<typeof ProposalOutcome>;

/** One entry of a conversation, oldest first. `sequence` orders them and has no gap. */
export const ConversationEntry = z.object({
  sequence: z.number().int().positive(),
  atMs: z.number().int(),
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('user'),
      text: z.string(),
      skillName: z.string().nullable(),
      /** Files that came with it; left out when none did. */
      attachments: z.array(AttachmentView).optional(),
    }),
    /** Model text: untrusted Markdown, to be rendered sanitised. */
    z.object({ kind: z.literal('assistant'), text: z.string() }),
    z.object({ kind: z.literal('notice'), notice: RunNotice }),
    z.object({ kind: z.literal('outcome'), outcome: ProposalOutcome }),
    /** A turn that ended without an answer: `code` of `ERROR_STATUS` or a termination, and the server's sentence. */
    z.object({
      kind: z.literal('stopped'),
      code: z.string(),
      message: z.string(),
      /** Of `budget_exhausted`: which limit, and when it begins anew. */
      budget: BudgetStop.optional(),
    }),
    /** The process reported completion; the summary is drawn from the outcomes since its start. */
    z.object({ kind: z.literal('tour_finished'), outcomes: z.array(ProposalOutcome) }),
  ]),
});
export type ConversationEntry = z.infer<typeof ConversationEntry>;

export const ConversationView = z.object({
  uuid: z.string(),
  title: z.string(),
  page: z.number().int().nullable(),
  pageTitle: z.string().nullable(),
  language: z.string().nullable(),
  status: ConversationStatus,
  /** Grows with every change; a client that holds an older one reloads. */
  version: z.number().int(),
  runUuid: z.string().nullable(),
  process: HeldProcess.nullable(),
  progress: Progress.nullable(),
  highlight: RecordRef.nullable(),
  card: PendingCard.nullable(),
  /** Earlier variants of the waiting card, oldest first. */
  earlierVariants: z.array(z.array(FieldChange)),
  /** The held process's approval was revoked: nothing more is saved under it. `because` are the administrator's words. */
  revoked: z.object({ because: z.string() }).nullable(),
  /** The version was revoked while the card waited, and approved again: the card can be answered as before (APR-03). */
  approvedAgain: z.boolean().optional(),
  entries: z.array(ConversationEntry),
  /** Its configuration wants the waiting card approved by somebody else; the owner may decline it. */
  needsSecondPerson: z.literal(true).optional(),
  /** Files that wait to be sent with the next message. */
  attachments: z.array(AttachmentView),
  /** Images are among them, and the model of this conversation is not shown any: it is told their names alone. */
  imagesUnseen: z.boolean(),
  /** Never archived by itself. */
  pinned: z.boolean(),
  archivedAtMs: z.number().int().nullable(),
  /** Since when it is one of the panel's tabs; `null` = it is not. */
  openedAtMs: z.number().int().nullable(),
  updatedAtMs: z.number().int(),
});
export type ConversationView = z.infer<typeof ConversationView>;

export const CreateConversation = z.object({ page: z.number().int().nullable(), locale: Locale });
export type CreateConversation = z.infer<typeof CreateConversation>;

/** A title one gives a conversation: one line of at most 255 characters. */
export const RenameConversation = z.object({ title: z.string().max(255) });
export type RenameConversation = z.infer<typeof RenameConversation>;

/** `false` lets it be archived by itself again. */
export const PinConversation = z.object({ pinned: z.boolean() });
export type PinConversation = z.infer<typeof PinConversation>;

/** Makes it one of the panel's tabs, or closes its tab. */
export const OpenTab = z.object({ open: z.boolean() });
export type OpenTab = z.infer<typeof OpenTab>;

export const SendMessage = z.object({
  /** At most 10,000 characters. May be empty when a skill is invoked. */
  text: z.string().max(10_000),
  /** The skill picked from the slash menu, only with the message that picked it (decisions §61). */
  skillUid: z.number().int().optional(),
  endProcess: z.boolean().optional(),
  /** Uuids of files of this conversation that were not sent yet. */
  attachments: z.array(z.string()).max(MAX_ATTACHMENTS).optional(),
});
export type SendMessage = z.infer<typeof SendMessage>;

/** An answer to a card. `reason` only with `deny` on a process write. */
export const DecideCard = z.object({
  cardDigest: z.string(),
  answer: z.enum(['approve', 'deny']),
  reason: DenialReason.optional(),
});
export type DecideCard = z.infer<typeof DecideCard>;

export const AnswerInput = z.object({
  cardDigest: z.string(),
  input: z.record(z.string(), z.unknown()),
});
export type AnswerInput = z.infer<typeof AnswerInput>;

/** What the conversation's stream sends. `changed` has an id (the version); `delta` is live only and never stored. */
export const ConversationStreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), conversation: ConversationView }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('progress'), progress: Progress }),
  z.object({ type: z.literal('highlight'), highlight: RecordRef }),
]);
export type ConversationStreamEvent = z.infer<typeof ConversationStreamEvent>;

/** A skipped finding, in words made of labels and page titles only (OPN-05, OPN-07). */
export const OpenPointView = z.object({
  id: z.string(),
  skillUid: z.number().int(),
  skillIdentifier: z.string(),
  page: z.number().int(),
  pageTitle: z.string(),
  language: z.string(),
  target: RecordRef,
  field: z.string(),
  sentence: z.object({ en: z.string(), de: z.string() }),
  /** Where on the page: the kind of record, which one of its kind there (from 1), and the field; labels and a number only. */
  place: z.object({
    record: z.object({ en: z.string(), de: z.string() }),
    number: z.number().int().nullable(),
    field: z.object({ en: z.string(), de: z.string() }).nullable(),
  }),
  atMs: z.number().int(),
});
export type OpenPointView = z.infer<typeof OpenPointView>;
