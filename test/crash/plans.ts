import type { ChatModel, ModelAnswer, ModelMessage } from '../../src/models/index.ts';

/** What a call of a plan does to the world outside: nothing, a write that may be repeated, one that must not be. */
export type Act = 'read' | 'set' | 'once';

/** The turns of a run, each the calls of one model answer. */
export type Plan = readonly (readonly Act[])[];

export const TOOL_OF = {
  read: 'read_record',
  set: 'set_field',
  once: 'create_record',
} as const satisfies Readonly<Record<Act, string>>;

/** Plans that together meet every way a run can go: with and without a card, several writes on one card, reads between. */
export const PLANS: readonly Plan[] = [
  [['read'], ['once'], ['read'], ['set']],
  [
    ['read', 'once', 'once'],
    ['read', 'read'],
    ['set', 'once'],
  ],
  [['set'], ['set'], ['once']],
  [['read'], ['read', 'read'], ['read']],
  [['once'], ['read', 'set'], ['once']],
];

/** In a process one write waits at a time. */
export const PROCESS_PLANS: readonly Plan[] = [
  [['read'], ['read', 'set'], ['set'], ['once']],
  [['once'], ['read'], ['once']],
];

/** Names a call within its run. */
export function stepId(turn: number, call: number): string {
  return `t${String(turn)}c${String(call)}`;
}

/** Every call of a plan. */
export function stepsOf(plan: Plan): readonly { readonly step: string; readonly act: Act }[] {
  return plan.flatMap((turn, at) => turn.map((act, call) => ({ step: stepId(at, call), act })));
}

/**
 * A model that works through the plan it reads in the first user message. What it says next follows from the transcript
 * alone, so a process that takes a run up asks it the same and is told the same.
 */
export const planModel: ChatModel = {
  name: 'plan',
  builtIn: false,
  contextWindowTokens: 1_000_000,
  generate: ({ messages }) => Promise.resolve(nextAnswer(messages)),
};

function nextAnswer(messages: readonly ModelMessage[]): ModelAnswer {
  const request = messages.find(({ role }) => role === 'user');
  const plan = JSON.parse(request?.content ?? '[]') as Plan;
  const at = messages.filter(({ role }) => role === 'assistant').length;
  const toolCalls = (plan[at] ?? []).map((act, call) => {
    const args = { step: stepId(at, call) };
    return {
      id: args.step,
      name: TOOL_OF[act],
      arguments: args,
      rawArguments: JSON.stringify(args),
    };
  });
  return {
    text: toolCalls.length === 0 ? 'Done.' : '',
    toolCalls,
    usage: { promptTokens: 0, completionTokens: 0 },
    finishReason: toolCalls.length === 0 ? 'stop' : 'tool_calls',
  };
}
