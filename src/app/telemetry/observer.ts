import { knownOf, type ChatModel, type ChatModels, type ModelAnswer } from '../../models/index.ts';
import type { HostedRuntime, RunResult } from '../../runs/index.ts';
import type { Tool, ToolExecution } from '../../tools/index.ts';

/** Looks on while something is done: each member does `work` once and hands its result, or its error, on. */
export interface Observer {
  /** A stretch of a run; `null` when there was nothing to run. */
  segment<T extends RunResult | null>(work: () => Promise<T>): Promise<T>;
  modelCall(
    facts: { readonly model: string },
    work: () => Promise<ModelAnswer>,
  ): Promise<ModelAnswer>;
  toolCall(
    facts: { readonly tool: string },
    work: () => Promise<ToolExecution>,
  ): Promise<ToolExecution>;
}

/** Several observers as one, the first outermost. */
export function observers(all: readonly Observer[]): Observer {
  return all.reduceRight<Observer>(
    (inner, outer) => ({
      segment: (work) => outer.segment(() => inner.segment(work)),
      modelCall: (facts, work) => outer.modelCall(facts, () => inner.modelCall(facts, work)),
      toolCall: (facts, work) => outer.toolCall(facts, () => inner.toolCall(facts, work)),
    }),
    {
      segment: (work) => work(),
      modelCall: (_facts, work) => work(),
      toolCall: (_facts, work) => work(),
    },
  );
}

export function observedModels(models: ChatModels, observer: Observer): ChatModels {
  const observed = (model: ChatModel): ChatModel => ({
    ...knownOf(model),
    generate: (request) => observer.modelCall({ model: model.name }, () => model.generate(request)),
  });
  return { modelFor: async (configuration) => observed(await models.modelFor(configuration)) };
}

export function observedTools(tools: readonly Tool[], observer: Observer): readonly Tool[] {
  return tools.map((tool) => ({
    ...tool,
    execute: (args, context) =>
      observer.toolCall({ tool: tool.name }, () => tool.execute(args, context)),
  }));
}

export function observedRuntime(runtime: HostedRuntime, observer: Observer): HostedRuntime {
  return {
    ...runtime,
    run: (...given) => observer.segment(() => runtime.run(...given)),
    runQueued: (...given) => observer.segment(() => runtime.runQueued(...given)),
    approve: (...given) => observer.segment(() => runtime.approve(...given)),
    submitInput: (...given) => observer.segment(() => runtime.submitInput(...given)),
    inbox: {
      approve: (...given) => observer.segment(() => runtime.inbox.approve(...given)),
      submitInput: (...given) => observer.segment(() => runtime.inbox.submitInput(...given)),
    },
  };
}
