import { z } from 'zod';
import { PrivacyLevel } from './privacy.ts';
import { DenialReason, FieldChange, LocalisedText, RecordRef, WriteTarget } from './records.ts';
import { RunStatus } from './run-status.ts';

export const RunOutcome = z.enum([
  'completed',
  'awaiting_approval',
  'awaiting_input',
  'suspend_failed',
  'guardrail_blocked',
  'guardrail_approval_required',
  'failed',
  'cancelled',
  'requeued',
  'lease_lost',
]);
export type RunOutcome = z.infer<typeof RunOutcome>;

export const RunTermination = z.enum([
  'completed',
  'max_iterations',
  'budget_exhausted',
  'policy_denied',
  'approval_denied',
  'provider_failed',
  'cancelled',
  'retries_exhausted',
  'not_retryable',
  'context_truncated',
  'pin_failed',
  'four_eyes_blocked',
  /** Whoever started it was deleted while it had not ended. */
  'person_deleted',
]);
export type RunTermination = z.infer<typeof RunTermination>;

/** One call of a waiting card. */
export const PendingCall = z.object({
  callId: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  effect: z.enum(['read_only', 'idempotent_write', 'non_idempotent_write']),
  preview: z.object({
    /** At most 20 lines of at most 500 characters. */
    lines: z.array(z.string()),
    fields: z.array(FieldChange),
    failed: z.boolean(),
    /** Why it failed: a code of the host or of ours; absent when it did not, or when nobody knows. */
    reason: z.string().optional(),
    /** What is done, in words, where it is more than setting the fields. */
    action: LocalisedText.optional(),
    /** What else one should know before saying yes: what stays behind, what refers to it. */
    notes: z.array(LocalisedText).optional(),
  }),
  target: WriteTarget.nullable(),
});
export type PendingCall = z.infer<typeof PendingCall>;

/** What a waiting run asks. A decision names `digest`; a different one is refused (DEC-01). */
export const PendingCard = z.object({
  kind: z.enum(['approval', 'input']),
  digest: z.string(),
  calls: z.array(PendingCall),
  /** One pending write in a process: four answers instead of two (CHT-04). */
  isProcessWrite: z.boolean(),
  inputTool: z.string().nullable(),
  /** JSON Schema of the answer, for kind `input`. */
  inputSchema: z.record(z.string(), z.unknown()).nullable(),
  /** A call it would carry out is for administrators alone, as those of other servers are: one of them has to approve it. */
  forAdministrators: z.literal(true).optional(),
});
export type PendingCard = z.infer<typeof PendingCard>;

/** Position of a process, as its progress tool reported it. Integers and a flag, never prose (BLT-01). */
export const Progress = z.object({
  current: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  completed: z.boolean(),
});
export type Progress = z.infer<typeof Progress>;

/** A process in words: name and digest of the approved version. */
export const HeldProcess = z.object({
  skillUid: z.number().int(),
  name: z.string(),
  digest: z.string(),
  /** The source it was pinned in, whose approval counts (decisions §55); not known of what was kept before. */
  sourceUid: z.number().int().optional(),
});
export type HeldProcess = z.infer<typeof HeldProcess>;

/** A run as those who may read it see it. Never the suspended state. */
export const RunView = z.object({
  uuid: z.string(),
  status: RunStatus,
  termination: RunTermination.nullable(),
  message: z.string().nullable(),
  holdsProcessPin: z.boolean(),
  processSkillUid: z.number().int().nullable(),
  /** The held process pin in words for the header: name and digest of the pinned version. Absent or `null` without one. */
  heldProcess: HeldProcess.nullable().optional(),
  /** The process it runs or ran, in words: kept when the process has ended. `null` for a run without one. */
  process: HeldProcess.nullable().optional(),
  /** The record it was started on. */
  subject: RecordRef.nullable().optional(),
  /** The conversation it belongs to; `null` for a run that was started elsewhere. */
  conversationUuid: z.string().nullable().optional(),
  /** Account of the person who started it; `null` for a service account. */
  initiatorUserId: z.string().nullable().optional(),
  configurationUid: z.number().int().optional(),
  card: PendingCard.nullable(),
  progress: Progress.nullable(),
  highlight: RecordRef.nullable(),
  createdAtMs: z.number().int(),
  finishedAtMs: z.number().int().nullable(),
});
export type RunView = z.infer<typeof RunView>;

export const RunEventKind = z.enum([
  'request',
  'llm',
  'tool',
  'assembled',
  'context',
  'approval',
  'input',
  'dropped',
  'write',
  'progress',
  'highlight',
  'notice',
  'status',
]);
export type RunEventKind = z.infer<typeof RunEventKind>;

/** One line of a run's log. `sequence` starts at 1 and has no gap; a reader resumes after the last one it saw. */
export const RunEvent = z.object({
  runUuid: z.string(),
  sequence: z.number().int().positive(),
  kind: RunEventKind,
  payload: z.record(z.string(), z.unknown()),
  atMs: z.number().int(),
});
export type RunEvent = z.infer<typeof RunEvent>;

/** An approval outside a conversation names the card it was made on (DEC-01). */
export const ApproveRun = z.object({ cardDigest: z.string() });
export type ApproveRun = z.infer<typeof ApproveRun>;

export const DenyRun = z.object({ cardDigest: z.string(), reason: DenialReason.optional() });
export type DenyRun = z.infer<typeof DenyRun>;

