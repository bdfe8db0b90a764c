import { differences, requireAdministrator, type Actor, type Recorder } from '../actors/index.ts';
import { AppError, type Transaction } from '../base/index.ts';
import type {
  AddWebhook,
  ChangeWebhook,
  NewWebhookSecret,
  WebhookDelivery,
  WebhookView,
} from '../contracts/index.ts';
import { SECRET_BYTES, webhookSecret } from './signature.ts';
import type { WebhookDeliveries, WebhookDeliveryDeps } from './webhook-delivery.ts';
import {
  webhookSecretContext,
  type StoredDelivery,
  type Webhook,
  type WebhookCounts,
  type WebhookWriter,
} from './webhook.ts';

/** Receivers of events, for administrators alone. Every change of one is written down. Refusals are `AppError`s. */
export interface WebhookService {
  list(actor: Actor): Promise<readonly WebhookView[]>;
  /** A further one, with its secret told this once. Throws `identifier_taken`. */
  add(webhook: AddWebhook, actor: Actor): Promise<NewWebhookSecret>;
  /** Throws `identifier_taken`. */
  change(id: string, changes: ChangeWebhook, actor: Actor): Promise<WebhookView>;
  /** A new secret; for a day the former one signs too, so that a receiver can be changed meanwhile. */
  rotate(id: string, actor: Actor): Promise<NewWebhookSecret>;
  /** With what was to be delivered to it. */
  remove(id: string, actor: Actor): Promise<void>;
  /** Sends an event that says nothing, now and once, also while it is paused; tells what came of it. */
  test(id: string, actor: Actor): Promise<WebhookDelivery>;
  /** Newest first, at most 100. */
  deliveries(id: string, actor: Actor): Promise<readonly WebhookDelivery[]>;
  /** Has a delivery that came to its end tried anew, under the same `webhook-id`. */
  sendAgain(id: string, deliveryId: string, actor: Actor): Promise<WebhookDelivery>;
}

export interface WebhookServiceDeps extends Pick<
  WebhookDeliveryDeps,
  'store' | 'transactions' | 'sealer' | 'clock' | 'ids'
> {
  readonly record: Recorder;
  readonly delivery: Pick<WebhookDeliveries, 'attempt'>;
  /** Told once something to deliver is committed. */
  readonly onWritten: () => void;
}

const FORMER_MS = 24 * 60 * 60 * 1_000;
const SHOWN = 100;

