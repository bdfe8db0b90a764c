import { createRecorder } from '../../src/actors/index.ts';
import { createPeopleAuditStore, createWebhookStore } from '../../src/adapters/storage/index.ts';
import { createSealer } from '../../src/app/keys.ts';
import { announcersOf } from '../../src/app/wiring/announcers.ts';
import { systemIds, type Clock } from '../../src/base/index.ts';
import type { WebhookEventType } from '../../src/contracts/index.ts';
import {
  createWebhookDeliveries,
  createWebhookOutbox,
  createWebhookService,
} from '../../src/webhooks/index.ts';
import type { TestDatabase } from '../support/databases.ts';

export const BASE_URL = 'https://vouch.example.org';

/** What tours and decisions about versions tell. */
export const EVENTS: WebhookEventType[] = [
  'run.waiting',
  'tour.finished',
  'tour_series.finished',
  'skill.approved',
  'skill.revoked',
];

/** An attempt as the receiver saw it. */
export interface Received {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Webhooks over a real store; what answers is played: `answers` one after the other, then 204. */
export function createWebhooksWorld(
  { database, transactions }: Pick<TestDatabase, 'database' | 'transactions'>,
  clock: Clock,
) {
  const store = createWebhookStore(database);
  const received: Received[] = [];
  const answers: (number | 'unreachable' | (() => Promise<Response>))[] = [];
  const problems: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    received.push({
      url: url as string,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: init?.body as string,
    });
    const answer = answers.shift() ?? 204;
    if (typeof answer === 'function') return answer();
    if (answer === 'unreachable') throw new TypeError('fetch failed');
    return new Response(null, { status: answer });
  };
  const deps = {
    store,
    transactions,
    sealer: createSealer([new Uint8Array(32).fill(7)]),
    fetch,
    clock,
    ids: systemIds,
    log: { warn: (facts: object) => void problems.push(facts) },
  };
  const audit = createPeopleAuditStore(database);
  let written = 0;
  const onWritten = () => void (written += 1);
  const delivery = createWebhookDeliveries(deps);
  return {
    store,
    received,
    answers,
    problems,
    delivery,
    /** What another process on the same database works with. */
    anotherProcess: () => createWebhookDeliveries(deps),
    outbox: announcersOf(
      createWebhookOutbox({ store, clock, ids: systemIds, baseUrl: BASE_URL, onWritten }),
    ),
    service: createWebhookService({
      ...deps,
      record: createRecorder(audit, clock),
      delivery,
      onWritten,
    }),
    audited: () => audit.newest(100),
    written: () => written,
  };
}
