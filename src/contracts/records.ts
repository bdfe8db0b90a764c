import { z } from 'zod';

/** A record by its type and uid; identity only, no values. */
export const RecordRef = z.object({
  table: z.string().min(1).max(64),
  uid: z.number().int().nonnegative(),
});
export type RecordRef = z.infer<typeof RecordRef>;

/** The record and fields a write will touch. `fields` is empty for a write that names a record but no field (a move). */
export const WriteTarget = RecordRef.extend({ fields: z.array(z.string()) });
export type WriteTarget = z.infer<typeof WriteTarget>;

/** Whether a write did everything it planned (WRT-01). `null` elsewhere means: it did not say. */
export const WriteCompleteness = z.enum(['complete', 'partial']);
export type WriteCompleteness = z.infer<typeof WriteCompleteness>;

/** Words in the two languages of the interface. */
export const LocalisedText = z.object({ en: z.string(), de: z.string() });
export type LocalisedText = z.infer<typeof LocalisedText>;

/** One field, as it is and as it would be. `before: null` = the field is missing now; `after: null` = it would go. */
export const FieldChange = z.object({
  table: z.string(),
  uid: z.number().int(),
  field: z.string(),
  label: LocalisedText,
  /** Where the field sits, in words of the page (the heading above, the picture's file name). Page text: escape it. */
  place: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** How the editor may decline a process write (ADR-214 item 9, ADR-022 amendment). */
export const DenialReason = z.enum(['variant', 'skip', 'keep']);
export type DenialReason = z.infer<typeof DenialReason>;

/** Takes a former text again: the one after this entry of the history. */
export const RollBack = z.object({ historyId: z.number().int() });
export type RollBack = z.infer<typeof RollBack>;

export const LoadMode = z.enum(['always', 'on_demand']);
export type LoadMode = z.infer<typeof LoadMode>;

/** Provenance of a source, lowest first (ADM-01). */
export const TrustLevel = z.enum(['untrusted', 'community', 'verified', 'first_party']);
export type TrustLevel = z.infer<typeof TrustLevel>;

export const Locale = z.enum(['en', 'de']);
export type Locale = z.infer<typeof Locale>;
