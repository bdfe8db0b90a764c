import type { TrialCall, TrialEvent } from '../../../../../src/contracts/index.ts';

/** Something the trial showed, in the order it came. */
export type TrialItem =
  | {
      readonly kind: 'card';
      readonly number: number;
      readonly said: string;
      readonly calls: readonly TrialCall[];
    }
  | Extract<TrialEvent, { kind: 'question' }>;

/** A trial as far as it has come. */
export interface TrialView {
  readonly items: readonly TrialItem[];
  readonly cards: number;
  readonly rounds: number;
  readonly maxRounds: number;
  /** As the process reports it; `null` when it does not. */
  readonly progress: { readonly current: number; readonly total: number } | null;
  /** `null` while it runs. */
  readonly ended: Extract<TrialEvent, { kind: 'ended' }> | null;
}

export const EMPTY_TRIAL: TrialView = {
  items: [],
  cards: 0,
  rounds: 0,
  maxRounds: 0,
  progress: null,
  ended: null,
};

/** The view after one more event. */
export function afterTrialEvent(view: TrialView, event: TrialEvent): TrialView {
  switch (event.kind) {
    case 'started':
      return { ...EMPTY_TRIAL, maxRounds: event.maxRounds };
    case 'round':
      return { ...view, rounds: event.round };
    case 'progress':
      return { ...view, progress: { current: event.current, total: event.total } };
    case 'card': {
      const { said, calls } = event;
      const card = { kind: 'card', number: view.cards + 1, said, calls } as const;
      return { ...view, cards: card.number, items: [...view.items, card] };
    }
    case 'question':
      return { ...view, items: [...view.items, event] };
    case 'ended':
      return { ...view, rounds: event.rounds, ended: event };
  }
}
