import type { Rehearsal } from '../contracts/index.ts';
import type { ModelMessage } from '../models/index.ts';
import type { PreparedRun } from './assemble-run.ts';
import type { RuntimeContext } from './deps.ts';
import { replay } from './journal.ts';
import { answerSettings, nextSend } from './next-send.ts';
import { toolSpecs } from './offered-tools.ts';
import { segmentTools, type OfferingSegment } from './open-segment.ts';
import { estimateTools } from './rules/token-estimate.ts';
import type { RunRequest } from './runtime.ts';
import { checkPins } from './skill-set.ts';
import { prepareRun } from './start.ts';

/**
 * What the first request of a run would be, word for word, without a run and without a call: the same checks, the same
 * composition and the same fit as the run would meet. Throws what a start refuses.
 */
export async function rehearseRun(
  context: RuntimeContext,
  request: RunRequest,
): Promise<Rehearsal> {
  const prepared = await prepareRun(context, request);
  const { configuration, subject } = prepared;
  const { head } = prepared.request;
  const segment = await rehearsedSegment(context, prepared);
  const sections = segment.pinned;
  const offered = await segmentTools(context, segment);
  // A request for no tool at all is one plain answer (TSK-01).
  const tools = head.requestedTools?.length === 0 ? [] : toolSpecs(offered);
  const model = await context.models.modelFor(configuration);
  const state = replay([head]);
  const { measure, fit } = nextSend({
    head,
    sections,
    subject,
    transcript: state.messages,
    model,
    configuration,
    calibration: state.calibration,
    toolTokens: estimateTools(tools),
  });
  return {
    model: model.name,
    ...settingsShown(configuration),
    maxIterations: head.maxIterations,
    messages: fit.fits ? fit.messages.map(shown) : [],
    tools: tools.map((tool) => ({ ...tool })),
    fits: fit.fits,
    estimatedTokens: fit.tokens,
    budgetTokens: measure.budgetTokens,
    pins: prepared.pins.map(({ skillUid, name, digest }) => ({ skillUid, name, digest })),
    notices: prepared.events.flatMap(({ kind, payload }) =>
      kind === 'notice' ? [payload as Rehearsal['notices'][number]] : [],
    ),
  };
}

/** The first segment of a run that is ready to be stored, as its pickup would open it. */
export async function rehearsedSegment(
  context: RuntimeContext,
  prepared: PreparedRun,
): Promise<OfferingSegment> {
  const { configuration, actor, pins, request } = prepared;
  const { sections } = await checkPins(context.skills, pins, configuration.requireSecondApprover);
  return {
    configuration,
    actor,
    head: request.head,
    pinned: sections,
    run: {
      ...prepared,
      uuid: '',
      configurationUid: configuration.uid,
      processSkillUid: pins.find(({ process }) => process)?.skillUid ?? null,
    },
  };
}

function settingsShown(configuration: Parameters<typeof answerSettings>[0]) {
  const { temperature = null, maxOutputTokens = null } = answerSettings(configuration);
  return { temperature, maxOutputTokens };
}

function shown({ role, content }: ModelMessage): Rehearsal['messages'][number] {
  return { role, content };
}
