import type { Generated } from 'kysely';

/** Tasks, their skills, and what is kept of their answers. Times in milliseconds, JSON as text. */
export interface TasksTables {
  task: TaskTable;
  task_skill: TaskSkillTable;
  task_result: TaskResultTable;
}

export interface TaskTable {
  uid: Generated<number>;
  identifier: string;
  name: string;
  description: string;
  category: string;
  configuration_uid: number | null;
  prompt_template: string;
  /** JSON of `TaskInput[]`. */
  inputs: string;
  output_format: string;
  is_active: number;
  version: number;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface TaskSkillTable {
  task_uid: number;
  skill_uid: number;
  load_mode: string;
  position: number;
}

export interface TaskResultTable {
  uuid: string;
  task_uid: number;
  task_name: string;
  output_format: string;
  user_id: string;
  status: string;
  termination: string;
  /** JSON of `TaskFacts`. */
  facts: string;
  /** Sealed, as far as the privacy level kept it. */
  answer: string | null;
  started_at_ms: number;
  finished_at_ms: number;
}
