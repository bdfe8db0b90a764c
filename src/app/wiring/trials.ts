import { createSkillTrials, type SkillTrials, type TrialDeps } from '../../chat/index.ts';
import type { Foundation } from './foundation.ts';

/** Trying versions on a page; nothing of it is kept. */
export function wireTrials({ opened }: Pick<Foundation, 'opened'>, deps: TrialDeps): SkillTrials {
  const trials = createSkillTrials(deps);
  opened.add(trials);
  return trials;
}
