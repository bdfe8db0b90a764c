import type { Transaction } from '../base/index.ts';
import type {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEventType,
  WebhookProblem,
} from '../contracts/index.ts';

/**
 * Vocabulary. *Webhook*: an address of another program that is told of events. *Delivery*: one event to one webhook; it is
 * written in the transaction of the event, so none is lost and none tells of what was rolled back. *Attempt*: one request.
 *
 *   waiting ──attempt taken──▶ delivered
 *     │ ▲  └──attempt failed, later──┐
 *     │ └────────────────────────────┘
 *     └──given up──▶ given_up ──sent again──▶ waiting (as is what was delivered)
 *
 * Whoever makes an attempt holds the row by a compare-and-set until it is settled or the hold has run out.
 */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly isActive: boolean;
  readonly createdAtMs: number;
  /** Until when the former secret signs too. */
  readonly formerUntilMs: number | null;
}

export interface WebhookSecrets {
  /** Sealed. */
  readonly current: string;
  /** Sealed; `null`: there is none. */
  readonly former: string | null;
}

/** A delivery as it is stored. */
export interface StoredDelivery extends WebhookDelivery {
  readonly webhookId: string;
  /** The body, word for word what every attempt sends. */
  readonly payload: string;
  /** When its time to be delivered began: with the event, or when somebody sent it again. */
  readonly sinceMs: number;
}

/** What a delivery begins with. */
export type NewDelivery = Pick<
  StoredDelivery,
  'id' | 'webhookId' | 'eventId' | 'type' | 'payload'
> & {
  readonly atMs: number;
};

/** How many deliveries of a webhook stand how, and when the last arrived. */
export interface WebhookCounts {
  readonly webhookId: string;
  readonly waiting: number;
  readonly givenUp: number;
  readonly lastDeliveredAtMs: number | null;
}

/** Who makes an attempt, and until when nobody else does. */
export interface Hold {
  readonly owner: string;
  readonly nowMs: number;
  readonly untilMs: number;
}

/** What an attempt led to. */
export interface Settlement {
  readonly state: WebhookDeliveryState;
  readonly nextAtMs: number | null;
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  readonly atMs: number;
}

/** Webhooks and what is to be delivered to them. */
export interface WebhookStore {
  /** By name. */
  webhooks(): Promise<readonly Webhook[]>;
  webhook(id: string): Promise<Webhook | null>;
  secrets(id: string): Promise<WebhookSecrets | null>;
  counts(): Promise<readonly WebhookCounts[]>;
  /** Newest first. */
  deliveries(webhookId: string, limit: number): Promise<readonly StoredDelivery[]>;
  delivery(id: string): Promise<StoredDelivery | null>;
  /** Deliveries of one webhook that may be tried at `nowMs` and are in nobody's hands, longest due first. */
  due(webhookId: string, nowMs: number, limit: number): Promise<readonly StoredDelivery[]>;
  within(transaction: Transaction): WebhookWriter;
}

export interface WebhookWriter {
  /** Changes of webhooks come one after the other until this transaction ends. */
  lock(): Promise<void>;
  /** Every webhook, as it is in this transaction, by name. */
  webhooks(): Promise<readonly Webhook[]>;
  /** Ids of the webhooks that are told of such an event, as they are in this transaction; paused ones too. */
  subscribers(type: WebhookEventType): Promise<readonly string[]>;
  add(webhook: Webhook, sealedSecret: string): Promise<void>;
  change(
    id: string,
    change: Partial<Pick<Webhook, 'name' | 'url' | 'events' | 'isActive'>>,
    atMs: number,
  ): Promise<void>;
  /** What was the current secret signs too until `formerUntilMs`. */
  rotate(
    id: string,
    to: { readonly sealed: string; readonly former: string; readonly formerUntilMs: number },
    atMs: number,
  ): Promise<void>;
  /** With everything that was to be delivered. */
  remove(id: string): Promise<void>;
  insert(delivery: NewDelivery): Promise<void>;
  /** Compare-and-set: takes a waiting delivery for one attempt and counts it; `false` when somebody has it or it is not due. */
  claim(delivery: Pick<StoredDelivery, 'id' | 'attempts'>, hold: Hold): Promise<boolean>;
  /** Compare-and-set on the owner; `false` when the hold has gone to somebody else. */
  settle(id: string, owner: string, settlement: Settlement): Promise<boolean>;
  /** Has it tried anew from now on; `false` when it waits already or is not this webhook's. */
  again(webhookId: string, id: string, atMs: number): Promise<boolean>;
  /** Gives up what has waited since before that time and is in nobody's hands; tells how many. */
  giveUp(sinceBeforeMs: number, nowMs: number): Promise<number>;
  /** Removes what came to its end and was made before that time; tells how many. */
  removeOld(beforeMs: number): Promise<number>;
}

/** What the sealed secret of a webhook is bound to. */
export function webhookSecretContext(id: string, which: 'secret' | 'former'): string {
  return `webhook/${id}/${which}`;
}
