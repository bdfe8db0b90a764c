import { z } from 'zod';
import { RightsView } from './people.ts';

/** What a service account may do (facts §5). Conversations are their owner’s alone, who is a person: no scope opens them. */
export const Scope = z.enum(['agent:approve', 'agent:cancel', 'agent:read', 'configuration:use']);
export type Scope = z.infer<typeof Scope>;

/** A key as it is shown after it was made: never the key itself. */
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key begins. */
  prefix: z.string(),
  createdAtMs: z.number().int(),
  /** `null` = for good. */
  expiresAtMs: z.number().int().nullable(),
  revokedAtMs: z.number().int().nullable(),
  /** About when; `null` = never. */
  lastUsedAtMs: z.number().int().nullable(),
  state: z.enum(['good', 'expired', 'revoked']),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

/** A program that asks for itself. */
export const ServiceAccountView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope).readonly(),
  rights: RightsView,
  isDisabled: z.boolean(),
  keys: z.array(ApiKeyView),
});
export type ServiceAccountView = z.infer<typeof ServiceAccountView>;

/** `POST /api/service-accounts`. Left out, it may read and write nothing of the content. */
export const AddServiceAccount = z.strictObject({
  name: z.string().trim().min(1).max(255),
  scopes: z.array(Scope).readonly(),
  rights: RightsView.optional(),
});
export type AddServiceAccount = z.infer<typeof AddServiceAccount>;

/** `PUT /api/service-accounts/:id`: what is left out stays. */
export const ChangeServiceAccount = AddServiceAccount.partial().extend({
  isDisabled: z.boolean().optional(),
});
export type ChangeServiceAccount = z.infer<typeof ChangeServiceAccount>;

/** `POST /api/service-accounts/:id/keys`. */
export const AddApiKey = z.strictObject({
  name: z.string().trim().min(1).max(255),
  /** How long it is good for; `null` = for good. Default 365. */
  days: z.number().int().min(1).max(3_650).nullable().optional(),
});
export type AddApiKey = z.infer<typeof AddApiKey>;

/**
 * `POST /api/runs`: a service account has a configuration answer. What the run's tools would write waits for a person; a
 * process, and going on with a run, are for people and refused (PRC-05, CON-02).
 */
export const StartRun = z.strictObject({
  /** Default: the default one. */
  configurationUid: z.number().int().optional(),
  text: z.string().trim().min(1).max(10_000),
  /** A skill to invoke, on a page where it wants one. A page that is not there, or may not be read, is `subject_unreadable`. */
  skillUid: z.number().int().optional(),
  page: z.number().int().optional(),
  /** The run to go on with; refused, so that nobody takes it for begun anew. */
  predecessor: z.string().max(64).optional(),
});
export type StartRun = z.infer<typeof StartRun>;

/** The answer: the run, which is in the queue now. */
export const StartedRun = z.object({ uuid: z.string() });
export type StartedRun = z.infer<typeof StartedRun>;

/** The answer: the key, this once. */
export const NewApiKey = z.object({ key: z.string(), view: ApiKeyView });
export type NewApiKey = z.infer<typeof NewApiKey>;
