import type {
  PendingCard,
  RunOutcome,
  RunTermination,
  TrialEnding,
} from '../../contracts/index.ts';

/** How far one trial may go. */
export interface TrialLimits {
  /** Rounds of the model in the whole trial. Default 40: a person's answer begins a run's own count anew. */
  readonly rounds: number;
  /** Cards. Default 20. */
  readonly cards: number;
  /** Milliseconds. Default 300,000. */
  readonly timeMs: number;
}

export const DEFAULT_TRIAL_LIMITS: TrialLimits = { rounds: 40, cards: 20, timeMs: 300_000 };

/** Where a trial stands after a segment of its run. */
export interface TrialFacts {
  readonly outcome: RunOutcome;
  readonly termination: RunTermination | null;
  /** What the run waits with. */
  readonly card: PendingCard | null;
  /** Cards shown before this one. */
  readonly cards: number;
  /** A limit that was reached, or that the person stopped it. */
  readonly halted: TrialEnding | null;
  readonly limits: TrialLimits;
}

export interface TrialQuestion {
  readonly question: string;
  readonly options: readonly string[];
  readonly chosen: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type TrialStep =
  /** Show the card and decline it: in a trial nothing is ever approved. */
  | { readonly do: 'skip'; readonly card: PendingCard }
  | { readonly do: 'answer'; readonly card: PendingCard; readonly question: TrialQuestion }
  | { readonly do: 'end'; readonly ending: TrialEnding };

/** What a trial does next (WEB-04). There is no step that approves. */
export function trialStep(facts: TrialFacts): TrialStep {
  const { outcome, card, halted, limits } = facts;
  if (halted !== null) return { do: 'end', ending: halted };
  if (outcome === 'awaiting_approval' && card !== null) {
    return facts.cards >= limits.cards ? { do: 'end', ending: 'cards' } : { do: 'skip', card };
  }
  if (outcome === 'awaiting_input' && card !== null) {
    const question = firstOption(card.inputSchema);
    return question === null ? { do: 'end', ending: 'asked' } : { do: 'answer', card, question };
  }
  if (outcome === 'completed') {
    return { do: 'end', ending: facts.termination === 'max_iterations' ? 'rounds' : 'completed' };
  }
  return { do: 'end', ending: 'stopped' };
}

/** The first option of a question whose one required answer is a choice; `null` for any other question. */
function firstOption(schema: PendingCard['inputSchema']): TrialQuestion | null {
  const properties = schema?.['properties'];
  if (typeof properties !== 'object' || properties === null) return null;
  const [entry, ...others] = Object.entries(properties as Record<string, unknown>);
  if (entry === undefined || others.length > 0) return null;
  const [name, property] = entry;
  if (typeof property !== 'object' || property === null) return null;
  const { enum: given, title } = property as { readonly enum?: unknown; readonly title?: unknown };
  const options = Array.isArray(given) ? given.filter((option) => typeof option === 'string') : [];
  const [chosen] = options;
  if (chosen === undefined) return null;
  return {
    question: typeof title === 'string' ? title : name,
    options,
    chosen,
    input: { [name]: chosen },
  };
}
