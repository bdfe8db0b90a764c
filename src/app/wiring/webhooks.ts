import { createRecorder } from '../../actors/index.ts';
import { createPeopleAuditStore } from '../../adapters/storage/index.ts';
import {
  createWebhookDeliveries,
  createWebhookOutbox,
  createWebhookService,
  type WebhookService,
} from '../../webhooks/index.ts';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { startSweeper } from '../sweeper.ts';
import { announcersOf, type Announcers } from './announcers.ts';
import type { Foundation } from './foundation.ts';
import type { WorkMode } from './queue.ts';
import type { Stores } from './stores.ts';

/** How often is looked for what is due. */
const LOOK_MS = 5_000;

/** What the parts that know of events are given, and what administrators do with receivers. */
export interface Webhooks extends Announcers {
  readonly service: WebhookService;
  readonly cleanUp: () => Promise<void>;
  /** Takes up what is due, now and from time to time, until it is closed. */
  readonly start: () => void;
}

/**
 * Events for other programs. A process that takes everybody's work delivers at once; a command only writes down what is to
 * be delivered, so that it ends without waiting for a receiver.
 */
export function wireWebhooks(foundation: Foundation, stores: Stores, mode: WorkMode): Webhooks {
  const { settings, database, transactions, keys, clock, ids, log, opened, baseUrl } = foundation;
  const store = stores.webhooks;
  const deliveries = createWebhookDeliveries({
    store,
    transactions,
    sealer: keys.sealer,
    fetch: createGuardedFetch({
      allowed: settings.webhooks.privateAddresses,
      setting: 'webhooks.privateAddresses (VOUCH_WEBHOOKS_PRIVATE_ADDRESSES)',
    }),
    clock,
    ids,
    log,
  });
  const looks: { now: Promise<void> | null; again: boolean; closed: boolean } = {
    now: null,
    again: false,
    closed: false,
  };
  const look = (): Promise<void> => {
    looks.again = true;
    looks.now ??= (async () => {
      try {
        while (looks.again && !looks.closed) {
          looks.again = false;
          await deliveries.deliverDue(() => !looks.closed);
        }
      } finally {
        looks.now = null;
      }
    })();
    return looks.now;
  };
  const onWritten = () => {
    if (mode.takes !== 'all') return;
    look().catch((error: unknown) => {
      log.error({ err: error }, 'Events could not be delivered; it is tried again');
    });
  };
  const outbox = createWebhookOutbox({ store, clock, ids, baseUrl, onWritten });
  return {
    service: createWebhookService({
      store,
      record: createRecorder(createPeopleAuditStore(database), clock),
      transactions,
      sealer: keys.sealer,
      clock,
      ids,
      delivery: deliveries,
      onWritten,
    }),
    ...announcersOf(outbox),
    cleanUp: () => deliveries.cleanUp(),
    start: () => {
      const sweeper = startSweeper(look, { everyMs: LOOK_MS, clock, log });
      opened.add({
        close: async () => {
          looks.closed = true;
          await sweeper.stop();
          await looks.now?.catch(() => undefined);
        },
      });
    },
  };
}
