import { z } from 'zod';
import { Locale } from './records.ts';

/** `GET /api/me`: who is signed in, and what the interface may offer. 401 `not_signed_in` otherwise. */
export const Me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isAdministrator: z.boolean(),
  /** Whoever has none signs in with an account elsewhere alone. */
  hasPassword: z.boolean(),
  /** Whether signing in takes a code beside the password. */
  hasTwoFactor: z.boolean(),
  mayApproveOwn: z.boolean(),
  /** Whether snippets are there to be read and written. */
  mayWriteSnippets: z.boolean(),
  siteName: z.string(),
  model: z.object({ name: z.string(), builtIn: z.boolean() }),
});
export type Me = z.infer<typeof Me>;

/** What the state of a one-time link is asked with: in a body, since logs along the way keep addresses. */
export const LinkToken = z.object({ token: z.string() });
export type LinkToken = z.infer<typeof LinkToken>;

/** `POST /api/setup/state`: whether this link still creates the first administrator. Changes nothing. Public. */
export const SetupState = z.object({ needed: z.boolean(), linkValid: z.boolean() });
export type SetupState = z.infer<typeof SetupState>;

/** `POST /api/setup`: creates the administrator and signs in. The link is spent with it. */
export const Setup = z.object({
  token: z.string(),
  name: z.string().trim().min(1).max(255),
  email: z.email().max(255),
  /** At least 10 characters, and not all of them blank. */
  password: z.string().min(10).max(256).regex(/\S/),
  locale: Locale,
});
export type Setup = z.infer<typeof Setup>;

/** Every error answer of the API. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
