import { z } from 'zod';
import { TourPageState } from './tours.ts';

/** What other programs are told of: a run that waits for a person, the end of a tour and of a tour
 * over several pages, what was decided about a skill's version, a budget that is used up. */
export const WebhookEventType = z.enum([
  'run.waiting',
  'tour.finished',
  'tour_series.finished',
  'skill.approved',
  'skill.revoked',
  'budget.exhausted',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

const RunWaiting = z.object({
  type: z.literal('run.waiting'),
  data: z.object({
    runUuid: z.string(),
    /** Whether it waits for a decision or for an answer. */
    waitsFor: z.enum(['approval', 'input']),
    /** How often it has waited, this time included. */
    pause: z.number().int(),
    configurationUid: z.number().int(),
    /** The process it runs, `null` without one. */
    processSkillUid: z.number().int().nullable(),
    /** `null` for a run that was started elsewhere. */
    conversationUuid: z.string().nullable(),
    subject: z.object({ table: z.string(), uid: z.number().int() }).nullable(),
    /** Where a person looks at it. */
    link: z.string(),
  }),
});

const TourFinished = z.object({
  type: z.literal('tour.finished'),
  data: z.object({
    conversationUuid: z.string(),
    runUuid: z.string().nullable(),
    page: z.number().int().nullable(),
    process: z.object({ skillUid: z.number().int(), name: z.string() }).nullable(),
    link: z.string(),
  }),
});

const TourSeriesFinished = z.object({
  type: z.literal('tour_series.finished'),
  data: z.object({
    seriesUuid: z.string(),
    /** Whether every page had its turn, or somebody stopped it. */
    state: z.enum(['finished', 'stopped']),
    process: z.object({ skillUid: z.number().int(), name: z.string() }),
    /** In the order they were gone through; of a stopped one, some may never have begun. */
    pages: z.array(
      z.object({
        page: z.number().int(),
        state: TourPageState,
        conversationUuid: z.string().nullable(),
      }),
    ),
    link: z.string(),
  }),
});

const SkillDecided = z.object({
  type: z.enum(['skill.approved', 'skill.revoked']),
  data: z.object({
    skillUid: z.number().int(),
    identifier: z.string(),
    name: z.string(),
    /** Of the version that was decided about. */
    digest: z.string(),
    link: z.string(),
  }),
});

const BudgetExhausted = z.object({
  type: z.literal('budget.exhausted'),
  data: z.object({
    scope: z.enum(['person', 'configuration']),
    /** Whose it is; `null` of a configuration's. */
    userId: z.string().nullable(),
    /** What the refused call was made with, also when the budget is a person's. */
    configurationUid: z.number().int(),
    period: z.enum(['day', 'month']),
    measure: z.enum(['requests', 'tokens', 'cost']),
    /** Calls, tokens, or hundredths of the currency. */
    limit: z.number(),
    renewedAtMs: z.number().int(),
    link: z.string(),
  }),
});

const WebhookTest = z.object({ type: z.literal('webhook.test'), data: z.object({}) });

/** The body that is sent: identifiers, labels and links, never what stands on pages or was said. */
export const WebhookPayload = z.intersection(
  z.object({ /** When it happened, ISO 8601. */ timestamp: z.string() }),
  z.discriminatedUnion('type', [
    RunWaiting,
    TourFinished,
    TourSeriesFinished,
    SkillDecided,
    BudgetExhausted,
    WebhookTest,
  ]),
);
export type WebhookPayload = z.infer<typeof WebhookPayload>;

/** How a delivery stands: to be tried, taken by the receiver, or given up. */
export const WebhookDeliveryState = z.enum(['waiting', 'delivered', 'given_up']);
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>;

/** Why an attempt was none: another answer than 2xx, none in time, nobody there, an address that is refused, no secret. */
export const WebhookProblem = z.enum([
  'refused',
  'timed_out',
  'unreachable',
  'address_refused',
  'secret_unreadable',
]);
export type WebhookProblem = z.infer<typeof WebhookProblem>;

/** One event to one receiver. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** `webhook-id` of every attempt. */
  eventId: z.string(),
  type: z.union([WebhookEventType, z.literal('webhook.test')]),
  state: WebhookDeliveryState,
  attempts: z.number().int(),
  createdAtMs: z.number().int(),
  /** `null`: it is not tried again by itself. */
  nextAtMs: z.number().int().nullable(),
  deliveredAtMs: z.number().int().nullable(),
  /** What the receiver answered last; `null`: nothing. */
  status: z.number().int().nullable(),
  problem: WebhookProblem.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A receiver as administrators see it. The secret is never part of it. */
export const WebhookView = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEventType),
  isActive: z.boolean(),
  createdAtMs: z.number().int(),
  /** Until when what is sent is signed with the former secret too; `null`: it is not. */
  formerSecretUntilMs: z.number().int().nullable(),
  waiting: z.number().int(),
  givenUp: z.number().int(),
  lastDeliveredAtMs: z.number().int().nullable(),
});
export type WebhookView = z.infer<typeof WebhookView>;

const fields = {
  name: z.string().trim().min(1).max(255),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .refine((url) => !/^[a-z]+:\/\/[^/?#]*@/i.test(url), 'Leave name and password out of it.'),
  events: z
    .array(WebhookEventType)
    .min(1)
    .transform((events) => [...new Set(events)]),
};

/** `POST /api/webhooks`. */
export const AddWebhook = z.strictObject(fields);
export type AddWebhook = z.infer<typeof AddWebhook>;

/** `PUT /api/webhooks/:id`: what is left out stays. */
export const ChangeWebhook = z.strictObject({ ...fields, isActive: z.boolean() }).partial();
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

/** The answer: the secret, this once. */
export const NewWebhookSecret = z.object({ secret: z.string(), view: WebhookView });
export type NewWebhookSecret = z.infer<typeof NewWebhookSecret>;
