import type { ChatDeps, TourSeriesDeps } from '../../chat/index.ts';
import type { MeteredModelsDeps } from '../../models/index.ts';
import type { RuntimeDeps } from '../../runs/index.ts';
import type { SkillServiceDeps } from '../../skills/index.ts';
import type { WebhookOutbox } from '../../webhooks/index.ts';

/** What the parts that know of events are given, so that each is announced in its own transaction. */
export interface Announcers {
  readonly onWaiting: NonNullable<RuntimeDeps['onWaiting']>;
  readonly onTourFinished: NonNullable<ChatDeps['onTourFinished']>;
  readonly onTourSeriesFinished: NonNullable<TourSeriesDeps['onTourSeriesFinished']>;
  readonly onDecision: NonNullable<SkillServiceDeps['onDecision']>;
  readonly onBudgetExhausted: NonNullable<MeteredModelsDeps['onBudgetExhausted']>;
}

/** Events as they are told to other programs: identifiers and names, nothing that was said or stands on a page. */
export function announcersOf(outbox: WebhookOutbox): Announcers {
  return {
    onWaiting: (transaction, run) =>
      outbox.announce(transaction, {
        type: 'run.waiting',
        runUuid: run.uuid,
        waitsFor: run.kind,
        pause: run.pauseOrdinal,
        configurationUid: run.configurationUid,
        processSkillUid: run.processSkillUid,
        conversationUuid: run.wake.topic === 'conversation' ? run.wake.id : null,
        subject: run.subject,
      }),
    onTourFinished: (transaction, { uuid, runUuid, page, process }) =>
      outbox.announce(transaction, {
        type: 'tour.finished',
        conversationUuid: uuid,
        runUuid,
        page,
        process: process === null ? null : { skillUid: process.skillUid, name: process.name },
      }),
    onTourSeriesFinished: (transaction, { uuid, state, skillUid, skillName, pages }) =>
      outbox.announce(transaction, {
        type: 'tour_series.finished',
        seriesUuid: uuid,
        state,
        process: { skillUid, name: skillName },
        pages: pages.map(({ code: _code, ...page }) => page),
      }),
    onDecision: (transaction, { kind, skillUid, identifier, name, digest }) =>
      outbox.announce(transaction, { type: `skill.${kind}`, skillUid, identifier, name, digest }),
    onBudgetExhausted: (transaction, met) =>
      outbox.announce(transaction, { type: 'budget.exhausted', ...met }),
  };
}
