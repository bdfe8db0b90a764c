import { actorIdOf, isInitiatorOf, type Actor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type { PendingCall, PendingCard } from '../contracts/index.ts';
import type { ModelToolCall } from '../models/index.ts';
import type { DecidedBy } from '../tools/index.ts';
import { createSchemaCheck } from './argument-check.ts';
import { carryOut, readBeforeClaim, type Decider } from './carry-out.ts';
import type { RuntimeContext } from './deps.ts';
import type { JournalEntry } from './journal.ts';
import { mayRunCalls } from './permitted-calls.ts';
import { pendingCalls } from './preview-calls.ts';
import {
  approvalRefusal,
  claimedInputVerdict,
  claimedVerdict,
  inputRefusal,
} from './rules/approval-verdict.ts';
import type { Content } from './rules/kept-content.ts';
import { previewsDiffer } from './rules/previews.ts';
import type { AgentRuntime, ApprovalDecision, RunResult } from './runtime.ts';
import type { Segment } from './segment.ts';
import { suspendRun } from './suspend.ts';

const checkAnswer = createSchemaCheck();

/** Carries out an approval or a denial, in the order of rules.md §1. */
export async function approveRun(
  context: RuntimeContext,
  request: { readonly uuid: string; readonly decision: ApprovalDecision },
  decider: Decider,
): Promise<RunResult> {
  const { decision } = request;
  const reason = 'reason' in decision ? (decision.reason ?? null) : null;
  if (decision.approved && reason !== null) {
    throw new AppError('invalid_request', 'An approval carries no reason.');
  }
  const before = await readBeforeClaim(context, request.uuid);
  return carryOut(context, {
    before,
    verdictOn: ({ actor, run, configuration, opened }) =>
      approvalRefusal({
        actor,
        run,
        configuration,
        stateUnreadable: opened?.suspended === null || opened === null,
        approved: decision.approved,
      }),
    decider,
    from: 'waiting_for_approval',
    decide: async (claimed) => {
      const { card, check, segment } = claimed;
      const permitted = await mayRunCalls(
        context,
        decider.actor,
        // A call nobody offers does not run whoever approves it, so it binds nobody.
        card.calls.filter(
          ({ tool, effect }) => effect !== 'read_only' && segment.facts.tools.has(tool),
        ),
      );
      const current = decision.cardDigest === card.digest;
      const holds = check.failed.length === 0 && !check.subjectGone;
      const binding = decision.approved && current && permitted && holds;
      const fresh = binding ? await pendingCalls(segment, callsOf(segment, card)) : [];
      const outcome = claimedVerdict({
        decision: { ...decision, reason },
        cardDigest: card.digest,
        mayRunPending: permitted,
        failedPins: check.failed,
        subjectGone: check.subjectGone,
        previewsDiffer: binding && previewsDiffer(card.calls, fresh.map(asPreview)),
        isProcessWrite: card.isProcessWrite,
      });
      switch (outcome.do) {
        case 'refuse':
          return { do: 'refuse', code: outcome.code };
        case 'stop':
          return { do: 'stop', failed: outcome.failed, subjectGone: check.subjectGone };
        case 'resuspend':
          return {
            do: 'finished',
            result: await suspendRun(segment, {
              kind: 'approval',
              pending: callsOf(segment, card),
              resuspended: true,
              made: fresh,
            }),
          };
        case 'deny':
        case 'audit_then_execute': {
          const decidedBy = decidedByOf(decider.actor, segment);
          const entry: JournalEntry = {
            kind: 'decision',
            approved: decision.approved,
            reason: outcome.do === 'deny' ? outcome.reason : null,
            decidedBy,
            pending: card.calls,
          };
          return {
            do: 'record',
            entry,
            event: segment.event('approval', {
              approved: decision.approved,
              decidedBy: deciderOf(decider.actor),
              as: decidedBy,
              cardDigest: card.digest,
              reason: entry.reason,
              tools: card.calls.map(({ tool }) => tool),
            }),
          };
        }
      }
    },
  });
}

/** Carries out an answer to a question, in the order of rules.md §1. */
export async function submitAnswer(
  context: RuntimeContext,
  request: { readonly uuid: string; readonly answer: Parameters<AgentRuntime['submitInput']>[1] },
  decider: Decider,
): Promise<RunResult> {
  const { answer } = request;
  const before = await readBeforeClaim(context, request.uuid);
  const schema = before.opened?.suspended?.card.inputSchema ?? null;
  return carryOut(context, {
    before,
    // The schema is the card's, which its digest holds to.
    verdictOn: ({ actor, run, configuration }) =>
      inputRefusal({
        actor,
        run,
        configuration,
        stateUnreadable: schema === null,
        answerProblem: () => (schema === null ? null : checkAnswer(schema, answer.input)),
      }),
    decider,
    from: 'waiting_for_input',
    decide: async ({ card, check, segment }) => {
      const outcome = claimedInputVerdict({
        digest: answer.cardDigest,
        cardDigest: card.digest,
        mayRunPending: await mayRunCalls(
          context,
          decider.actor,
          card.calls.filter(({ tool }) => segment.facts.tools.has(tool)),
        ),
        failedPins: check.failed,
        subjectGone: check.subjectGone,
      });
      if (outcome.do === 'refuse') return { do: 'refuse', code: outcome.code };
      if (outcome.do === 'stop') {
        return { do: 'stop', failed: outcome.failed, subjectGone: check.subjectGone };
      }
      const asked = card.calls.find(({ tool }) => tool === card.inputTool);
      return {
        do: 'record',
        entry: {
          kind: 'input',
          callId: asked?.callId ?? '',
          input: answer.input,
          pendingIds: card.calls.map(({ callId }) => callId),
        },
        event: segment.step(
          'input',
          { submittedBy: deciderOf(decider.actor), cardDigest: card.digest },
          { input: answer.input as Content },
        ),
      };
    },
  });
}

function callsOf(segment: Segment, card: PendingCard): readonly ModelToolCall[] {
  const ids = card.calls.map(({ callId }) => callId);
  return segment.state.open.filter(({ id }) => ids.includes(id));
}

function asPreview(call: PendingCall) {
  return { ...call.preview, target: call.target };
}

function decidedByOf(actor: Actor, segment: Segment): DecidedBy {
  if (actor.kind !== 'user') return 'unknown';
  return isInitiatorOf(actor, segment.facts.run) ? 'run_owner' : 'other_user';
}

/** Who decided, for the run's log. */
function deciderOf(actor: Actor): string {
  return actorIdOf(actor) ?? 'anonymous';
}
