import { z } from 'zod';

/** Of what a send is put together from: a skill or snippet that is not in it, or not as one would think. */
export const CompositionNotice = z.enum([
  /** Switched off, gone from its source, or not attached any more; `reason` says which. */
  'skill_not_available',
  /** A skill that is not there at all. */
  'skill_gone',
  'skill_damaged',
  'process_skipped',
  /** An instruction there was no room for. */
  'section_skipped',
  /** An instruction that is reference text now. */
  'section_fenced',
  /** Reference text there was no room for. */
  'fenced_dropped',
  'snippet_left_out',
  'already_loaded',
  'held_version_kept',
  'context_blocked',
]);
export type CompositionNotice = z.infer<typeof CompositionNotice>;

/** Everything people are told of a run beside its answer (CHT-05); each code has words on every screen that shows it. */
export const NoticeCode = z.enum([
  ...CompositionNotice.options,
  'pin_dropped',
  'pin_failed',
  'subject_gone',
  'subject_kept',
  'process_ended',
  'question_withdrawn',
  /** A card of no process, which a message leaves as it is; it is decided in the inbox. */
  'left_waiting',
  /** The run of such a card ended without an answer; `stopped` says whether somebody stopped it. */
  'left_ended',
  'preview_moved',
  'decided_elsewhere',
  'answered_elsewhere',
  'images_unseen',
  'images_left_out',
  /** Kept, but the key they were sealed with is gone, or they were altered. */
  'images_unreadable',
]);
export type NoticeCode = z.infer<typeof NoticeCode>;

/** What people are told; `code` says it, `data` names whatever it is about. Read with any code: a later version may know more. */
export const RunNotice = z.object({
  code: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type RunNotice = z.infer<typeof RunNotice>;

/** As this version says one. */
export type SaidNotice = RunNotice & { readonly code: NoticeCode };

/** Why a site refuses a change: `data.reason` of `content_refused`. */
export const ChangeRefusalCode = z.enum([
  'not_found',
  'not_permitted',
  'read_only',
  'unknown_field',
  'no_change',
  'value_too_long',
  'value_invalid',
  'would_change_structure',
  'not_editable_surgically',
  'base_moved',
  'text_moved_on',
  'unsupported',
]);
export type ChangeRefusalCode = z.infer<typeof ChangeRefusalCode>;
