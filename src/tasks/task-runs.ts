import type { Actor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import {
  RunNotice,
  type RunTask,
  type RunView,
  type TaskInput,
  type TaskResult,
  type TaskStarted,
} from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import { pickRefusal, processInTask } from './attachment-rules.ts';
import { inputProblem, isJson, renderPrompt } from './task-prompt.ts';
import type { TaskDeps } from './task-deps.ts';
import { taskSkill } from './task-skills.ts';
import type { Task, TaskRun } from './task.ts';

export interface TaskRuns {
  start(
    asked: { readonly task: Task; readonly configuration: Configuration },
    run: RunTask,
    actor: Actor,
  ): Promise<TaskStarted>;
  result(runUuid: string, actor: Actor): Promise<TaskResult>;
}

/**
 * Runs tasks on the runtime: with the gates, budgets and the log of every run, and without a single tool, so that there is
 * one model call and one answer (TSK-01). A process on a task is left out with a notice.
 */
export function createTaskRuns(deps: TaskDeps): TaskRuns {
  const { store, clock } = deps;
  return {
    start: async ({ task, configuration }, run, actor) => {
      checkInputs(task, run);
      const values = await readValues(deps, { task, run, actor });
      const skillUids = await skillsOfRun(deps, task, run);
      const runUuid = await deps.runtime.enqueue(
        {
          configurationUid: configuration.uid,
          messages: [{ role: 'user', content: renderPrompt(task, values) }],
          actor,
          allowedToolNames: [],
          maxIterations: 1,
          forced: { skillUids, snippetUids: [] },
        },
        {
          alongside: (transaction, uuid) =>
            store.within(transaction).recordRun({
              runUuid: uuid,
              taskUid: task.uid,
              taskName: task.name,
              outputFormat: task.outputFormat,
              createdAtMs: clock.now(),
            }),
        },
      );
      return { runUuid };
    },

    result: async (runUuid, actor) => {
      const taskRun = await store.taskRun(runUuid);
      const run = taskRun === null ? null : await deps.runtime.status(runUuid, actor);
      if (taskRun === null || run === null) {
        throw new AppError('access_denied', 'There is no such run.');
      }
      const events = await deps.runtime.events(runUuid, 0, actor);
      const notices = events.flatMap(({ kind, payload }) => {
        const read = kind === 'notice' ? RunNotice.safeParse(payload) : null;
        return read?.success === true ? [read.data] : [];
      });
      return resultOf(taskRun, run, notices);
    },
  };
}

function resultOf(
  { taskUid, taskName, outputFormat, createdAtMs }: TaskRun,
  run: RunView,
  notices: readonly RunNotice[],
): TaskResult {
  const hasAnswer = run.status === 'completed' && run.message !== null;
  return {
    runUuid: run.uuid,
    taskUid,
    taskName,
    outputFormat,
    status: run.status,
    termination: run.termination,
    text: run.message,
    isJson: outputFormat === 'json' && hasAnswer ? isJson(run.message ?? '') : null,
    notices: [...notices],
    startedAtMs: createdAtMs,
  };
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
