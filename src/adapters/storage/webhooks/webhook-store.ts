import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEventType,
  WebhookProblem,
} from '../../../contracts/index.ts';
import type {
  StoredDelivery,
  Webhook,
  WebhookStore,
  WebhookWriter,
} from '../../../webhooks/index.ts';
import { fromFlag, fromJson, orNull, toFlag, toJson } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, lockName } from '../transactions.ts';
import type { WebhookDeliveryTable, WebhookTable } from './tables.ts';

const WAITING = 'waiting' satisfies WebhookDeliveryState;
/** A type of a later version is none this one knows. */
const Types = z
  .array(z.string())
  .transform((names) => names.filter((name) => WebhookEventType.safeParse(name).success))
  .pipe(z.array(WebhookEventType));

/** Receivers of events and deliveries to them in the database. */
export function createWebhookStore(database: Database): WebhookStore {
  const { reads } = database;
  const webhook = (id: string) =>
    reads.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
  const deliveries = () => reads.selectFrom('webhook_delivery').selectAll();
  return {
    webhooks: () => webhooksIn(reads),
    webhook: async (id) => orNull(await webhook(id), webhookOf),
    secrets: async (id) =>
      orNull(await webhook(id), (row) => ({
        current: row.sealed_secret,
        former: row.sealed_former,
      })),
    counts: async () => {
      const rows = await reads
        .selectFrom('webhook_delivery')
        .select((eb) => [
          'webhook_id',
          'state',
          eb.fn.countAll<number | string>().as('count'),
          eb.fn.max('delivered_at_ms').as('last'),
        ])
        .groupBy(['webhook_id', 'state'])
        .execute();
      return [...new Set(rows.map((row) => row.webhook_id))].map((webhookId) => {
        const own = rows.filter((row) => row.webhook_id === webhookId);
        const count = (state: WebhookDeliveryState) =>
          Number(own.find((row) => row.state === state)?.count ?? 0);
        const last = Math.max(0, ...own.map((row) => row.last ?? 0));
        return {
          webhookId,
          waiting: count('waiting'),
          givenUp: count('given_up'),
          lastDeliveredAtMs: last === 0 ? null : last,
        };
      });
    },
    deliveries: async (webhookId, limit) =>
      (
        await deliveries()
          .where('webhook_id', '=', webhookId)
          .orderBy('created_at_ms', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
      ).map(deliveryOf),
    delivery: async (id) =>
      orNull(await deliveries().where('id', '=', id).executeTakeFirst(), deliveryOf),
    due: async (webhookId, nowMs, limit) =>
      (
        await deliveries()
          .where('webhook_id', '=', webhookId)
          .where('state', '=', WAITING)
          .where('next_at_ms', '<=', nowMs)
          .where((eb) => eb.or([eb('held_by', 'is', null), eb('held_until_ms', '<=', nowMs)]))
          .orderBy('next_at_ms')
          .orderBy('id')
          .limit(limit)
          .execute()
      ).map(deliveryOf),
    within: (transaction) => ({
      ...writer(inTransaction(transaction)),
      lock: () => lockName(transaction, 'webhooks'),
    }),
  };
}

async function webhooksIn(db: Kysely<Schema>): Promise<readonly Webhook[]> {
  const rows = await db.selectFrom('webhook').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(webhookOf);
}

function writer(tx: Kysely<Schema>): Omit<WebhookWriter, 'lock'> {
  return {
    webhooks: () => webhooksIn(tx),
    subscribers: async (type) => {
      const rows = await tx.selectFrom('webhook').select(['id', 'events']).execute();
      return rows.filter((row) => fromJson(row.events, Types).includes(type)).map(({ id }) => id);
    },
    add: async ({ id, name, url, events, isActive, createdAtMs }, sealedSecret) => {
      await tx
        .insertInto('webhook')
        .values({
          id,
          name,
          url,
          events: JSON.stringify(events),
          sealed_secret: sealedSecret,
          is_active: toFlag(isActive),
          created_at_ms: createdAtMs,
          updated_at_ms: createdAtMs,
        })
        .execute();
    },
    change: async (id, { name, url, events, isActive }, atMs) => {
      await tx
        .updateTable('webhook')
        .set({
          name,
          url,
          events: toJson(events),
          is_active: toFlag(isActive),
          updated_at_ms: atMs,
        })
        .where('id', '=', id)
        .execute();
    },
    rotate: async (id, { sealed, former, formerUntilMs }, atMs) => {
      await tx
        .updateTable('webhook')
        .set({
          sealed_secret: sealed,
          sealed_former: former,
          former_until_ms: formerUntilMs,
          updated_at_ms: atMs,
        })
        .where('id', '=', id)
        .execute();
    },
    remove: async (id) => {
      await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute();
      await tx.deleteFrom('webhook').where('id', '=', id).execute();
    },
    insert: async ({ id, webhookId, eventId, type, payload, atMs }) => {
      await tx
        .insertInto('webhook_delivery')
        .values({
          id,
          webhook_id: webhookId,
          event_id: eventId,
          type,
          payload,
          state: WAITING,
          attempts: 0,
          since_ms: atMs,
          next_at_ms: atMs,
          created_at_ms: atMs,
        })
        .execute();
    },
    claim: async ({ id, attempts }, { owner, nowMs, untilMs }) => {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_delivery')
        .set({ attempts: attempts + 1, held_by: owner, held_until_ms: untilMs })
        .where('id', '=', id)
        .where('state', '=', WAITING)
        .where('attempts', '=', attempts)
        .where('next_at_ms', '<=', nowMs)
        .where((eb) => eb.or([eb('held_by', 'is', null), eb('held_until_ms', '<=', nowMs)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    settle: async (id, owner, { state, nextAtMs, status, problem, atMs }) => {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_delivery')
        .set({
          state,
          next_at_ms: nextAtMs,
          status,
          problem,
          delivered_at_ms: state === 'delivered' ? atMs : undefined,
          held_by: null,
          held_until_ms: null,
        })
        .where('id', '=', id)
        .where('held_by', '=', owner)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    again: async (webhookId, id, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_delivery')
        .set({ state: WAITING, attempts: 0, since_ms: atMs, next_at_ms: atMs })
        .where('id', '=', id)
        .where('webhook_id', '=', webhookId)
        .where('state', '!=', WAITING)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    giveUp: async (sinceBeforeMs, nowMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_delivery')
        .set({ state: 'given_up', next_at_ms: null })
        .where('state', '=', WAITING)
        .where('since_ms', '<', sinceBeforeMs)
        .where((eb) => eb.or([eb('held_by', 'is', null), eb('held_until_ms', '<=', nowMs)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    removeOld: async (beforeMs) => {
      const { numDeletedRows } = await tx
        .deleteFrom('webhook_delivery')
        .where('state', '!=', WAITING)
        .where('since_ms', '<', beforeMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function webhookOf(row: Selectable<WebhookTable>): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: fromJson(row.events, Types),
    isActive: fromFlag(row.is_active),
    createdAtMs: row.created_at_ms,
    formerUntilMs: row.former_until_ms,
  };
}

function deliveryOf(row: Selectable<WebhookDeliveryTable>): StoredDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: WebhookDelivery.shape.type.parse(row.type),
    payload: row.payload,
    state: WebhookDeliveryState.parse(row.state),
    attempts: row.attempts,
    sinceMs: row.since_ms,
    createdAtMs: row.created_at_ms,
    nextAtMs: row.next_at_ms,
    deliveredAtMs: row.delivered_at_ms,
    status: row.status,
    problem: WebhookProblem.nullable().catch(null).parse(row.problem),
  };
}
