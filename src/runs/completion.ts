import { actorMayUse, type Actor } from '../actors/index.ts';
import { isAppError } from '../base/index.ts';
import { BudgetStop, type RunTermination, type SaidNotice } from '../contracts/index.ts';
import type { ChatModel, Configuration, ModelMessage, ModelUsage } from '../models/index.ts';
import { admitSections } from './admission.ts';
import { withFencedBlock, withSystemMessage } from './assembly.ts';
import { withDefaults, type RunLog, type RuntimeDeps, type RuntimeSettings } from './deps.ts';
import { inputBlockedBy, inputRefusal } from './input-gate.ts';
import type { JournalHead } from './journal.ts';
import { answerSettings } from './next-send.ts';
import { refusal } from './refusals.ts';
import { START_CALIBRATION } from './rules/token-estimate.ts';
import { fitTranscript, measureOf, type Measure } from './rules/window.ts';
import { runSnippets } from './run-snippets.ts';
import { gatherSections, type GatheredSections } from './section-candidates.ts';

/** One prompt to be answered once, without a tool and without a run (facts §8). */
export interface CompletionRequest {
  readonly configuration: Configuration;
  readonly actor: Actor;
  readonly prompt: string;
  /** Beside those the configuration always composes; a process among them is left out with a notice. */
  readonly skillUids: readonly number[];
  /** Aborted when the server stops. */
  readonly signal?: AbortSignal;
}

/** A skill whose text was sent, and as what. */
export interface AppliedSkill {
  readonly skillUid: number;
  readonly name: string;
  readonly as: 'instruction' | 'reference';
}

export interface Completion {
  readonly status: 'completed' | 'failed';
  readonly termination: RunTermination;
  /** The answer, or why there is none. */
  readonly text: string;
  /** Provider and model, for people. */
  readonly model: string;
  readonly usage: ModelUsage | null;
  readonly applied: readonly AppliedSkill[];
  readonly notices: readonly SaidNotice[];
  /** What refused the call, when a budget did. */
  readonly budget: BudgetStop | null;
}

export interface Completions {
  /**
   * Composes, asks once and answers. Refuses like the start of a run: `configuration_access`, `context_blocked`,
   * `does_not_fit`, `model_misconfigured`. A provider that fails is an outcome.
   */
  complete(request: CompletionRequest): Promise<Completion>;
}

type CompletionDeps = Pick<RuntimeDeps, 'skills' | 'snippets' | 'models'> & {
  readonly log: RunLog;
};

/** What a request is sent with, and what is told of it. */
interface Composed {
  readonly messages: readonly ModelMessage[];
  readonly applied: readonly AppliedSkill[];
  readonly notices: readonly SaidNotice[];
  readonly measure: Measure;
}

/** Single answers, composed and gated as the first send of a run is (CMP-01, CMP-02, CTX-02, TOL-05). */
export function createCompletions(
  deps: CompletionDeps,
  given: Pick<RuntimeSettings, 'fencedMaxBytes' | 'ceilingOf'> = {},
): Completions {
  const settings = withDefaults(given);
  return {
    complete: async (request) => {
      const { configuration, actor } = request;
      if (!configuration.isActive || !actorMayUse(actor, configuration)) {
        throw refusal('configuration_access');
      }
      const gathered = await gatherSections(deps.skills, {
        attachments: await deps.skills.attachments(configuration.uid),
        forcedSkillUids: request.skillUids,
        fresh: null,
        derivedInvocation: null,
        pins: [],
      });
      const snippets = await runSnippets(deps, {
        callerSystemMessage: null,
        configuration,
        forced: undefined,
      });
      const blocked = await inputBlockedBy({ ...deps, settings }, configuration, {
        skillUids: [
          ...gathered.candidates.map(({ pin }) => pin.skillUid),
          ...gathered.fenced.map(({ skillUid }) => skillUid),
        ],
        snippets: snippets.used,
      });
      if (blocked !== null) throw inputRefusal(deps, blocked);
      const model = await deps.models.modelFor(configuration, { actor, processSkillUid: null });
      const composed = compose({
        request,
        gathered,
        base: { prompt: snippets.prompt, snippets: snippets.snippets },
        model,
        maxBytes: settings.fencedMaxBytes,
      });
      return ask(deps, { request, model, composed });
    },
  };
}

