import { z } from 'zod';
import { FieldChange, RecordRef } from './records.ts';

/** Why a file or folder of a site is never touched, or a page only read; each has words on every screen that shows it. */
export const UnreadReason = z.enum([
  'folder_unreadable',
  'folder_link',
  'file_unreadable',
  'file_too_large',
  'file_utf16',
  'file_no_text',
  'file_not_utf8',
  'link_outside',
  'link_nowhere',
  'outside_content',
  'front_matter_program',
  'front_matter_language',
  'front_matter_invalid',
  'front_matter_form',
]);
export type UnreadReason = z.infer<typeof UnreadReason>;

export interface PageTreeNode {
  uid: number;
  path: string;
  title: string;
  language: string;
  hidden: boolean;
  /** Why nobody may change it here, as an English sentence, or `null`. */
  readOnly: string | null;
  /** The same as a code; left out where the site gives none. */
  readOnlyCode?: UnreadReason | undefined;
  openPoints: number;
  children: PageTreeNode[];
}
export const PageTreeNode: z.ZodType<PageTreeNode> = z
  .lazy(() =>
    z.object({
      uid: z.number().int(),
      path: z.string(),
      title: z.string(),
      language: z.string(),
      hidden: z.boolean(),
      readOnly: z.string().nullable(),
      readOnlyCode: UnreadReason.optional(),
      openPoints: z.number().int(),
      children: z.array(PageTreeNode),
    }),
  )
  .meta({ id: 'PageTreeNode' });

export const SiteView = z.object({
  name: z.string(),
  profile: z.string(),
  languages: z.array(z.string()),
  defaultLanguage: z.string(),
  pageCount: z.number().int(),
  /** `reason` is an English sentence; `code` says the same, where the site gives one. */
  leftOut: z.array(
    z.object({ path: z.string(), reason: z.string(), code: UnreadReason.optional() }),
  ),
  roots: z.array(PageTreeNode),
});
export type SiteView = z.infer<typeof SiteView>;

export const PageView = z.object({
  uid: z.number().int(),
  path: z.string(),
  title: z.string(),
  language: z.string(),
  hidden: z.boolean(),
  readOnly: z.string().nullable(),
  readOnlyCode: UnreadReason.optional(),
  version: z.string(),
  lastChange: z.object({ atMs: z.number().int(), userName: z.string() }).nullable(),
});
export type PageView = z.infer<typeof PageView>;

export const HistoryEntryView = z.object({
  id: z.string(),
  target: RecordRef,
  fields: z.array(FieldChange),
  userName: z.string(),
  atMs: z.number().int(),
  undoes: z.string().nullable(),
  undone: z.boolean(),
});
export type HistoryEntryView = z.infer<typeof HistoryEntryView>;

/** What is looked for, and how many pages are told at most. */
export const PageSearchQuery = z.object({
  query: z.string().max(200),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** A page in whose title, description or text every word stands, or begins one. */
export const PageHit = z
  .object({
    page: z.number().int(),
    path: z.string(),
    title: z.string(),
    language: z.string(),
    where: z.enum(['title', 'description', 'text']),
    /** The element it stands in, for `text`. */
    element: z.number().int().nullable(),
    /** Words around it. */
    excerpt: z.string(),
  })
  .meta({ id: 'PageHit' });
export type PageHit = z.infer<typeof PageHit>;

export const FoundPages = z
  .object({
    hits: z.array(PageHit),
    /** Files of the site that could not be read, so that nothing in them was searched. */
    unread: z.number().int(),
  })
  .meta({ id: 'FoundPages' });
export type FoundPages = z.infer<typeof FoundPages>;
