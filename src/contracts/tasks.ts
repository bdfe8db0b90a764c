import { z } from 'zod';
import { LoadMode } from './records.ts';
import { PrivacyLevel } from './privacy.ts';
import { RunNotice } from './notices.ts';
import { RunTermination } from './runs.ts';
import { BudgetStop } from './usage.ts';

export const TaskCategory = z.enum(['content', 'general', 'system', 'developer', 'log_analysis']);
export type TaskCategory = z.infer<typeof TaskCategory>;

export const TaskFormat = z.enum(['markdown', 'json', 'plain', 'html']);
export type TaskFormat = z.infer<typeof TaskFormat>;

/** A field people fill in before a task runs; `{{name}}` in the prompt stands for what they gave. */
export const TaskInput = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.string().trim().min(1).max(120),
  /** `page`: the text of a page, as the person may read it. */
  kind: z.enum(['line', 'text', 'page', 'choice']),
  required: z.boolean(),
  /** For `choice`; empty otherwise. */
  options: z.array(z.string().trim().min(1).max(200)).max(20),
});
export type TaskInput = z.infer<typeof TaskInput>;

/** What an administrator writes: one prompt, one answer (TSK-01). */
export const WriteTask = z.object({
  name: z.string().trim().min(1).max(255),
  description: z.string().trim().max(2_000),
  category: TaskCategory,
  /** `null` = the default configuration. */
  configurationUid: z.number().int().positive().nullable(),
  promptTemplate: z.string().min(1).max(20_000),
  inputs: z.array(TaskInput).max(10),
  outputFormat: TaskFormat,
  isActive: z.boolean(),
});
export type WriteTask = z.infer<typeof WriteTask>;

export const CreateTask = WriteTask.extend({
  identifier: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,63}$/,
      'up to 64 small letters, digits and hyphens, a letter or digit first',
    ),
});
export type CreateTask = z.infer<typeof CreateTask>;

/** Names the version that was read; another one in between is refused. */
export const ChangeTask = WriteTask.extend({ version: z.number().int().positive() });
export type ChangeTask = z.infer<typeof ChangeTask>;

export const AttachTaskSkill = z.object({ loadMode: LoadMode.nullable() });
export type AttachTaskSkill = z.infer<typeof AttachTaskSkill>;

/** A skill on a task. `always` comes with every run; `on_demand` when the person picks it. */
export const TaskSkillView = z.object({
  skillUid: z.number().int(),
  name: z.string(),
  loadMode: LoadMode,
  /** Runs in conversations only, never in a task. */
  process: z.boolean(),
  /** Enabled, and still in its source. */
  available: z.boolean(),
});
export type TaskSkillView = z.infer<typeof TaskSkillView>;

export const TaskView = WriteTask.extend({
  uid: z.number().int(),
  identifier: z.string(),
  version: z.number().int(),
  skills: z.array(TaskSkillView),
  updatedAtMs: z.number().int(),
});
export type TaskView = z.infer<typeof TaskView>;

export const RunTask = z.object({
  /** By field name; a page by its uid, as text. */
  inputs: z.record(z.string(), z.string().max(50_000)),
  /** On-demand skills the person picked. */
  skillUids: z.array(z.number().int().positive()).max(20).default([]),
});
export type RunTask = z.infer<typeof RunTask>;

/** A skill whose text was sent with a task: as an instruction, or fenced as reference text. */
export const TaskApplied = z.object({
  skillUid: z.number().int(),
  name: z.string(),
  as: z.enum(['instruction', 'reference']),
});
export type TaskApplied = z.infer<typeof TaskApplied>;

/** Tokens as the provider counted them. */
export const TaskUsage = z.object({
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
});
export type TaskUsage = z.infer<typeof TaskUsage>;

/** One answer of a task. Text of a model: escape it. */
export const TaskResult = z.object({
  /** Also names it in the log. */
  uuid: z.string(),
  taskUid: z.number().int(),
  taskName: z.string(),
  outputFormat: TaskFormat,
  status: z.enum(['completed', 'failed']),
  termination: RunTermination,
  /** The answer, or why there is none. `null`: not kept, or somebody else's (SEC-05). */
  text: z.string().nullable(),
  /** How much of the text is kept for later. */
  keptAs: PrivacyLevel,
  /** Length of the whole answer. */
  characters: z.number().int(),
  /** Provider and model. */
  model: z.string(),
  usage: TaskUsage.nullable(),
  applied: z.array(TaskApplied),
  /** For format `json`: whether the answer is JSON. `null` otherwise. */
  isJson: z.boolean().nullable(),
  notices: z.array(RunNotice),
  /** What refused the call; `null`: no budget did, or it was kept before this was told. */
  budget: BudgetStop.nullable().default(null),
  isMine: z.boolean(),
  startedAtMs: z.number().int(),
  finishedAtMs: z.number().int(),
});
export type TaskResult = z.infer<typeof TaskResult>;

/** What an administrator may choose from when writing a task. */
export const TaskOptions = z.object({
  configurations: z.array(z.object({ uid: z.number().int(), name: z.string() })),
});
export type TaskOptions = z.infer<typeof TaskOptions>;
