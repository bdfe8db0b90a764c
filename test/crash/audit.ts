import type { RunEvent } from '../../src/contracts/index.ts';
import type { Arena } from './arena.ts';
import type { Chance } from './chance.ts';
import type { LedgerLine } from './ledger.ts';
import { stepsOf, type Act } from './plans.ts';
import { EDITOR } from './world.ts';

export interface Audit {
  /** Every broken promise, in words; none is what a test expects. */
  readonly faults: readonly string[];
  readonly runs: number;
  readonly effects: number;
  /** Runs that ended because a write that must not be repeated had begun. */
  readonly deadLettered: number;
  /** Of those, how many had written. */
  readonly writtenUnseen: number;
  /** Writes that may be repeated whose end nobody saw, left to the model to look at. */
  readonly toBeChecked: number;
}

/**
 * Compares what the runs say of themselves with what the ledger saw. `isShared`: processes took runs from each other while
 * they lived, so that one that was only slow may still have finished a call nobody waited for any more.
 */
export async function audit(arena: Arena, isShared = false): Promise<Audit> {
  const faults = [...arena.editor.faults];
  const sum = { effects: 0, deadLettered: 0, writtenUnseen: 0, toBeChecked: 0 };
  for (const [uuid, plan] of arena.runs) {
    const fault = (text: string) => faults.push(`${uuid}: ${text}`);
    const lines = arena.world.ledger.lines(uuid);
    const events = await arena.world.store.events(uuid, 0);
    const view = await arena.world.runtime.status(uuid, EDITOR);
    sum.effects += lines.length;
    if (events.some(({ sequence }, at) => sequence !== at + 1)) fault('its log has a gap');

    const isDead = view?.status === 'failed';
    if (!isDead && view?.status !== 'completed') fault(`it ended as ${String(view?.status)}`);
    const unsettled = stepsOf(plan).filter(({ step }) => resultsOf(events, step).length === 0);
    if (!isDead && unsettled.length > 0) fault(`${String(unsettled.length)} calls have no result`);
    if (isDead) {
      sum.deadLettered += 1;
      // Written, begun or neither: what is not recorded may have happened at most once, and the person is told to look.
      const unseen = unsettled.filter(
        ({ step, act }) => act === 'once' && by(lines, step).length > 0,
      );
      if (unseen.length > 1) fault('two writes nobody saw the end of');
      sum.writtenUnseen += unseen.length;
      const words = `${String(view.termination)}: ${String(view.message)}`;
      if (!/^not_retryable: .*"create_record".*check the record/.test(words)) fault(words);
    }
    for (const { step, act } of stepsOf(plan)) {
      const problem = problemOf({ step, act, lines: by(lines, step), events, isShared });
      if (problem !== null) fault(`${step} (${act}) ${problem}`);
      sum.toBeChecked += Number(act === 'set' && isLeftToCheck(step, lines, events));
    }
  }
  for (const { run, steps, approved } of arena.editor.acknowledged.values()) {
    const events = await arena.world.store.events(run, 0);
    for (const step of steps) {
      const [result] = resultsOf(events, step);
      const wasCarriedOut =
        result !== undefined && (result.payload['isError'] === true) !== approved;
      if (wasCarriedOut && lastDecision(events, result) === approved) continue;
      faults.push(`${run}: ${step} was ${approved ? 'approved' : 'denied'}, acknowledged and lost`);
    }
  }
  return { faults, runs: arena.runs.size, ...sum };
}

/** What was tried and found, with the seed that repeats it. */
export function report(
  what: string,
  facts: { readonly chance: Chance; readonly arena: Arena; readonly counts: object },
): void {
  const { chance, arena, counts } = facts;
  const found = Object.entries({ ...counts, ...arena.editor.counts() });
  const words = found.map(([name, count]) => `${name} ${String(count)}`).join(', ');
  console.log(`${what}, seed ${String(chance.seed)}: ${words}`);
}

interface StepFacts {
  readonly step: string;
  readonly act: Act;
  readonly lines: readonly LedgerLine[];
  readonly events: readonly RunEvent[];
  readonly isShared: boolean;
}

/** What is wrong with one call; `null` when nothing is. */
function problemOf({ step, act, lines, events, isShared }: StepFacts): string | null {
  const [result, ...more] = resultsOf(events, step);
  if (more.length > 0) return 'has two results';
  if (lines.some(({ again }) => again === true)) return 'was read again after it was recorded';
  if (act === 'once' && lines.length > 1) return `was written ${String(lines.length)} times`;
  if (act === 'set' && lines.length > 1 && !isShared) return 'was written again';
  if (result === undefined) return null;
  const failed = result.payload['isError'] === true;
  if (!failed && lines.length === 0) return 'is said to be done and was not';
  const decision = lastDecision(events, result);
  if (act !== 'read' && !failed && decision !== true) return 'was written without an approval';
  // A declined call may have been approved before in a decision that came to nothing: then nothing was written either.
  if (act !== 'read' && decision === false && lines.length > 0) return 'was declined and written';
  return null;
}

/** It was written, and its result says that nobody knows. */
function isLeftToCheck(
  step: string,
  lines: readonly LedgerLine[],
  events: readonly RunEvent[],
): boolean {
  const [result] = resultsOf(events, step);
  return by(lines, step).length > 0 && result?.payload['isError'] === true;
}

function by(lines: readonly LedgerLine[], step: string): readonly LedgerLine[] {
  return lines.filter((line) => line.step === step);
}

function resultsOf(events: readonly RunEvent[], step: string): readonly RunEvent[] {
  return events.filter(({ kind, payload }) => kind === 'tool' && payload['callId'] === step);
}

/** What the person last said before this result; `null` = nothing. */
function lastDecision(events: readonly RunEvent[], result: RunEvent): boolean | null {
  const decision = events.findLast(
    ({ kind, sequence }) => kind === 'approval' && sequence < result.sequence,
  );
  return decision === undefined ? null : decision.payload['approved'] === true;
}
