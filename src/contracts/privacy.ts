import { z } from 'zod';

/**
 * How much of what is said is kept (facts §3). `none` and `metadata` keep no content, `redacted` keeps it masked and cut,
 * `full` as it was. What happened is kept at every level.
 */
export const PrivacyLevel = z.enum(['none', 'metadata', 'redacted', 'full']);
export type PrivacyLevel = z.infer<typeof PrivacyLevel>;
