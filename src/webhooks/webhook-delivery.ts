import { isAppError, type Clock, type Ids, type Sealer, type Transactions } from '../base/index.ts';
import type { WebhookProblem } from '../contracts/index.ts';
import { deliveryVerdict, GIVE_UP_MS, type DeliveryVerdict } from './delivery-verdict.ts';
import { signedHeaders } from './signature.ts';
import {
  webhookSecretContext,
  type StoredDelivery,
  type Webhook,
  type WebhookSecrets,
  type WebhookStore,
} from './webhook.ts';

export interface WebhookDeliveryDeps {
  readonly store: WebhookStore;
  readonly transactions: Transactions;
  readonly sealer: Sealer;
  /** Guarded, and follows no redirect. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Never an address, a secret or a body. */
  readonly log: { warn(facts: object, message: string): void };
}

export interface WebhookDeliveryTimes {
  /** For one attempt, all in all. Default 10,000. */
  readonly timeoutMs: number;
  /** For which an attempt holds its delivery; what a process that died held is tried again afterwards. Default 60,000. */
  readonly holdMs: number;
  /** For which what came to its end is shown. Default 30 days. */
  readonly keptMs: number;
}

const DEFAULT_TIMES: WebhookDeliveryTimes = {
  timeoutMs: 10_000,
  holdMs: 60_000,
  keptMs: 30 * 24 * 60 * 60 * 1_000,
};
/** Deliveries of one webhook in one look: a receiver that hangs keeps no other waiting for longer. */
const SIDE_BY_SIDE = 5;

export interface WebhookDeliveries {
  /**
   * Tries what is due, every webhook beside the others, until nothing is; several processes may do so at once. Asks `goesOn`
   * before each handful, so that a process that stops leaves the rest to others. Default: it goes on.
   */
  deliverDue(goesOn?: () => boolean): Promise<void>;
  /** Makes one attempt now; `null` when somebody else does. A test is tried once. */
  attempt(delivery: StoredDelivery): Promise<DeliveryVerdict | null>;
  /** Gives up what nobody took in time, and removes what has been shown long enough. */
  cleanUp(): Promise<void>;
}

/** What an attempt met. */
interface Answer {
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
}

export function createWebhookDeliveries(
  deps: WebhookDeliveryDeps,
  times: Partial<WebhookDeliveryTimes> = {},
): WebhookDeliveries {
  const { store, transactions, sealer, clock, ids, log } = deps;
  const { timeoutMs, holdMs, keptMs } = { ...DEFAULT_TIMES, ...times };

  const secretsOf = (
    { formerUntilMs, id }: Webhook,
    sealed: WebhookSecrets,
    nowMs: number,
  ): readonly string[] | null => {
    const former = formerUntilMs !== null && formerUntilMs > nowMs ? sealed.former : null;
    try {
      return [
        sealer.open(sealed.current, webhookSecretContext(id, 'secret')),
        ...(former === null ? [] : [sealer.open(former, webhookSecretContext(id, 'former'))]),
      ];
    } catch {
      return null;
    }
  };

  /** Where the webhook leads now, signed as it is now: it may have been changed since the delivery was looked up. */
  const send = async ({ webhookId, eventId, payload }: StoredDelivery): Promise<Answer> => {
    const nowMs = clock.now();
    const sealed = await store.secrets(webhookId);
    const webhook = await store.webhook(webhookId);
    const secrets = sealed === null || webhook === null ? null : secretsOf(webhook, sealed, nowMs);
    if (webhook === null || secrets === null) return { status: null, problem: 'secret_unreadable' };
    const message = {
      id: eventId,
      timestampSeconds: Math.floor(nowMs / 1_000),
      body: payload,
    };
    const late = new AbortController();
    const over = new AbortController();
    void clock.sleep(timeoutMs, over.signal).then(
      () => {
        late.abort(new Error('The receiver did not answer in time.'));
      },
      () => undefined,
    );
    try {
      const response = await deps.fetch(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Vouch-Webhooks',
          ...signedHeaders(message, secrets),
        },
        body: payload,
        redirect: 'manual',
        signal: late.signal,
      });
      // What it says besides is nobody's business here.
      await response.body?.cancel();
      return { status: response.status, problem: response.ok ? null : 'refused' };
    } catch (error) {
      if (isAppError(error) && error.code === 'address_refused') {
        return { status: null, problem: 'address_refused' };
      }
      return { status: null, problem: late.signal.aborted ? 'timed_out' : 'unreachable' };
    } finally {
      over.abort(new Error('answered'));
    }
  };

  const attempt: WebhookDeliveries['attempt'] = async (delivery) => {
    const owner = ids.uuid();
    const nowMs = clock.now();
    const claimed = await transactions.transact((transaction) =>
      store.within(transaction).claim(delivery, { owner, nowMs, untilMs: nowMs + holdMs }),
    );
    if (!claimed) return null;
    const { status, problem } = await send(delivery);
    const atMs = clock.now();
    const next = deliveryVerdict({
      attempts: delivery.attempts + 1,
      sinceMs: delivery.sinceMs,
      nowMs: atMs,
      status,
      jitter: parseInt(ids.secret(4), 16) / 2 ** 32,
    });
    const verdict: DeliveryVerdict =
      delivery.type === 'webhook.test' && next.state === 'waiting'
        ? { state: 'given_up', nextAtMs: null }
        : next;
    await transactions.transact((transaction) =>
      store.within(transaction).settle(delivery.id, owner, { ...verdict, status, problem, atMs }),
    );
    // Whoever sent a test is told what came of it.
    if (verdict.state === 'given_up' && delivery.type !== 'webhook.test') {
      log.warn(
        { webhook: delivery.webhookId, delivery: delivery.id, status, problem },
        'An event could not be delivered and was given up',
      );
    }
    return verdict;
  };

  const deliverTo = async (webhookId: string, goesOn: () => boolean): Promise<void> => {
    while (goesOn()) {
      const due = await store.due(webhookId, clock.now(), SIDE_BY_SIDE);
      const made = await Promise.all(due.map((delivery) => attempt(delivery)));
      // What was not delivered waits for its time; what somebody else holds is theirs.
      if (!made.some((verdict) => verdict !== null)) return;
      if ((await store.webhook(webhookId))?.isActive !== true) return;
    }
  };

  return {
    attempt,
    deliverDue: async (goesOn = () => true) => {
      const active = (await store.webhooks()).filter(({ isActive }) => isActive);
      await Promise.all(active.map(({ id }) => deliverTo(id, goesOn)));
    },
    cleanUp: () =>
      transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const nowMs = clock.now();
        await writer.giveUp(nowMs - GIVE_UP_MS, nowMs);
        await writer.removeOld(nowMs - keptMs);
      }),
  };
}
