import type { PlaygroundRequest } from '../../../../src/contracts/index.ts';
import { typedCount } from '../models/model-form.ts';

/** What is typed and chosen. */
export interface PlaygroundForm {
  /** Its uid, as text. */
  readonly configuration: string;
  readonly text: string;
  readonly system: string;
  readonly rounds: string;
  readonly withoutTools: boolean;
  readonly tools: readonly string[];
  readonly skills: readonly string[];
  readonly snippets: readonly string[];
}

const MOST_ROUNDS = 20;

export function wrongPlaygroundFields(form: PlaygroundForm): readonly (keyof PlaygroundForm)[] {
  const rounds = typedCount(form.rounds);
  return [
    ...(form.text.trim() === '' ? (['text'] as const) : []),
    ...(rounds === undefined || (rounds ?? 1) > MOST_ROUNDS ? (['rounds'] as const) : []),
  ];
}

/** Nothing chosen among the tools: every one that is offered. */
export function playgroundRequest(form: PlaygroundForm): PlaygroundRequest {
  const rounds = typedCount(form.rounds) ?? null;
  const system = form.system.trim();
  return {
    configurationUid: Number(form.configuration),
    text: form.text.trim(),
    skillUids: form.skills.map(Number),
    snippetUids: form.snippets.map(Number),
    ...(system === '' ? {} : { systemMessage: system }),
    ...(rounds === null ? {} : { maxIterations: rounds }),
    ...(form.withoutTools
      ? { tools: [] }
      : form.tools.length === 0
        ? {}
        : { tools: [...form.tools] }),
  };
}