export function createWebhookService(deps: WebhookServiceDeps): WebhookService {
  const { store, record, transactions, sealer, clock, ids, delivery } = deps;

  const known = async (id: string): Promise<Webhook> => {
    const webhook = await store.webhook(id);
    if (webhook === null) throw missing();
    return webhook;
  };
  const shown = async (id: string): Promise<WebhookView> => {
    const counts = await store.counts();
    return viewOf(await known(id), counts, clock.now());
  };
  const shownDelivery = async (id: string): Promise<WebhookDelivery> => {
    const found = await store.delivery(id);
    if (found === null) throw missing();
    return deliveryView(found);
  };
  /** One change at a time, so that what it rests on holds until it is written. */
  const changing = <Result>(
    work: (transaction: Transaction, writer: WebhookWriter) => Promise<Result>,
  ): Promise<Result> =>
    transactions.transact(async (transaction) => {
      const writer = store.within(transaction);
      await writer.lock();
      return work(transaction, writer);
    });
  const newSecret = () => webhookSecret(ids.secret(SECRET_BYTES));

  return {
    list: async (actor) => {
      requireAdministrator(actor);
      const [webhooks, counts] = await Promise.all([store.webhooks(), store.counts()]);
      return webhooks.map((webhook) => viewOf(webhook, counts, clock.now()));
    },
    add: async ({ name, url, events }, actor) => {
      requireAdministrator(actor);
      const id = ids.uuid();
      const secret = newSecret();
      await changing(async (transaction, writer) => {
        requireFreeName(await writer.webhooks(), name, null);
        const sealed = sealer.seal(secret, webhookSecretContext(id, 'secret'));
        const createdAtMs = clock.now();
        await writer.add(
          { id, name, url, events, isActive: true, createdAtMs, formerUntilMs: null },
          sealed,
        );
        await record(transaction, 'webhook_added', {
          subject: { id, name },
          actor,
          detail: { address: originOf(url), events },
        });
      });
      return { secret, view: await shown(id) };
    },
    change: async (id, { name, url, events, isActive }, actor) => {
      requireAdministrator(actor);
      await changing(async (transaction, writer) => {
        const all = await writer.webhooks();
        const before = requireOne(all, id);
        if (name !== undefined) requireFreeName(all, name, id);
        const given = {
          ...(name === undefined ? {} : { name }),
          ...(url === undefined ? {} : { url }),
          ...(events === undefined ? {} : { events }),
          ...(isActive === undefined ? {} : { isActive }),
        };
        const { url: moved, ...rest } = differences(before, given);
        if (moved === undefined && Object.keys(rest).length === 0) return;
        await writer.change(id, given, clock.now());
        await record(transaction, 'webhook_changed', {
          subject: { id, name: before.name },
          actor,
          detail: {
            ...rest,
            ...(moved === undefined || url === undefined
              ? {}
              : { address: [originOf(before.url), originOf(url)] }),
          },
        });
      });
      deps.onWritten();
      return shown(id);
    },
    rotate: async (id, actor) => {
      requireAdministrator(actor);
      const secret = newSecret();
      await changing(async (transaction, writer) => {
        const { name } = requireOne(await writer.webhooks(), id);
        const before = await store.secrets(id);
        if (before === null) throw missing();
        const nowMs = clock.now();
        const current = sealer.open(before.current, webhookSecretContext(id, 'secret'));
        await writer.rotate(
          id,
          {
            sealed: sealer.seal(secret, webhookSecretContext(id, 'secret')),
            former: sealer.seal(current, webhookSecretContext(id, 'former')),
            formerUntilMs: nowMs + FORMER_MS,
          },
          nowMs,
        );
        await record(transaction, 'webhook_secret_rotated', { subject: { id, name }, actor });
      });
      return { secret, view: await shown(id) };
    },
    remove: async (id, actor) => {
      requireAdministrator(actor);
      await changing(async (transaction, writer) => {
        const { name, url } = requireOne(await writer.webhooks(), id);
        await writer.remove(id);
        await record(transaction, 'webhook_removed', {
          subject: { id, name },
          actor,
          detail: { address: originOf(url) },
        });
      });
    },
    test: async (id, actor) => {
      requireAdministrator(actor);
      await known(id);
      const deliveryId = ids.uuid();
      const atMs = clock.now();
      const type = 'webhook.test';
      const payload = JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data: {} });
      await transactions.transact((transaction) =>
        store
          .within(transaction)
          .insert({ id: deliveryId, webhookId: id, eventId: ids.uuid(), type, payload, atMs }),
      );
      const written = await store.delivery(deliveryId);
      // A worker may have been quicker; then it is on its way all the same.
      if (written !== null) await delivery.attempt(written);
      return shownDelivery(deliveryId);
    },
    deliveries: async (id, actor) => {
      requireAdministrator(actor);
      await known(id);
      return (await store.deliveries(id, SHOWN)).map(deliveryView);
    },
    sendAgain: async (id, deliveryId, actor) => {
      requireAdministrator(actor);
      const again = await transactions.transact((transaction) =>
        store.within(transaction).again(id, deliveryId, clock.now()),
      );
      if (!again) {
        throw new AppError('not_found', 'It is on its way already, or there is no such delivery.');
      }
      deps.onWritten();
      return shownDelivery(deliveryId);
    },
  };
}

function viewOf(webhook: Webhook, counts: readonly WebhookCounts[], nowMs: number): WebhookView {
  const { id, name, url, events, isActive, createdAtMs, formerUntilMs } = webhook;
  const own = counts.find(({ webhookId }) => webhookId === id);
  return {
    id,
    name,
    url,
    events: [...events],
    isActive,
    createdAtMs,
    formerSecretUntilMs: formerUntilMs !== null && formerUntilMs > nowMs ? formerUntilMs : null,
    waiting: own?.waiting ?? 0,
    givenUp: own?.givenUp ?? 0,
    lastDeliveredAtMs: own?.lastDeliveredAtMs ?? null,
  };
}

function deliveryView(delivery: StoredDelivery): WebhookDelivery {
  const { webhookId: _webhook, payload: _payload, sinceMs: _since, ...view } = delivery;
  return view;
}

/** Where it leads, without the path: that may hold a secret of the receiver's. */
function originOf(url: string): string {
  return new URL(url).origin;
}

function requireOne(all: readonly Webhook[], id: string): Webhook {
  const found = all.find((webhook) => webhook.id === id);
  if (found === undefined) throw missing();
  return found;
}

/** People tell webhooks apart by their names, at the command line too. */
function requireFreeName(all: readonly Webhook[], name: string, ownId: string | null): void {
  const isTaken = all.some(
    (webhook) => webhook.id !== ownId && webhook.name.toLowerCase() === name.toLowerCase(),
  );
  if (!isTaken) return;
  throw new AppError('identifier_taken', `“${name}” is taken: choose another name.`, {
    data: { identifier: name, field: 'name' },
  });
}

function missing(): AppError {
  return new AppError('not_found', 'There is no such webhook or delivery.');
}
