import type { Selectable } from 'kysely';
import { z } from 'zod';
import {
  LoadMode,
  RunTermination,
  TaskCategory,
  TaskFormat,
  TaskInput,
  TaskResult,
  type WriteTask,
} from '../../../contracts/index.ts';
import type { StoredTaskResult, Task, TaskStore, TaskWriter } from '../../../tasks/index.ts';
import { fromFlag, fromJson, orNull, toFlag } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';
import type { TaskResultTable, TaskTable } from './tables.ts';

const Inputs = z.array(TaskInput);
const Facts = TaskResult.pick({
  model: true,
  usage: true,
  applied: true,
  notices: true,
  budget: true,
  isJson: true,
  characters: true,
  keptAs: true,
});

/** Tasks in the database. */
export function createTaskStore(database: Database): TaskStore {
  const { reads } = database;
  const tasks = () => reads.selectFrom('task').selectAll();
  const results = () => reads.selectFrom('task_result').selectAll();
  return {
    task: async (uid) => orNull(await tasks().where('uid', '=', uid).executeTakeFirst(), toTask),
    tasks: async () => (await tasks().orderBy('name').orderBy('uid').execute()).map(toTask),
    attachments: async (taskUid) => {
      const rows = await reads
        .selectFrom('task_skill')
        .selectAll()
        .where('task_uid', '=', taskUid)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({
        taskUid: row.task_uid,
        skillUid: row.skill_uid,
        loadMode: LoadMode.parse(row.load_mode),
        position: row.position,
      }));
    },
    result: async (uuid) =>
      orNull(await results().where('uuid', '=', uuid).executeTakeFirst(), toResult),
    results: async (userId, limit) => {
      let query = results();
      if (userId !== null) query = query.where('user_id', '=', userId);
      const rows = await query
        .orderBy('finished_at_ms', 'desc')
        .orderBy('uuid', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toResult);
    },
    within: (transaction) => taskWriter(inTransaction(transaction)),
  };
}

function taskWriter(tx: ReturnType<typeof inTransaction>): TaskWriter {
  return {
    create: async (task, atMs) => {
      const row = await tx
        .insertInto('task')
        .values({
          ...columnsOf(task),
          identifier: task.identifier,
          version: 1,
          created_at_ms: atMs,
          updated_at_ms: atMs,
        })
        .onConflict((conflict) => conflict.column('identifier').doNothing())
        .returning('uid')
        .executeTakeFirst();
      return row?.uid ?? null;
    },
    update: async (uid, { version, fields, atMs }) => {
      const { numUpdatedRows } = await tx
        .updateTable('task')
        .set({ ...columnsOf(fields), version: version + 1, updated_at_ms: atMs })
        .where('uid', '=', uid)
        .where('version', '=', version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    attach: async (taskUid, skillUid, loadMode) => {
      const last = await tx
        .selectFrom('task_skill')
        .select((expression) => expression.fn.max('position').as('position'))
        .where('task_uid', '=', taskUid)
        .executeTakeFirst();
      await tx
        .insertInto('task_skill')
        .values({
          task_uid: taskUid,
          skill_uid: skillUid,
          load_mode: loadMode,
          position: (last?.position ?? 0) + 1,
        })
        .onConflict((conflict) =>
          conflict.columns(['task_uid', 'skill_uid']).doUpdateSet({ load_mode: loadMode }),
        )
        .execute();
    },
    detach: async (taskUid, skillUid) => {
      await tx
        .deleteFrom('task_skill')
        .where('task_uid', '=', taskUid)
        .where('skill_uid', '=', skillUid)
        .execute();
    },
    record: async (result) => {
      await tx
        .insertInto('task_result')
        .values({
          uuid: result.uuid,
          task_uid: result.taskUid,
          task_name: result.taskName,
          output_format: result.outputFormat,
          user_id: result.userId,
          status: result.status,
          termination: result.termination,
          facts: JSON.stringify(result.facts),
          answer: result.answer,
          started_at_ms: result.startedAtMs,
          finished_at_ms: result.finishedAtMs,
        })
        .execute();
    },
  };
}

function columnsOf(task: WriteTask) {
  return {
    name: task.name,
    description: task.description,
    category: task.category,
    configuration_uid: task.configurationUid,
    prompt_template: task.promptTemplate,
    inputs: JSON.stringify(task.inputs),
    output_format: task.outputFormat,
    is_active: toFlag(task.isActive),
  };
}

function toTask(row: Selectable<TaskTable>): Task {
  return {
    uid: row.uid,
    identifier: row.identifier,
    name: row.name,
    description: row.description,
    category: TaskCategory.parse(row.category),
    configurationUid: row.configuration_uid,
    promptTemplate: row.prompt_template,
    inputs: fromJson(row.inputs, Inputs),
    outputFormat: TaskFormat.parse(row.output_format),
    isActive: fromFlag(row.is_active),
    version: row.version,
    updatedAtMs: row.updated_at_ms,
  };
}

function toResult(row: Selectable<TaskResultTable>): StoredTaskResult {
  return {
    uuid: row.uuid,
    taskUid: row.task_uid,
    taskName: row.task_name,
    outputFormat: TaskFormat.parse(row.output_format),
    userId: row.user_id,
    status: row.status === 'completed' ? 'completed' : 'failed',
    termination: RunTermination.parse(row.termination),
    facts: fromJson(row.facts, Facts),
    answer: row.answer,
    startedAtMs: row.started_at_ms,
    finishedAtMs: row.finished_at_ms,
  };
}
