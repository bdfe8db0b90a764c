import {
  APPROVER_WORDS,
  missingSteps,
  stepWords,
  type GateAnswer,
  type MissingStep,
  type ToolExplanation,
} from '../contracts/index.ts';
import { printable } from './tour-screen.ts';

/** What was asked about, as commands take it. */
export interface AskedTool {
  readonly tool: string;
  /** Identifier of the configuration. */
  readonly configuration: string;
}

/** What the rules say of one tool: first what is missing and what to do, then the rest, a line each. */
export function explanationText(
  asked: AskedTool,
  { allowed, start, gate, budget, approval }: ToolExplanation,
): string {
  const isOffered = gate?.reason === 'none';
  const missing = [
    ...(start.refusal === null ? [] : [`  ${start.message}`]),
    ...(gate === null ? [] : missingLines(gate, asked)),
    ...(budget === null || budget.refusal === null ? [] : [`  ${budget.message}`]),
  ];
  const rest = [
    ...(start.refusal === null ? ['start: yes'] : []),
    ...(isOffered ? [`tool: offered (data class ${gate.dataClass})`] : []),
    ...(budget?.refusal === null ? ['budget: open'] : []),
    ...(approval === null ? [] : [`decision: ${APPROVER_WORDS.en[approval]}`]),
  ];
  const lines = [
    `${printable(asked.tool)}: ${allowed ? 'may be called' : 'may not be called'}`,
    ...(missing.length === 0 ? [] : ['missing:', ...missing]),
    ...rest,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function missingLines(gate: GateAnswer, asked: AskedTool): readonly string[] {
  return missingSteps(gate).flatMap((step) => {
    const { why, remedy } = stepWords(step, 'en');
    const command = commandFor(step, asked);
    const next = command === null ? remedy : `${remedy} ${command}`;
    return [`  ${printable(why)}`, ...(next === '' ? [] : [`      ${printable(next)}`])];
  });
}

/** The command that does it, or begins it; `null` where there is none. */
function commandFor(step: MissingStep, { tool, configuration }: AskedTool): string | null {
  if (!('names' in step)) return step.code === 'notRegistered' ? 'vouch tools list' : null;
  const { code, identifier } = step;
  switch (code) {
    case 'toolOff':
      return `vouch tools enable ${tool}`;
    case 'groupOff':
      return `vouch tools enable ${identifier} --group`;
    case 'skillUnapproved':
    case 'lacks_approve':
      return `vouch skills show ${identifier}`;
    case 'lacks_enable':
      return `vouch skills enable ${identifier}`;
    case 'skillsUnapproved':
      return 'vouch skills list';
    case 'lacks_admit':
      return 'vouch skills sources';
    case 'lacks_attach':
      return `vouch skills attach ${identifier} --configuration ${configuration}`;
    case 'server_neverAsked':
    case 'server_notApproved':
    case 'server_changed':
      return `vouch mcp review ${identifier}`;
    case 'server_ready':
    case 'server_off':
    case 'server_noDataClass':
    case 'server_commandsRefused':
      return 'vouch mcp list';
    case 'nobodyLists':
    case 'listedBy':
      return null;
  }
}
