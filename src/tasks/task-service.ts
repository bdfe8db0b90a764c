import {
  actorMayUse,
  holdsGrant,
  isAdministrator,
  requireAdministrator,
  type Actor,
} from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type {
  ChangeTask,
  CreateTask,
  LoadMode,
  RunTask,
  TaskOptions,
  TaskResult,
  TaskView,
  WriteTask,
} from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import { attachmentRefusal, processInTask } from './attachment-rules.ts';
import { createTaskAnswers } from './task-answers.ts';
import { unknownPlaceholders } from './task-prompt.ts';
import { taskSkill, taskSkills } from './task-skills.ts';
import type { TaskDeps } from './task-deps.ts';
import type { Task } from './task.ts';

/**
 * Tasks: one prompt, one answer. Administrators write them; people who may use tasks (`tasks_use`) list and run those whose
 * configuration is open to them. Errors are `AppError`s with the codes of `contracts/errors.ts`.
 */
export interface TaskService {
  /** By name: all for an administrator, those one may run otherwise. */
  list(actor: Actor): Promise<readonly TaskView[]>;
  /** Throws `not_found` for a task one may not run. */
  show(uid: number, actor: Actor): Promise<TaskView>;
  options(actor: Actor): Promise<TaskOptions>;
  create(task: CreateTask, actor: Actor): Promise<TaskView>;
  /** Throws `task_changed` when somebody else saved since `version`. */
  edit(uid: number, change: ChangeTask, actor: Actor): Promise<TaskView>;
  /** `null` detaches. Throws `process_in_task` for a process that would be composed always. */
  attach(
    uid: number,
    skill: { readonly skillUid: number; readonly loadMode: LoadMode | null },
    actor: Actor,
  ): Promise<TaskView>;
  /**
   * Asks once and answers, with no run; what the privacy level keeps of it is stored. Throws `task_input_invalid` with the
   * field that is wrong, and the refusals of `Completions`.
   */
  run(uid: number, run: RunTask, actor: Actor): Promise<TaskResult>;
  /** A kept answer; its text for the person it was given to. Throws `not_found`. */
  result(uuid: string, actor: Actor): Promise<TaskResult>;
  /** Newest first, at most 50: one's own, for an administrator everybody's. Texts as in `result`. */
  results(actor: Actor): Promise<readonly TaskResult[]>;
}

export function createTaskService(deps: TaskDeps): TaskService {
  const { store, transactions, clock } = deps;
  const view = async (task: Task): Promise<TaskView> => ({
    ...task,
    skills: await taskSkills(deps.skills, await store.attachments(task.uid)),
  });
  const mayRun = async (task: Task, actor: Actor): Promise<Configuration | null> => {
    if (!holdsGrant(actor, 'tasks_use')) return null;
    if (!task.isActive && !isAdministrator(actor)) return null;
    const configuration =
      task.configurationUid === null
        ? await deps.configurations.defaultConfiguration()
        : await deps.configurations.configuration(task.configurationUid);
    return configuration?.isActive === true && actorMayUse(actor, configuration)
      ? configuration
      : null;
  };
  const known = async (uid: number): Promise<Task> => {
    const task = await store.task(uid);
    if (task === null) throw noSuchTask();
    return task;
  };
  const answers = createTaskAnswers(deps);

  return {
    list: async (actor) => {
      const tasks = await store.tasks();
      if (isAdministrator(actor)) return Promise.all(tasks.map(view));
      const theirs = await Promise.all(
        tasks.map(async (task) => ((await mayRun(task, actor)) === null ? [] : [await view(task)])),
      );
      return theirs.flat();
    },

    show: async (uid, actor) => {
      const task = await known(uid);
      if (!isAdministrator(actor) && (await mayRun(task, actor)) === null) throw noSuchTask();
      return view(task);
    },

    options: async (actor) => {
      requireAdministrator(actor);
      const all = await deps.configurations.configurations();
      return {
        configurations: all
          .filter(({ isActive }) => isActive)
          .map(({ uid, name }) => ({ uid, name })),
      };
    },

    create: async (task, actor) => {
      requireAdministrator(actor);
      await checkFields(deps, task);
      const uid = await transactions.transact((tx) => store.within(tx).create(task, clock.now()));
      if (uid === null) {
        throw invalid('identifier', `There is a task called ${task.identifier} already.`);
      }
      return view(await known(uid));
    },

    edit: async (uid, { version, ...fields }, actor) => {
      requireAdministrator(actor);
      await known(uid);
      await checkFields(deps, fields);
      const saved = await transactions.transact((tx) =>
        store.within(tx).update(uid, { version, fields, atMs: clock.now() }),
      );
      if (!saved) {
        throw new AppError(
          'task_changed',
          'Somebody else saved this task since you opened it. Load it again; copy your text first.',
        );
      }
      return view(await known(uid));
    },

    attach: async (uid, { skillUid, loadMode }, actor) => {
      requireAdministrator(actor);
      await known(uid);
      if (loadMode !== null) {
        const skill = await taskSkill(deps.skills, skillUid);
        const code = attachmentRefusal(skill, loadMode);
        if (code === 'process_in_task') throw processInTask(skill?.name ?? '');
        if (code !== null) throw new AppError(code, 'There is no such skill.');
      }
      await transactions.transact((tx) =>
        loadMode === null
          ? store.within(tx).detach(uid, skillUid)
          : store.within(tx).attach(uid, skillUid, loadMode),
      );
      return view(await known(uid));
    },

    run: async (uid, run, actor) => {
      const task = await known(uid);
      const configuration = await mayRun(task, actor);
      if (configuration === null) throw noSuchTask();
      return answers.run({ task, configuration }, run, actor);
    },

    result: (uuid, actor) => answers.result(uuid, actor),
    results: (actor) => answers.results(actor),
  };
}

async function checkFields(deps: TaskDeps, task: WriteTask): Promise<void> {
  const names = task.inputs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid('inputs', `Two fields are called ${twice}.`);
  const [unknown] = unknownPlaceholders(task.promptTemplate, task.inputs);
  if (unknown !== undefined) {
    throw invalid(
      'promptTemplate',
      `The prompt asks for {{${unknown}}}, and no field is called so. Add the field or take the placeholder out.`,
    );
  }
  const empty = task.inputs.find(({ kind, options }) => kind === 'choice' && options.length === 0);
  if (empty !== undefined) throw invalid('inputs', `The choice ${empty.name} has no options.`);
  if (
    task.configurationUid !== null &&
    (await deps.configurations.configuration(task.configurationUid)) === null
  ) {
    throw invalid('configurationUid', 'This configuration does not exist.');
  }
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', message, { data: { field } });
}

function noSuchTask(): AppError {
  return new AppError('not_found', 'There is no such task, or you may not run it.');
}
