import { AppError, isAppError } from '../base/index.ts';
import type { ModelToolCall } from '../models/index.ts';
import {
  boundResult,
  errorResult,
  unknownEffect,
  type CallPreview,
  type RunReach,
  type Tool,
  type ToolArguments,
  type ToolContext,
  type ToolExecution,
  type ToolResult,
} from '../tools/index.ts';
import type { Content } from './rules/kept-content.ts';
import type { NewRunEvent } from './run-store.ts';
import type { Recording, Segment } from './segment.ts';
import { loadSkill, searchLoadable } from './load-skill.ts';
import { highlightTargets } from './subject.ts';
import type { InstructionSection } from '../prompts/index.ts';
import type { Pin } from '../skills/index.ts';

export interface CallOptions {
  /** The person's answer to an input-requiring call. */
  readonly input?: ToolArguments;
  /** What the person approved. */
  readonly approvedPreview?: CallPreview;
}

/**
 * Runs one call and records it: the write is stamped under the lease before it begins, and the stamp goes with the step
 * that tells what became of it (WRT-05). What the tool throws becomes an error result; of a write it is then not known what
 * it did (WRT-10).
 */
export async function executeCall(
  segment: Segment,
  call: ModelToolCall,
  options: CallOptions = {},
): Promise<void> {
  const tool = segment.facts.tools.get(call.name);
  if (tool === undefined) throw new AppError('internal', `"${call.name}" is not offered.`);
  const args = overlaid(tool, call.arguments ?? {}, options.input);
  if (tool.effect !== 'read_only') {
    await segment.context.at('effect.before');
    await segment.record({
      set: { pendingEffect: { callId: call.id, tool: tool.name, effect: tool.effect } },
    });
    segment.effectStamped = true;
    await segment.context.at('effect.stamped');
  }
  const loaded: { pin: Pin; section: InstructionSection }[] = [];
  let hookFailed = false;
  const context: ToolContext & { readonly input?: ToolArguments } = {
    ...toolContext(segment, (pin, section) => loaded.push({ pin, section })),
    hookFailed: (message) => {
      hookFailed = true;
      segment.context.log.warn(
        { run: segment.uuid, tool: tool.name, hook: message },
        'A hook failed after a write',
      );
    },
    ...(options.input === undefined ? {} : { input: options.input }),
    ...(options.approvedPreview === undefined ? {} : { approvedPreview: options.approvedPreview }),
  };
  const execution = await executeSafely(segment, tool, { args, context });
  if (tool.effect !== 'read_only') await segment.context.at('effect.executed');
  const result = boundResult(execution, { hookFailed });
  const pins = [...segment.pins, ...loaded.map(({ pin }) => pin)];
  await recordResult(segment, call, {
    result,
    execution,
    args,
    completes: !result.isError && tool.reportsCompletion?.(args) === true,
    ...(loaded.length === 0 ? {} : { set: { pins } }),
  });
  for (const { section } of loaded) segment.addSection(section);
}

/** A call that does not run: its error result is recorded like any other. */
export async function refuseCall(
  segment: Segment,
  call: ModelToolCall,
  refusal: { readonly content: string; readonly repeatsDenial?: boolean },
): Promise<void> {
  const execution = errorResult(refusal.content);
  await recordResult(segment, call, {
    result: boundResult(execution, { hookFailed: false }),
    execution,
    completes: false,
    repeatsDenial: refusal.repeatsDenial === true,
  });
}

/** What a tool is told in this segment. */
export function toolContext(
  segment: Segment,
  onLoad: (pin: Pin, section: InstructionSection) => void,
): ToolContext {
  const { run, actor, signal } = segment.facts;
  const reach: RunReach = {
    registeredTargets: () => highlightTargets(segment.context.content, segment.subject, actor),
    loadSkill: (uid) => loadSkill(segment, uid, onLoad),
    searchSkills: (query) => searchLoadable(segment, query),
  };
  return {
    actor,
    run: {
      uuid: run.uuid,
      subject: segment.subject,
      processSkillUid: segment.processSkillUid,
      invoked: run.invocation !== null,
      catalogueSize: segment.state.head?.catalogue.entries.length ?? 0,
    },
    signal,
    reach,
  };
}

async function executeSafely(
  segment: Segment,
  tool: Tool,
  call: { readonly args: ToolArguments; readonly context: ToolContext },
): Promise<ToolExecution> {
  try {
    return await tool.execute(call.args, call.context);
  } catch (error) {
    // A cancel ends the segment at the record; only a call that failed by itself is the model's to read.
    segment.context.log.error({ err: error, run: segment.uuid, tool: tool.name }, 'A tool threw');
    if (isAppError(error) && NOT_BEGUN.includes(error.code)) return errorResult(error.message);
    return tool.effect === 'read_only' ? errorResult(FAILED) : unknownEffect(FAILED_WRITE);
  }
}

/** Errors with which a tool says that it could not begin. */
const NOT_BEGUN: readonly string[] = ['unavailable', 'content_refused'];

const FAILED = 'The call failed inside the tool.';
const FAILED_WRITE =
  'The call failed inside the tool, and whether it changed anything is not known. Read the record again before you propose anything for it.';

async function recordResult(
  segment: Segment,
  call: ModelToolCall,
  outcome: {
    readonly result: ToolResult;
    readonly execution: ToolExecution;
    readonly completes: boolean;
    /** As it ran, a person's answer in it; left out for a call that did not run. */
    readonly args?: ToolArguments;
    readonly repeatsDenial?: boolean;
    readonly set?: Recording['set'];
  },
): Promise<void> {
  const { result, execution } = outcome;
  const { content, isError, write } = result;
  // The trace first: whatever the store says next, this is what happened (WRT-07).
  const unknown = execution.effectUnknown === true ? ({ effectUnknown: true } as const) : {};
  segment.steps.push({ kind: 'tool', tool: call.name, callId: call.id, isError, ...unknown });
  if (write !== null) segment.steps.push({ kind: 'write', ...write });
  const events: NewRunEvent[] = [
    segment.step(
      'tool',
      { callId: call.id, tool: call.name, isError, ...unknown, resultBytes: content.length },
      { toolArguments: (outcome.args ?? call.arguments) as Content, toolResult: content },
    ),
  ];
  if (write !== null) events.push(segment.event('write', { callId: call.id, ...write }));
  if (execution.report !== undefined && !isError) {
    const { kind, ...payload } = execution.report;
    events.push(segment.event(kind, payload));
  }
  await segment.record({
    entries: [
      {
        kind: 'result',
        callId: call.id,
        tool: call.name,
        content,
        isError,
        ...(outcome.completes ? { completes: true } : {}),
        ...(outcome.repeatsDenial === true ? { repeatsDenial: true } : {}),
      },
    ],
    events,
    // From here on the decision is carried out; the card is history.
    set: { pendingEffect: null, suspended: null, ...outcome.set },
  });
  await segment.context.at('result.recorded');
}

/** The model's values for what the person answers are dropped; only declared answers are taken (ADR-105). */
function overlaid(
  tool: Tool,
  args: ToolArguments,
  input: ToolArguments | undefined,
): ToolArguments {
  if (input === undefined || tool.inputSchema === undefined) return args;
  const declared = Object.keys(
    (tool.inputSchema(args)['properties'] as Record<string, unknown> | undefined) ?? {},
  );
  const kept = Object.entries(args).filter(([key]) => !declared.includes(key));
  const answered = Object.entries(input).filter(([key]) => declared.includes(key));
  return Object.fromEntries([...kept, ...answered]);
}