function compose(parts: {
  readonly request: CompletionRequest;
  readonly gathered: GatheredSections;
  readonly base: Pick<JournalHead, 'prompt' | 'snippets'>;
  readonly model: ChatModel;
  readonly maxBytes: number;
}): Composed {
  const { request, gathered, model } = parts;
  const prompt: ModelMessage = { role: 'user', content: request.prompt };
  const fenced = withFencedBlock([prompt], gathered.fenced, parts.maxBytes);
  const head: JournalHead = {
    kind: 'head',
    ...parts.base,
    messages: fenced.messages,
    catalogue: { text: '', entries: [] },
    requestedTools: [],
    maxIterations: 1,
  };
  const measure = measureOf(model, request.configuration, {
    calibration: START_CALIBRATION,
    toolTokens: 0,
  });
  const admitted = admitSections(gathered.candidates, {
    head,
    held: [],
    subject: null,
    isContinuation: false,
    measure,
  });
  if (!admitted.ok) {
    throw refusal('does_not_fit', { skillUid: admitted.skillUid, name: admitted.name });
  }
  const sections = gathered.candidates.map(({ section }) => section);
  return {
    messages: withSystemMessage({ head, sections, subject: null }, fenced.messages),
    applied: [
      ...admitted.pins.map(({ skillUid, name }) => ({
        skillUid,
        name,
        as: 'instruction' as const,
      })),
      ...gathered.fenced
        .filter(({ skillUid }) => fenced.fenced.included.includes(skillUid))
        .map(({ skillUid, version }) => ({
          skillUid,
          name: version.name,
          as: 'reference' as const,
        })),
    ],
    notices: [...gathered.notices, ...fenced.notices],
    measure,
  };
}

async function ask(
  { log }: CompletionDeps,
  asked: {
    readonly request: CompletionRequest;
    readonly model: ChatModel;
    readonly composed: Composed;
  },
): Promise<Completion> {
  const { request, model, composed } = asked;
  const base = {
    model: model.name,
    applied: composed.applied,
    notices: composed.notices,
    budget: null,
  };
  const failed = (termination: RunTermination, text: string): Completion => ({
    ...base,
    status: 'failed',
    termination,
    text,
    usage: null,
  });
  // Nothing was sent, so no skill was applied either.
  const unasked = (termination: RunTermination, text: string): Completion => ({
    ...failed(termination, text),
    applied: [],
  });
  const fit = fitTranscript(composed.messages, composed.measure);
  if (!fit.fits) {
    return unasked('context_truncated', 'What this task sends is too long for the model.');
  }
  try {
    const answer = await model.generate({
      messages: fit.messages,
      tools: [],
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      ...answerSettings(request.configuration),
    });
    const { text, usage } = answer;
    return { ...base, status: 'completed', termination: 'completed', text, usage };
  } catch (error) {
    if (request.signal?.aborted === true) {
      return failed('cancelled', 'The server stopped before there was an answer. Run it again.');
    }
    if (isAppError(error, 'provider_failed')) return failed('provider_failed', error.message);
    if (isAppError(error, 'budget_exhausted')) {
      const budget = BudgetStop.safeParse(error.data).data ?? null;
      return { ...unasked('budget_exhausted', error.message), budget };
    }
    log.error({ err: error }, 'A task could not be answered');
    return failed(
      'not_retryable',
      isAppError(error)
        ? error.message
        : 'Something went wrong inside this installation; its log says what.',
    );
  }
}
