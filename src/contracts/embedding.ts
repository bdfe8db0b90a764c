import { z } from 'zod';

/** `POST /api/embed/tokens`: asks for a token for a page of another origin, for the person who is signed in. */
export const CreateEmbedToken = z.strictObject({
  /** The page's origin, as its browser writes it: `https://cms.example.org`. */
  origin: z.string().min(1).max(300),
});
export type CreateEmbedToken = z.infer<typeof CreateEmbedToken>;

/** What an embedded chat shows the server in `Authorization: Bearer …`. */
export const EmbedToken = z.object({
  token: z.string().min(1),
  /** Integer ms. Renewed with `POST /api/embed/tokens/renewal` before that. */
  expiresAtMs: z.number().int(),
});
export type EmbedToken = z.infer<typeof EmbedToken>;

/** What the sign-in window posts to the page that opened it, to that page's origin alone. */
export const EmbedTokenMessage = EmbedToken.extend({
  type: z.literal('vouch:embed-token'),
  version: z.literal(1),
  /** The random text the page gave the window: this answer is to this question. */
  state: z.string().min(16).max(200),
}).strict();
export type EmbedTokenMessage = z.infer<typeof EmbedTokenMessage>;
