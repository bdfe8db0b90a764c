import { z } from 'zod';

/** What the chat posts to the page frame when a point is about an element (FOC-02). Everything else is ignored. */
export const HighlightMessage = z.object({
  type: z.literal('vouch:highlight'),
  version: z.literal(1),
  table: z.string().regex(/^[a-z_]{1,64}$/),
  uid: z.number().int().nonnegative(),
  /** The sentence to mark inside the element, as the card shows it; the whole element when absent or not found. */
  quote: z.string().max(2_000).optional(),
  /** The point's number, shown in the margin. */
  point: z.number().int().positive().optional(),
});
export type HighlightMessage = z.infer<typeof HighlightMessage>;

/** Takes the mark away. */
export const ClearHighlightMessage = z.object({
  type: z.literal('vouch:clear-highlight'),
  version: z.literal(1),
});
export type ClearHighlightMessage = z.infer<typeof ClearHighlightMessage>;

/**
 * What the page frame posts to the chat's window when a reader follows a link within the site. `page` is the page the frame
 * shows, `href` the address as it is written there; the server says which page that is, if any.
 */
export const OpenPageMessage = z
  .object({
    type: z.literal('vouch:open-page'),
    version: z.literal(1),
    page: z.number().int().nonnegative(),
    href: z.string().min(1).max(2_000),
  })
  .strict();
export type OpenPageMessage = z.infer<typeof OpenPageMessage>;
