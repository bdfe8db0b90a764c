import { z } from 'zod';
import { DenialReason, FieldChange, RecordRef, WriteTarget } from './records.ts';

export const RunStatus = z.enum([
  'queued',
  'running',
  'waiting_for_approval',
  'waiting_for_input',
  'completed',
  'failed',
  'cancelled',
]);
export type RunStatus = z.infer<typeof RunStatus>;

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
});
export type PendingCard = z.infer<typeof PendingCard>;

/** Position of a process, as its progress tool reported it. Integers and a flag, never prose (BLT-01). */
export const Progress = z.object({
  current: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  completed: z.boolean(),
});
export type Progress = z.infer<typeof Progress>;

/** Something the run tells the person before its answer: dropped pins, skipped skills (CHT-05). */
export const RunNotice = z.object({
  code: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type RunNotice = z.infer<typeof RunNotice>;

/** A run as those who may read it see it. Never the suspended state. */
export const RunView = z.object({
  uuid: z.string(),
  status: RunStatus,
  termination: RunTermination.nullable(),
  message: z.string().nullable(),
  holdsProcessPin: z.boolean(),
  processSkillUid: z.number().int().nullable(),
  /** The held process pin in words for the header: name and digest of the pinned version. Absent or `null` without one. */
  heldProcess: z
    .object({ skillUid: z.number().int(), name: z.string(), digest: z.string() })
    .nullable()
    .optional(),
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
});
export type RunDecided = z.infer<typeof RunDecided>;
