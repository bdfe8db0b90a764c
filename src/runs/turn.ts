import type { ModelToolCall } from '../models/index.ts';
import { denialResult, requiresApproval, type Tool } from '../tools/index.ts';
import { createSchemaCheck } from './argument-check.ts';
import { executeCall, refuseCall } from './execute-call.ts';
import type { JournalDecision, JournalEntry } from './journal.ts';
import { previewOf } from './preview-calls.ts';
import { callKey, repeatVerdict } from './rules/denied-calls.ts';
import { previewsDiffer } from './rules/previews.ts';
import { planTurn, turnRefusalText, type PlannableCall } from './rules/turn-plan.ts';
import type { RunResult } from './runtime.ts';
import type { Segment } from './segment.ts';
import { suspendRun } from './suspend.ts';

const checkArguments = createSchemaCheck();

/** A call of the turn with what the plan needs to know of it. */
interface TurnCall extends PlannableCall {
  readonly call: ModelToolCall;
  readonly tool: Tool | null;
}

/**
 * Settles the open calls of the newest answer: by the person's answer when there is one, by the turn plan otherwise. Every
 * call id ends with exactly one result (TRN-03). Returns the segment's result when the turn ended it.
 */
export async function settleTurn(segment: Segment): Promise<RunResult | null> {
  const { answer } = segment.state;
  if (answer === null) return planAndRun(segment);
  if (answer.kind === 'input') return afterInput(segment, answer);
  return answer.approved ? afterApproval(segment, answer) : afterDenial(segment, answer);
}

async function planAndRun(segment: Segment): Promise<RunResult | null> {
  const sound: ModelToolCall[] = [];
  for (const call of segment.state.open) {
    const flaw = flawOf(segment, call);
    if (flaw === null) sound.push(call);
    else await refuseCall(segment, call, { content: flaw });
  }
  const fresh: ModelToolCall[] = [];
  const repeated: ModelToolCall[] = [];
  for (const call of sound) {
    const { denied } = segment.state;
    // Most runs have nothing to hold a call against, so its key is not made.
    const verdict =
      denied.length === 0 ? 'new' : repeatVerdict(callKey(call.name, call.arguments ?? {}), denied);
    if (verdict === 'end_run') return endOnRepeat(segment, call);
    (verdict === 'new' ? fresh : repeated).push(call);
  }
  for (const call of repeated) {
    const content = 'This exact call was declined. Propose something else, or go on.';
    await refuseCall(segment, call, { content, repeatsDenial: true });
  }
  const plan = planTurn(
    fresh.map((call) => plannable(segment, call)),
    segment.processSkillUid !== null,
  );
  for (const settled of plan.now) {
    const { call } = settled.call;
    if (settled.do === 'run') await executeCall(segment, call);
    else await refuseCall(segment, call, { content: turnRefusalText(settled.refusal, call.name) });
  }
  if (plan.suspend === null) return null;
  return suspendRun(segment, {
    kind: plan.suspend,
    pending: plan.pending.map(({ call }) => call),
    resuspended: false,
  });
}

/** Arguments that do not parse or match never reach the plan, and never a card (decisions §66). */
function flawOf(segment: Segment, call: ModelToolCall): string | null {
  const tool = segment.facts.tools.get(call.name);
  if (tool === undefined) return null;
  if (call.arguments === null) return 'The arguments are not valid JSON.';
  const problem = checkArguments(tool.parameters, call.arguments);
  return problem === null ? null : `The arguments do not match the tool's schema: ${problem}.`;
}

function plannable(segment: Segment, call: ModelToolCall): TurnCall {
  const tool = segment.facts.tools.get(call.name) ?? null;
  const args = call.arguments ?? {};
  return {
    call,
    tool,
    offered: tool !== null,
    requiresApproval: tool !== null && requiresApproval(tool),
    // By name, an unknown tool counts as a write (facts §4).
    writes: tool === null || tool.effect !== 'read_only',
    remote: tool?.remote === true,
    requiresInput: tool?.inputSchema !== undefined,
    reportsCompletion: tool?.reportsCompletion?.(args) === true,
  };
}

async function endOnRepeat(segment: Segment, call: ModelToolCall): Promise<RunResult> {
  return segment.end({
    status: 'failed',
    termination: 'approval_denied',
    text: `The assistant proposed the same declined call ("${call.name}") again and again, so this run was ended. Nothing was changed by it.`,
  });
}

/** Carries out an approval: the pending calls in order, each exactly as it was shown. */
async function afterApproval(
  segment: Segment,
  decision: JournalDecision,
): Promise<RunResult | null> {
  for (const pending of decision.pending) {
    const call = segment.state.open.find(({ id }) => id === pending.callId);
    if (call === undefined) continue;
    const facts = plannable(segment, call);
    const refused = resumeRefusal(facts);
    if (refused !== null) {
      await refuseCall(segment, call, { content: turnRefusalText(refused, call.name) });
    } else if (await wasInterrupted(segment, call, pending)) {
      await refuseCall(segment, call, { content: INTERRUPTED });
    } else {
      const approvedPreview = { ...pending.preview, target: pending.target };
      await executeCall(segment, call, { approvedPreview });
    }
  }
  return null;
}

const INTERRUPTED =
  'The process carrying this out was interrupted, and whether the record changed is not known. Read it again before you propose anything for it.';

/**
 * Whether this write had begun in a process that is gone and may have happened: its preview no longer shows the change as
 * still to be made. Only an idempotent write gets here; any other is dead-lettered (DUR-03).
 */
async function wasInterrupted(
  segment: Segment,
  call: ModelToolCall,
  pending: JournalDecision['pending'][number],
): Promise<boolean> {
  if (segment.facts.run.pendingEffect?.callId !== call.id) return false;
  if (pending.preview.failed) return true;
  return previewsDiffer([pending], [await previewOf(segment, call)]);
}

async function afterDenial(segment: Segment, decision: JournalDecision): Promise<RunResult | null> {
  const ids = decision.pending.map(({ callId }) => callId);
  for (const call of segment.state.open.filter(({ id }) => ids.includes(id))) {
    const facts = plannable(segment, call);
    const content = facts.offered
      ? denialResult(decision.decidedBy, decision.reason)
      : turnRefusalText('not_offered', call.name);
    await refuseCall(segment, call, { content });
  }
  return null;
}

/** Carries out an answer: the question gets it, the calls beside it run in order. */
async function afterInput(
  segment: Segment,
  answer: Extract<JournalEntry, { kind: 'input' }>,
): Promise<RunResult | null> {
  for (const call of segment.state.open.filter(({ id }) => answer.pendingIds.includes(id))) {
    const facts = plannable(segment, call);
    const asked = call.id === answer.callId;
    const refused = asked && facts.offered ? null : resumeRefusal(facts);
    if (refused === null) await executeCall(segment, call, asked ? { input: answer.input } : {});
    else await refuseCall(segment, call, { content: turnRefusalText(refused, call.name) });
  }
  return null;
}

/** Why a call that waited does not run although the person said yes. */
function resumeRefusal(
  facts: TurnCall,
): 'not_offered' | 'needs_input' | 'completion_pending' | null {
  if (!facts.offered) return 'not_offered';
  if (facts.requiresInput) return 'needs_input';
  return facts.reportsCompletion ? 'completion_pending' : null;
}
