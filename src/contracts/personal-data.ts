import { z } from 'zod';

/** What is stored about a person, by what it is. */
export const PersonalDataKind = z.enum([
  'account',
  'sign_in',
  'groups',
  'conversations',
  'runs',
  'task_answers',
  'usage',
  'budgets',
  'open_points',
  'requests',
  'decisions',
  'changes',
  'audit',
]);
export type PersonalDataKind = z.infer<typeof PersonalDataKind>;

/**
 * What deleting a person does to it: it goes; it stays without anything that names or quotes the person; or it stays and is
 * nobody’s any more.
 */
export const PersonalDataFate = z.enum(['deleted', 'pseudonym', 'detached']);
export type PersonalDataFate = z.infer<typeof PersonalDataFate>;

/** `GET /api/people/:id/erasure`: what deleting somebody would do; the answer of the deletion: what it did. */
export const ErasurePlan = z.object({
  /** What the person is called afterwards. */
  pseudonym: z.string(),
  /** Runs that have not ended; they are stopped. */
  openRuns: z.number().int(),
  lines: z.array(
    z.object({
      kind: PersonalDataKind,
      fate: PersonalDataFate,
      rows: z.number().int(),
    }),
  ),
});
export type ErasurePlan = z.infer<typeof ErasurePlan>;

/** `POST /api/people/:id/erasure`: the e-mail address says that this person is meant. */
export const EraseRequest = z.strictObject({ email: z.string().max(255) });
export type EraseRequest = z.infer<typeof EraseRequest>;

/** `POST /api/people/:id/data` and `POST /api/me/data`: everything stored about a person, table by table. */
export const PersonalExport = z.object({
  format: z.literal(1),
  madeAtMs: z.number().int(),
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /** Sealed texts are opened; passwords, tokens and secrets are no part of it. */
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonalExport = z.infer<typeof PersonalExport>;
