import type { Clock, Ids, Transaction } from '../base/index.ts';
import type { TourPageState, WebhookEventType, WebhookPayload } from '../contracts/index.ts';
import type { WebhookStore } from './webhook.ts';

/** What happened, as the rest of the program tells it; links are added here. */
export type Announcement =
  | {
      readonly type: 'run.waiting';
      readonly runUuid: string;
      readonly waitsFor: 'approval' | 'input';
      readonly pause: number;
      readonly configurationUid: number;
      readonly processSkillUid: number | null;
      readonly conversationUuid: string | null;
      readonly subject: { readonly table: string; readonly uid: number } | null;
    }
  | {
      readonly type: 'tour.finished';
      readonly conversationUuid: string;
      readonly runUuid: string | null;
      readonly page: number | null;
      readonly process: { readonly skillUid: number; readonly name: string } | null;
    }
  | {
      readonly type: 'tour_series.finished';
      readonly seriesUuid: string;
      readonly state: 'finished' | 'stopped';
      readonly process: { readonly skillUid: number; readonly name: string };
      readonly pages: readonly {
        readonly page: number;
        readonly state: TourPageState;
        readonly conversationUuid: string | null;
      }[];
    }
  | {
      readonly type: 'skill.approved' | 'skill.revoked';
      readonly skillUid: number;
      readonly identifier: string;
      readonly name: string;
      readonly digest: string;
    }
  | {
      readonly type: 'budget.exhausted';
      readonly scope: 'person' | 'configuration';
      readonly userId: string | null;
      readonly configurationUid: number;
      readonly period: 'day' | 'month';
      readonly measure: 'requests' | 'tokens' | 'cost';
      readonly limit: number;
      readonly renewedAtMs: number;
    };

export interface WebhookOutbox {
  /** Writes a delivery for each webhook that is told of it, in the transaction of what happened. */
  announce(transaction: Transaction, announcement: Announcement): Promise<void>;
}

export interface WebhookOutboxDeps {
  readonly store: Pick<WebhookStore, 'within'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where people reach the server. */
  readonly baseUrl: string;
  /** Told once something to deliver is committed. */
  readonly onWritten: () => void;
}

export function createWebhookOutbox(deps: WebhookOutboxDeps): WebhookOutbox {
  const { store, clock, ids, baseUrl } = deps;
  return {
    announce: async (transaction, announcement) => {
      const writer = store.within(transaction);
      const subscribers = await writer.subscribers(announcement.type);
      if (subscribers.length === 0) return;
      const atMs = clock.now();
      const { type, ...data } = announcement;
      const link = `${baseUrl.replace(/\/$/, '')}${pathOf(announcement)}`;
      const payload = JSON.stringify({
        type,
        timestamp: new Date(atMs).toISOString(),
        data: { ...data, link },
      } satisfies { type: WebhookEventType } & Pick<WebhookPayload, 'timestamp'> & {
          data: object;
        });
      const eventId = ids.uuid();
      for (const webhookId of subscribers) {
        await writer.insert({ id: ids.uuid(), webhookId, eventId, type, payload, atMs });
      }
      transaction.onCommit(deps.onWritten);
    },
  };
}

function pathOf(announcement: Announcement): string {
  switch (announcement.type) {
    case 'run.waiting':
      return `/runs/${announcement.runUuid}`;
    case 'tour.finished':
      return announcement.page === null ? '/pages' : `/pages/${String(announcement.page)}`;
    case 'tour_series.finished':
      return `/tours/${announcement.seriesUuid}`;
    case 'skill.approved':
    case 'skill.revoked':
      return `/administration/skills/${String(announcement.skillUid)}`;
    case 'budget.exhausted':
      return '/administration/usage';
  }
}
