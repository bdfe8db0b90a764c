import { z } from 'zod';

/** Most characters of a snippet's text. */
export const SNIPPET_TEXT_LIMIT = 20_000;

/** How confidential a snippet's text is, lowest first; the words of the tools' data classes (facts §4). */
export const SnippetDataClass = z.enum([
  'publicContent',
  'editorContent',
  'sourceCode',
  'internalConfiguration',
  'systemDiagnostics',
  'secretAdjacent',
]);
export type SnippetDataClass = z.infer<typeof SnippetDataClass>;

/** What people write of a snippet. Exactly these may be written; the mark is not among them (SNP-04). */
export const SnippetFields = z.object({
  /** One line; the label above the text in the system message. */
  name: z.string(),
  /** For people; no model reads it. */
  description: z.string(),
  text: z.string(),
  /** Which configurations take it: those that name one of these. */
  tags: z.array(z.string()),
  active: z.boolean(),
  /** Place among the snippets of a tag, lowest first. */
  sorting: z.number().int(),
  /** `null` = not declared. */
  dataClass: SnippetDataClass.nullable(),
});
export type SnippetFields = z.infer<typeof SnippetFields>;

/**
 * Writing a snippet; what is left out stays. Further names are kept so that the service can refuse them by name instead
 * of dropping them unseen (SNP-04).
 */
export const WriteSnippet = z.looseObject({
  ...SnippetFields.partial().shape,
  /** The revision the writer read; refused when there is a newer one. Left out: whatever is stored is changed. */
  revision: z.number().int().optional(),
});
type Given<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
export type WriteSnippet = Given<SnippetFields> & { readonly revision?: number | undefined };

/** Adding a snippet. Left out: no description, no tags, active, sorting 0, no data class, an identifier made of the name. */
export const CreateSnippet = z.looseObject({
  ...SnippetFields.partial().shape,
  name: z.string(),
  text: z.string(),
  identifier: z.string().optional(),
});
export type CreateSnippet = Given<Omit<SnippetFields, 'name' | 'text'>> & {
  readonly name: string;
  readonly text: string;
  readonly identifier?: string | undefined;
};

/** Marking posts the digest of the block that was shown (SNP-03). */
export const MarkSnippet = z.object({ digest: z.string() });
export type MarkSnippet = z.infer<typeof MarkSnippet>;

export const ArchiveSnippet = z.object({ archived: z.boolean() });
export type ArchiveSnippet = z.infer<typeof ArchiveSnippet>;

/**
 * `marked`: the mark names the block as it is. `changed`: it names an earlier block and has no effect. `none`: there is no
 * mark.
 */
export const SnippetMarkState = z.enum(['marked', 'changed', 'none']);
export type SnippetMarkState = z.infer<typeof SnippetMarkState>;

export const SnippetSummary = z.object({
  uid: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  active: z.boolean(),
  archived: z.boolean(),
  sorting: z.number().int(),
  dataClass: SnippetDataClass.nullable(),
  /** Of the block as composed, label and text. */
  digest: z.string(),
  mark: SnippetMarkState,
});
export type SnippetSummary = z.infer<typeof SnippetSummary>;

/** A configuration and what it does with snippets. */
export const SnippetUse = z.object({
  configurationUid: z.number().int(),
  name: z.string(),
  tags: z.array(z.string()),
  /** Whether marked snippets join a caller's own system message, the chat's among them (SNP-02). */
  inCallerSystemMessage: z.boolean(),
});
export type SnippetUse = z.infer<typeof SnippetUse>;

/** Changes what a configuration does with snippets; what is left out stays. */
export const ChangeSnippetUse = z.strictObject({
  tags: z.array(z.string()).optional(),
  inCallerSystemMessage: z.boolean().optional(),
});
export type ChangeSnippetUse = z.infer<typeof ChangeSnippetUse>;

/** Everything the screen of one snippet shows; marking posts `digest` back. */
export const SnippetView = z.object({
  ...SnippetSummary.shape,
  text: z.string(),
  /** What the model reads; empty for an empty text. */
  block: z.string(),
  revision: z.number().int(),
  /** The mark that is stored, whether or not it still names the block. */
  marked: z
    .object({
      digest: z.string(),
      block: z.string(),
      byName: z.string(),
      atMs: z.number().int(),
    })
    .nullable(),
  /** Active configurations that name one of its tags. */
  uses: z.array(SnippetUse),
  mayMark: z.boolean(),
});
export type SnippetView = z.infer<typeof SnippetView>;

export const SnippetHistoryEntry = z.object({
  id: z.number().int(),
  atMs: z.number().int(),
  userName: z.string(),
  /** `null` for the first text. */
  before: SnippetFields.nullable(),
  after: SnippetFields,
  digest: z.string(),
});
export type SnippetHistoryEntry = z.infer<typeof SnippetHistoryEntry>;

export const SnippetAuditEntry = z.object({
  id: z.number().int(),
  atMs: z.number().int(),
  event: z.string(),
  snippetUid: z.number().int().nullable(),
  /** The snippet's identifier or the configuration's name at the time. */
  subject: z.string(),
  digest: z.string().nullable(),
  actorName: z.string(),
  detail: z.string(),
});
export type SnippetAuditEntry = z.infer<typeof SnippetAuditEntry>;
