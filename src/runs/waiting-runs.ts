import {
  holdsGrant,
  isAdministrator,
  isInitiatorOf,
  mayActOnRun,
  type Actor,
} from '../actors/index.ts';
import { remembered } from '../base/index.ts';
import { unlessUnavailable } from '../content/index.ts';
import { isWhollyShown, type PendingCard, type RunView } from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import type { RuntimeContext } from './deps.ts';
import { mayRunCalls } from './permitted-calls.ts';
import type { RunRow } from './run-store.ts';
import { inboxVerdict, type InboxVerdict } from './rules/inbox-verdict.ts';
import { viewing } from './views.ts';

/** A waiting run as somebody who may decide it sees it outside its conversation. */
export interface WaitingRun {
  readonly run: RunView;
  readonly refusals: InboxVerdict;
  /** `null` = the card's values are shown. */
  readonly withheldBecause: 'record_unreadable' | 'no_record' | null;
  readonly requiresSecondApprover: boolean;
}

/** What waits, newest first: everything for those who may approve any run, one's own otherwise. */
export async function waitingRuns(
  context: RuntimeContext,
  actor: Actor,
): Promise<readonly WaitingRun[]> {
  const whose = ownerToAsk(actor);
  const runs = (await context.store.waiting(whose)).filter((run) =>
    mayActOnRun(actor, run, 'agent:approve'),
  );
  const reads = {
    viewOf: await viewing(context, runs),
    configurationOf: remembered((uid: number) => context.configurations.configuration(uid)),
  };
  return Promise.all(runs.map((run) => waitingRun(context, { run, ...reads }, actor)));
}

/** Whose waiting runs are read; `null` = everybody's. */
function ownerToAsk(actor: Actor): string | null {
  const mayOnAny = mayActOnRun(actor, { initiatorUserId: null }, 'agent:approve');
  return actor.kind === 'user' && !mayOnAny ? actor.userId : null;
}

async function waitingRun(
  context: RuntimeContext,
  waiting: {
    readonly run: RunRow;
    readonly viewOf: (run: RunRow) => RunView;
    readonly configurationOf: (uid: number) => Promise<Configuration | null>;
  },
  actor: Actor,
): Promise<WaitingRun> {
  const { run } = waiting;
  const view = waiting.viewOf(run);
  const configuration = await waiting.configurationOf(run.configurationUid);
  const { card } = view;
  const refusals = inboxVerdict({
    holdsProcessPin: run.processSkillUid !== null,
    isInitiator: isInitiatorOf(actor, run),
    mayApproveOwn: holdsGrant(actor, 'approve_own_changes'),
    configurationExists: configuration !== null,
    requireSecondApprover: configuration?.requireSecondApprover ?? false,
    stateUnreadable: card === null,
    mayRunPending:
      card !== null &&
      (await mayRunCalls(
        context,
        actor,
        card.calls.filter(({ effect }) => effect !== 'read_only'),
      )),
    previewFailed: card !== null && !isWhollyShown(card),
  });
  const withheldBecause = card === null ? null : await whyWithheld(context, { run, card }, actor);
  return {
    run:
      card !== null && withheldBecause !== null
        ? { ...view, message: null, card: withoutValues(card) }
        : view,
    refusals,
    withheldBecause,
    requiresSecondApprover: configuration?.requireSecondApprover ?? false,
  };
}

/** Why somebody does not see a card's values, who sees those of their own run and of records they may read themselves. */
async function whyWithheld(
  context: RuntimeContext,
  waiting: { readonly run: RunRow; readonly card: PendingCard },
  actor: Actor,
): Promise<WaitingRun['withheldBecause']> {
  const { run, card } = waiting;
  if (isInitiatorOf(actor, run) || isAdministrator(actor)) return null;
  for (const { target } of card.calls) {
    const record = target ?? run.subject;
    if (record === null || context.content === null) return 'no_record';
    const page = await unlessUnavailable(context.content.pageOf(record, actor));
    if (page === null) return 'record_unreadable';
  }
  return null;
}

function withoutValues(card: PendingCard): PendingCard {
  return {
    ...card,
    inputSchema: null,
    calls: card.calls.map((call) => ({
      ...call,
      arguments: {},
      preview: { lines: [], fields: [], failed: call.preview.failed },
    })),
  };
}
