/**
 * What happens to the calls of one model turn before anything runs (rules.md §5, ADR-214 item 9).
 *
 * Words: *bound* = waits for a person's approval; *pending* = the calls a card shows; *early* = runs before the card.
 */

/** The facts of one call the plan is made on. */
export interface PlannableCall {
  readonly offered: boolean;
  readonly requiresApproval: boolean;
  /** Whether it may change a record; an unknown tool counts as one that may. */
  readonly writes: boolean;
  readonly remote: boolean;
  readonly requiresInput: boolean;
  readonly reportsCompletion: boolean;
}

export type TurnRefusal =
  'not_offered' | 'one_approval' | 'needs_input' | 'completion_pending' | 'proposal_waits';

/** One call that is settled now: it runs, or it gets an error. */
export type Settled<Call> =
  | { readonly call: Call; readonly do: 'run' }
  | { readonly call: Call; readonly do: 'refuse'; readonly refusal: TurnRefusal };

export interface TurnPlan<Call> {
  readonly suspend: 'approval' | 'input' | null;
  /** What the card shows, in turn order; empty without a suspension. */
  readonly pending: readonly Call[];
  /** What is settled before the suspension, in turn order. */
  readonly now: readonly Settled<Call>[];
}

/**
 * Plans a turn. In a process exactly one approval-bound call waits, and only plain reads run beside it (TRN-01, TRN-02);
 * elsewhere a turn that needs a person waits as a whole, before any of its calls runs (TRN-04).
 */
export function planTurn<Call extends PlannableCall>(
  calls: readonly Call[],
  holdsProcessPin: boolean,
): TurnPlan<Call> {
  const bound = calls.filter((call) => call.offered && call.requiresApproval);
  const pending = bound.find((call) => call.writes) ?? bound[0];
  if (!holdsProcessPin || pending === undefined) return ordinaryPlan(calls);
  return {
    suspend: 'approval',
    pending: [pending],
    now: calls.filter((call) => call !== pending).map((call) => besideProposal(call)),
  };
}

function besideProposal<Call extends PlannableCall>(call: Call): Settled<Call> {
  const refuse = (refusal: TurnRefusal): Settled<Call> => ({ call, do: 'refuse', refusal });
  if (!call.offered) return refuse('not_offered');
  if (call.requiresApproval) return refuse('one_approval');
  if (call.requiresInput) return refuse('needs_input');
  if (call.reportsCompletion) return refuse('completion_pending');
  if (!call.writes && !call.remote) return { call, do: 'run' };
  return refuse('proposal_waits');
}

function ordinaryPlan<Call extends PlannableCall>(calls: readonly Call[]): TurnPlan<Call> {
  const offered = calls.filter((call) => call.offered);
  if (offered.some((call) => call.requiresApproval)) {
    return { suspend: 'approval', pending: calls, now: [] };
  }
  if (offered.some((call) => call.requiresInput)) {
    return { suspend: 'input', pending: calls, now: [] };
  }
  return {
    suspend: null,
    pending: [],
    now: calls.map((call) =>
      call.offered ? { call, do: 'run' } : { call, do: 'refuse', refusal: 'not_offered' },
    ),
  };
}

/** What the model reads of a call that was refused by the plan. */
export function turnRefusalText(refusal: TurnRefusal, tool: string): string {
  switch (refusal) {
    case 'not_offered':
      return `There is no tool "${tool}" in this run.`;
    case 'one_approval':
      return 'Not executed: one approval per turn in a process. Propose this again after the decision.';
    case 'needs_input':
      return 'Not executed: a question to the editor is asked in a turn of its own.';
    case 'completion_pending':
      return 'Not recorded: report completion after the decision.';
    case 'proposal_waits':
      return 'Not executed while a proposal waits for approval.';
  }
}
