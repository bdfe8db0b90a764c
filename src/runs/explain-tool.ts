import { AppError, isAppError } from '../base/index.ts';
import type { ToolExplanation } from '../contracts/index.ts';
import { requiresApproval, toolDecision, type Tool } from '../tools/index.ts';
import type { PreparedRun } from './assemble-run.ts';
import type { RuntimeContext } from './deps.ts';
import { mayNotApproveOwn } from './inbox.ts';
import { decidedTools } from './offered-tools.ts';
import { segmentOffer } from './open-segment.ts';
import { rehearsedSegment } from './rehearse.ts';
import type { RunRequest } from './runtime.ts';
import { prepareRun } from './start.ts';

/** What the rules of starting, offering and deciding say of one tool; budgets are asked elsewhere. */
export type RunToolExplanation = Omit<ToolExplanation, 'allowed' | 'budget'>;

/**
 * Whether a run that somebody starts like this may call a tool, by the rules a run meets itself and in their order: its
 * start, then every gate of the tool, then who has to decide. Nothing is stored, and no model is called.
 */
export async function explainTool(
  context: RuntimeContext,
  request: RunRequest,
  name: string,
): Promise<RunToolExplanation> {
  let prepared: PreparedRun;
  try {
    prepared = await prepareRun(context, request);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { start: { refusal: error.code, message: error.message }, gate: null, approval: null };
  }
  const segment = await rehearsedSegment(context, prepared);
  const facts = await segmentOffer(context, segment);
  const decided = await decidedTools(context, facts);
  const found = decided.find(({ tool }) => tool.name === name);
  const { reason, dataClass } = found?.decision ?? notRegistered(name);
  return {
    start: { refusal: null, message: '' },
    gate: { reason, dataClass },
    approval:
      found === undefined || reason !== 'none'
        ? null
        : whoDecides(prepared, segment.run, found.tool),
  };
}

function notRegistered(name: string) {
  return toolDecision(name, {
    tool: null,
    toolEnabled: null,
    groupEnabled: true,
    actorIsAdministrator: false,
    requestedNames: null,
    skillList: null,
    allowedGroups: [],
    ceiling: 'publicContent',
    useful: true,
  });
}

/** Who has to agree before a call is carried out (ADR-172, PRC-03). */
function whoDecides(
  { actor, configuration }: Pick<PreparedRun, 'actor' | 'configuration'>,
  { processSkillUid }: { readonly processSkillUid: number | null },
  tool: Tool,
): ToolExplanation['approval'] {
  if (!requiresApproval(tool)) return 'not_needed';
  if (processSkillUid !== null) return 'in_conversation';
  if (configuration.requireSecondApprover) {
    return tool.requiresAdministrator ? 'by_second_administrator' : 'by_second_person';
  }
  if (actor.kind !== 'user') throw new AppError('internal', 'Only people are asked about.');
  if (tool.requiresAdministrator) return 'by_administrator';
  return mayNotApproveOwn(actor, { initiatorUserId: actor.userId })
    ? 'by_somebody_else'
    : 'by_themselves';
}
