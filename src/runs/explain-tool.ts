import { AppError, isAppError } from '../base/index.ts';
import type { GateAnswer, ToolExplanation } from '../contracts/index.ts';
import { dataClassOf, requiresApproval, toolDenials, type Tool } from '../tools/index.ts';
import type { PreparedRun } from './assemble-run.ts';
import type { RuntimeContext } from './deps.ts';
import { mayNotApproveOwn } from './inbox.ts';
import { decidedTools, type DecidedTool } from './offered-tools.ts';
import { segmentOffer, segmentSkills } from './open-segment.ts';
import { rehearsedSegment } from './rehearse.ts';
import type { RunRequest } from './runtime.ts';
import { listsOf } from './skill-set.ts';
import { prepareRun } from './start.ts';

/** What the rules of starting, offering and deciding say of one tool; budgets, servers and other skills are asked elsewhere. */
export type RunToolExplanation = Omit<ToolExplanation, 'allowed' | 'budget'> & {
  /** The skills whose lists decide on the tools of the run. */
  readonly skillUids: readonly number[];
};

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
    const start = { refusal: error.code, message: error.message };
    return { start, gate: null, approval: null, skillUids: [] };
  }
  const segment = await rehearsedSegment(context, prepared);
  const facts = await segmentOffer(context, segment);
  const decided = await decidedTools(context, facts);
  const found = decided.find(({ tool }) => tool.name === name);
  const set = await segmentSkills(context, segment);
  const lists = (await listsOf(context.skills, set)).filter(({ list }) => list !== null);
  const narrowing = await Promise.all(
    lists.map(async ({ skill: { uid, identifier, version, sourceUid } }) => ({
      uid,
      identifier,
      name: version.name,
      isApproved: (await context.skills.latestUnrevokedApproval(uid, sourceUid)) !== null,
    })),
  );
  const gate = gateAnswer(name, found, narrowing);
  return {
    start: { refusal: null, message: '' },
    gate,
    approval:
      found === undefined || gate.reason !== 'none'
        ? null
        : whoDecides(prepared, segment.run, found.tool),
    skillUids: [...set.pinned.map(({ skillUid }) => skillUid), ...set.skillUids],
  };
}

function gateAnswer(
  name: string,
  found: DecidedTool | undefined,
  narrowing: NonNullable<GateAnswer['skills']>['narrowing'],
): GateAnswer {
  if (found === undefined) {
    return {
      reason: 'notRegistered',
      dataClass: 'secretAdjacent',
      also: [],
      off: { tool: false, group: null },
      server: null,
      skills: null,
    };
  }
  const { tool, gates } = found;
  const denials = toolDenials(name, gates);
  const [reason = 'none', ...also] = denials;
  return {
    reason,
    dataClass: dataClassOf(tool),
    also,
    off: {
      tool: !(gates.toolEnabled ?? tool.enabledByDefault),
      group: gates.groupEnabled ? null : tool.group,
    },
    server: null,
    skills: denials.includes('skillList') ? { narrowing, listing: [] } : null,
  };
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