export const AnswerRun = z.object({
  cardDigest: z.string(),
  input: z.record(z.string(), z.unknown()),
});
export type AnswerRun = z.infer<typeof AnswerRun>;

/** How a decision ended: the run works on until it pauses or ends, and this is where it stands then. */
export const RunDecided = z.object({
  uuid: z.string(),
  outcome: RunOutcome,
  termination: RunTermination.nullable(),
  message: z.string(),
  /** A call failed since the decision, and it is not known whether it changed anything: somebody has to look (WRT-10). */
  effectUnknown: z.literal(true).optional(),
});
export type RunDecided = z.infer<typeof RunDecided>;

/** A run as lists show it: with the page, the people and the names that go with it, as far as the reader may know them. */
export const RunListItem = RunView.extend({
  /** `null`: about no page, or about one the reader may not read. */
  page: z.object({ uid: z.number().int(), title: z.string() }).nullable(),
  /** Empty when a service account started it. */
  startedBy: z.string(),
  isMine: z.boolean(),
  /** Whether it is a turn of a conversation, also where the reader gets no way to that. */
  isConversation: z.boolean().optional(),
  /** Empty when it is gone. */
  configurationName: z.string(),
});
export type RunListItem = z.infer<typeof RunListItem>;

/** A waiting run as the inbox shows it. */
export const InboxItem = RunListItem.extend({
  /** Why this person may not answer so: the code of the refusal the server would give, or `preview_failed`. `null` = may. */
  refusals: z.object({ approve: z.string().nullable(), deny: z.string().nullable() }),
  /** The card's values are about records this person may not read, and are left out. */
  isWithheld: z.boolean(),
  /** Why: a record is one they may not read, or a call is about none, so that only its initiator and administrators see it. */
  withheldBecause: z.enum(['record_unreadable', 'no_record']).nullable().optional(),
  /** The configuration asks for a second person. */
  requiresSecondApprover: z.boolean(),
});
export type InboxItem = z.infer<typeof InboxItem>;

const PinInspection = z.object({
  skillUid: z.number().int(),
  sourceUid: z.number().int(),
  name: z.string(),
  digest: z.string(),
  process: z.boolean(),
  /** `holds`, or why it would not at its next check. */
  verdict: z.string(),
});

const CallInspection = z.object({
  callId: z.string(),
  tool: z.string(),
  effect: z.enum(['read_only', 'idempotent_write', 'non_idempotent_write']),
  /** `waiting`: on the card; `done`; `error`; `unknown`: it failed, and may have changed something all the same (WRT-10). */
  state: z.enum(['waiting', 'done', 'error', 'unknown']),
  resultBytes: z.number().int().nullable(),
  write: z
    .object({
      target: RecordRef.nullable(),
      completeness: z.string().nullable(),
      hookFailedAfterWrite: z.boolean(),
    })
    .nullable(),
});

const DecisionInspection = z.object({
  sequence: z.number().int(),
  kind: z.enum(['approval', 'input']),
  /** `null` for an answer to a question. */
  approved: z.boolean().nullable(),
  reason: z.string().nullable(),
  /** Account, or `service:…`. */
  by: z.string(),
  /** What they are called, also deleted; `null` or absent: no person, or unknown here. */
  byName: z.string().nullable().optional(),
  cardDigest: z.string(),
  tools: z.array(z.string()),
  atMs: z.number().int(),
});

const InspectedMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  calls: z.array(z.object({ callId: z.string(), tool: z.string(), arguments: z.string() })),
});

/** Everything there is to know of one run. Content only for the person who started it; everybody else sees what happened. */
export const RunInspection = z.object({
  run: RunView,
  outcome: RunOutcome.nullable(),
  predecessor: z.string().nullable(),
  invocation: z.object({ skillUid: z.number().int() }).nullable(),
  forcedSkillUids: z.array(z.number().int()),
  pins: z.array(PinInspection),
  allowList: z.object({
    /** As the run stored it; `null` = no skill declares tools. */
    stored: z.array(z.string()).nullable(),
    /** As the skills declare now. */
    live: z.array(z.string()).nullable(),
    /** What the next segment would get. */
    both: z.array(z.string()).nullable(),
  }),
  /** Tools and why each is offered or not, with the gates as they are now. */
  tools: z.array(z.object({ tool: z.string(), offered: z.boolean(), reason: z.string() })),
  /** Instruction sections of the next model call. */
  sections: z.array(z.object({ skillUid: z.number().int(), name: z.string(), digest: z.string() })),
  catalogue: z.array(z.object({ uid: z.number().int(), name: z.string() })),
  calls: z.array(CallInspection),
  decisions: z.array(DecisionInspection),
  messages: z.array(InspectedMessage).nullable(),
  /** How much of what is said is kept now; earlier steps were kept as it was then. */
  privacyLevel: PrivacyLevel,
  /** What is kept of what was said, step by step, by the event's sequence; `null` for everybody but its person (SEC-05). */
  contents: z.array(z.object({ sequence: z.number().int(), content: z.unknown() })).nullable(),
  /** Why `messages` is `null`. */
  messagesState: z.enum(['shown', 'not_yours', 'gone', 'unreadable']),
  pauses: z.number().int(),
  requeues: z.number().int(),
});
export type RunInspection = z.infer<typeof RunInspection>;

/** The same with the names that go with the run. */
export const InspectedRun = RunInspection.extend({ run: RunListItem });
export type InspectedRun = z.infer<typeof InspectedRun>;
