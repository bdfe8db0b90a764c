import { z } from 'zod';
import { Locale } from './records.ts';
import { PendingCall, Progress } from './runs.ts';

/** Tries the version whose digest the page rendered on a page of the site (WEB-04). */
export const TrySkill = z.object({
  digest: z.string().min(1).max(100),
  page: z.number().int().nonnegative(),
  locale: Locale,
});
export type TrySkill = z.infer<typeof TrySkill>;

/**
 * Why a trial ended. `completed`: the tour went to its end. `asked`: it asked a question nobody answers in a trial.
 * `rounds`, `cards`, `time`: a limit of trials. `cancelled`: the person stopped it. `stopped`: the run ended by itself
 * before its end; the text says why.
 */
export const TrialEnding = z.enum([
  'completed',
  'asked',
  'rounds',
  'cards',
  'time',
  'cancelled',
  'stopped',
]);
export type TrialEnding = z.infer<typeof TrialEnding>;

/** A change the version would have proposed; nobody can apply it. */
export const TrialCall = PendingCall.pick({
  callId: true,
  tool: true,
  effect: true,
  preview: true,
  target: true,
});
export type TrialCall = z.infer<typeof TrialCall>;

/** What a trial shows while it runs. Nothing of it is stored. */
export const TrialEvent = z.discriminatedUnion('kind', [
  /** The version and the page, and how far the trial may go. */
  z.object({
    kind: z.literal('started'),
    digest: z.string(),
    page: z.number().int(),
    maxRounds: z.number().int(),
    maxCards: z.number().int(),
  }),
  /** A round of the model, from 1. */
  z.object({ kind: z.literal('round'), round: z.number().int(), tools: z.array(z.string()) }),
  Progress.extend({ kind: z.literal('progress') }),
  /** A card as the editor would have seen it; answered with skip. `said` is the assistant's sentence with it. */
  z.object({ kind: z.literal('card'), said: z.string(), calls: z.array(TrialCall) }),
  /** A choice the editor would have been given; answered with `chosen`, the first option. */
  z.object({
    kind: z.literal('question'),
    question: z.string(),
    options: z.array(z.string()),
    chosen: z.string(),
  }),
  z.object({
    kind: z.literal('ended'),
    ending: TrialEnding,
    /** The assistant's closing words, or why it stopped. */
    text: z.string(),
    /** The code of a refusal that ended it, for a sentence in the reader's language. */
    code: z.string().nullable(),
    cards: z.number().int(),
    rounds: z.number().int(),
  }),
]);
export type TrialEvent = z.infer<typeof TrialEvent>;
