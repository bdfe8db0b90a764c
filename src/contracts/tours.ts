import { z } from 'zod';
import { ProposalOutcome } from './chat.ts';
import { Locale } from './records.ts';

/** Most pages one series may have. */
export const MAX_TOUR_PAGES = 100;

/**
 * Where one page of a series stands. `ended`: its tour was ended before its last point. `failed`: it could not go on; the
 * page's `code` says why.
 */
export const TourPageState = z.enum(['queued', 'running', 'done', 'skipped', 'ended', 'failed']);
export type TourPageState = z.infer<typeof TourPageState>;

/** `paused`: no further page begins until a person resumes it. `finished` and `stopped` are for good. */
export const TourSeriesState = z.enum(['active', 'paused', 'finished', 'stopped']);
export type TourSeriesState = z.infer<typeof TourSeriesState>;

export const TourSeriesPage = z.object({
  /** From 1. */
  position: z.number().int().positive(),
  page: z.number().int(),
  /** `null` when the page was deleted or the reader may no longer read it. */
  title: z.string().nullable(),
  language: z.string().nullable(),
  state: TourPageState,
  code: z.string().nullable(),
  conversationUuid: z.string().nullable(),
  /** A card waits for the editor. */
  waits: z.boolean(),
  /** How its cards ended, oldest first; without the texts when the page is not readable. */
  outcomes: z.array(ProposalOutcome),
});
export type TourSeriesPage = z.infer<typeof TourSeriesPage>;

/** One process over several pages, one tour after the other. */
export const TourSeriesView = z.object({
  uuid: z.string(),
  state: TourSeriesState,
  /** Why it paused or stopped by itself; `null` when a person did it. */
  code: z.string().nullable(),
  skillUid: z.number().int(),
  skillName: z.string(),
  /** The page whose tour is under way, or `null`. */
  current: z.number().int().nullable(),
  pages: z.array(TourSeriesPage),
  createdAtMs: z.number().int(),
  updatedAtMs: z.number().int(),
});
export type TourSeriesView = z.infer<typeof TourSeriesView>;

export const CreateTourSeries = z.object({
  /** Each page once, in the order they are gone through. */
  pages: z.array(z.number().int()).min(1).max(MAX_TOUR_PAGES),
  skillUid: z.number().int(),
  locale: Locale,
});
export type CreateTourSeries = z.infer<typeof CreateTourSeries>;

/** Which page of a series is meant: a second click on the same button means the same page. */
export const TourPosition = z.object({ position: z.number().int().positive() });
export type TourPosition = z.infer<typeof TourPosition>;
