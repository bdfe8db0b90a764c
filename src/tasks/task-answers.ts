import { isAdministrator, type Actor, type UserActor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type { RunTask, TaskInput, TaskResult } from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import { keptContent, type Completion } from '../runs/index.ts';
import { pickRefusal, processInTask } from './attachment-rules.ts';
import { inputProblem, isJson, renderPrompt } from './task-prompt.ts';
import type { TaskDeps } from './task-deps.ts';
import { taskSkill } from './task-skills.ts';
import { taskAnswerContext, type StoredTaskResult, type Task } from './task.ts';

export interface TaskAnswers {
  run(
    asked: { readonly task: Task; readonly configuration: Configuration },
    run: RunTask,
    actor: Actor,
  ): Promise<TaskResult>;
  result(uuid: string, actor: Actor): Promise<TaskResult>;
  results(actor: Actor): Promise<readonly TaskResult[]>;
}

/** At most this many in a list. */
const LIST_LIMIT = 50;

/**
 * Answers tasks: the prompt with its fields filled in, the skills, one model call without a tool, and no run (TSK-01). The
 * person gets the whole answer; what is kept of it for later is the privacy level's to say (SEC-05).
 */
export function createTaskAnswers(deps: TaskDeps): TaskAnswers {
  const { store, clock, transactions } = deps;
  return {
    run: async ({ task, configuration }, run, actor) => {
      const person = personOf(actor);
      checkInputs(task, run);
      const values = await readValues(deps, { task, run, actor });
      const skillUids = await skillsOfRun(deps, task, run);
      const startedAtMs = clock.now();
      const completion = await deps.completions.complete({
        configuration,
        actor,
        prompt: renderPrompt(task, values),
        skillUids,
        ...(deps.stopping === undefined ? {} : { signal: deps.stopping }),
      });
      const stored = resultOf(deps, { task, completion, userId: person.userId, startedAtMs });
      await transactions.transact((tx) => store.within(tx).record(stored));
      return viewOf(stored, { text: completion.text, isMine: true });
    },

    result: async (uuid, actor) => {
      const stored = await store.result(uuid);
      const isMine = actor.kind === 'user' && stored?.userId === actor.userId;
      if (stored === null || (!isMine && !isAdministrator(actor))) {
        throw new AppError('not_found', 'There is no such answer.');
      }
      return kept(deps, stored, actor);
    },

    results: async (actor) => {
      if (actor.kind !== 'user') return [];
      const whose = isAdministrator(actor) ? null : actor.userId;
      const found = await store.results(whose, LIST_LIMIT);
      return found.map((stored) => kept(deps, stored, actor));
    },
  };
}

function resultOf(
  deps: TaskDeps,
  answered: {
    readonly task: Task;
    readonly completion: Completion;
    readonly userId: string;
    readonly startedAtMs: number;
  },
): StoredTaskResult {
  const { task, completion } = answered;
  const { status, termination, text, model, usage, applied, notices, budget } = completion;
  const uuid = deps.ids.uuid();
  const level = deps.privacyLevel ?? 'metadata';
  // Why there is no answer is no content, but may quote what a provider said.
  const kept = keptContent(status === 'failed' ? 'redacted' : level, text);
  return {
    uuid,
    taskUid: task.uid,
    taskName: task.name,
    outputFormat: task.outputFormat,
    userId: answered.userId,
    status,
    termination,
    facts: {
      model,
      usage,
      applied,
      notices,
      budget,
      isJson: task.outputFormat === 'json' && status === 'completed' ? isJson(text) : null,
      characters: Array.from(text).length,
      keptAs: level,
    },
    answer: typeof kept === 'string' ? deps.sealer.seal(kept, taskAnswerContext(uuid)) : null,
    startedAtMs: answered.startedAtMs,
    finishedAtMs: deps.clock.now(),
  };
}

/** A kept answer as somebody may see it: what was said is for the person it was said to. */
function kept(deps: Pick<TaskDeps, 'sealer'>, stored: StoredTaskResult, actor: Actor): TaskResult {
  const isMine = actor.kind === 'user' && stored.userId === actor.userId;
  return viewOf(stored, { text: isMine ? openAnswer(deps, stored) : null, isMine });
}

function openAnswer(
  { sealer }: Pick<TaskDeps, 'sealer'>,
  { uuid, answer }: StoredTaskResult,
): string | null {
  if (answer === null) return null;
  try {
    return sealer.open(answer, taskAnswerContext(uuid));
  } catch {
    // Another key or a changed row: as good as not kept, and no list breaks on it.
    return null;
  }
}

function viewOf(
  { facts, userId: _userId, answer: _answer, ...stored }: StoredTaskResult,
  seen: { readonly text: string | null; readonly isMine: boolean },
): TaskResult {
  return {
    ...stored,
    ...facts,
    applied: [...facts.applied],
    notices: [...facts.notices],
    ...seen,
  };
}

function personOf(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor;
  throw new AppError('not_permitted', 'Tasks are run by people.');
}

function checkInputs({ inputs }: Task, run: RunTask): void {
  const wrong = inputProblem(inputs, run.inputs);
  if (wrong === null) return;
  const label = inputs.find(({ name }) => name === wrong.field)?.label ?? wrong.field;
  const sentence = {
    missing: `“${label}” is missing.`,
    not_an_option: `“${label}” is none of its options.`,
    unknown: `This task has no field called ${label}.`,
  };
  throw inputInvalid(wrong.field, sentence[wrong.problem], wrong.problem);
}

async function readValues(
  deps: Pick<TaskDeps, 'host'>,
  asked: { readonly task: Task; readonly run: RunTask; readonly actor: Actor },
): Promise<ReadonlyMap<string, string>> {
  const values = await Promise.all(
    asked.task.inputs.map(async (input) => {
      const given = asked.run.inputs[input.name] ?? '';
      const value =
        input.kind === 'page' && given !== ''
          ? await pageText(deps.host, { input, given }, asked.actor)
          : given;
      return [input.name, value] as const;
    }),
  );
  return new Map(values);
}

/** The text of a page as the person may read it, title first. */
async function pageText(
  host: TaskDeps['host'],
  { input, given }: { readonly input: TaskInput; readonly given: string },
  actor: Actor,
): Promise<string> {
  const uid = /^\d{1,15}$/.test(given) ? Number(given) : null;
  const content = uid === null || host === null ? null : await host.readPage(uid, actor);
  if (content === null) {
    throw inputInvalid(
      input.name,
      `“${input.label}”: the page does not exist, or you may not read it.`,
      'unreadable',
    );
  }
  return [content.page.title, ...content.elements.map(({ source }) => source)].join('\n\n');
}

async function skillsOfRun(
  deps: Pick<TaskDeps, 'store' | 'skills'>,
  task: Task,
  run: RunTask,
): Promise<readonly number[]> {
  const attachments = await deps.store.attachments(task.uid);
  for (const skillUid of run.skillUids) {
    const attached = attachments.find((attachment) => attachment.skillUid === skillUid);
    const skill = await taskSkill(deps.skills, skillUid);
    const code = pickRefusal(skill, attached?.loadMode ?? null);
    if (code === 'process_in_task') throw processInTask(skill?.name ?? '');
    if (code !== null) {
      throw new AppError(code, `The skill ${String(skillUid)} is not attached to this task.`);
    }
  }
  const always = attachments
    .filter(({ loadMode }) => loadMode === 'always')
    .map(({ skillUid }) => skillUid);
  return [...new Set([...always, ...run.skillUids])];
}

function inputInvalid(field: string, message: string, problem: string): AppError {
  return new AppError('task_input_invalid', message, { data: { field, problem } });
}
