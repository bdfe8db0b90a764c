import type { ToolExplanation } from '../contracts/index.ts';

/** Why a tool is not offered, for the terminal: the words of the screens, and what to do about it. */
export const DENIALS = {
  notRegistered: {
    why: 'There is no such tool.',
    remedy: 'The list of tools names those there are.',
  },
  toolDisabled: {
    why: 'The tool or its group is switched off.',
    remedy: 'Switch it on among the tools; a group that is off takes its tools with it.',
  },
  requiresAdmin: {
    why: 'It is for administrators only.',
    remedy: 'Ask for a run of an administrator.',
  },
  requestList: {
    why: 'The request did not ask for it.',
    remedy: 'Name it in the request, or name no tools there.',
  },
  skillList: {
    why: 'Skills of the run list the tools it has, and none lists this one.',
    remedy:
      'Name it among the tools of such a skill, approve the new version, switch the skill on, and attach it to the configuration or start the run with it.',
  },
  configurationGroup: {
    why: 'The configuration leaves its group out.',
    remedy: 'Add the group to the configuration, under Models.',
  },
  trustZone: {
    why: 'What it shows is too confidential for the model.',
    remedy: 'Use a configuration whose provider stands in a nearer trust zone, under Models.',
  },
  nothingToDo: {
    why: 'In such a run it has nothing to do.',
    remedy: 'Ask for a run with a process, or with the skills it is for.',
  },
} as const satisfies Readonly<Record<string, { readonly why: string; readonly remedy: string }>>;

const OTHER = { why: 'It is not available.', remedy: '' };

const DECIDERS: Readonly<Record<NonNullable<ToolExplanation['approval']>, string>> = {
  not_needed: 'nobody has to approve the call',
  by_themselves: 'they approve it themselves, or somebody else does',
  by_administrator: 'they approve it themselves, or another administrator does',
  in_conversation: 'they answer it in the conversation of the process',
  by_somebody_else: 'somebody else has to approve it',
  by_second_person: 'a second person has to approve it',
  by_second_administrator: 'a second administrator has to approve it',
};

/** Why a tool is not offered, in one sentence. */
export function denialText(reason: string): string {
  return denialOf(reason).why;
}

/** What the rules say of one tool, a line each. */
export function explanationText(
  tool: string,
  { allowed, start, gate, budget, approval }: ToolExplanation,
): string {
  const lines = [
    `${tool}: ${allowed ? 'may be called' : 'may not be called'}`,
    start.refusal === null ? 'start: yes' : `start: ${start.refusal}: ${start.message}`,
    ...(gate === null ? [] : gateLines(gate)),
    ...(budget === null ? [] : [`budget: ${budget.refusal === null ? 'open' : budget.message}`]),
    ...(approval === null ? [] : [`decision: ${DECIDERS[approval]}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function gateLines({ reason, dataClass }: NonNullable<ToolExplanation['gate']>): readonly string[] {
  if (reason === 'none') return [`tool: offered (data class ${dataClass})`];
  const { why, remedy } = denialOf(reason);
  return [`tool: ${why}`, ...(remedy === '' ? [] : [`      ${remedy}`])];
}

function denialOf(reason: string): { readonly why: string; readonly remedy: string } {
  const known: Readonly<Record<string, { readonly why: string; readonly remedy: string }>> =
    DENIALS;
  return Object.hasOwn(known, reason) ? (known[reason] ?? OTHER) : OTHER;
}
