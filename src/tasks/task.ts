import type {
  BudgetStop,
  LoadMode,
  PrivacyLevel,
  TaskApplied,
  RunNotice,
  RunTermination,
  TaskFormat,
  TaskUsage,
  WriteTask,
} from '../contracts/index.ts';

/**
 * Vocabulary. *Task*: a prompt with fields to fill in, answered once (TSK-01). *Attachment*: a skill on a task. *Result*: what
 * is kept of one answer. A task is offered no tool, so it reads what it was given and writes nothing.
 */
export interface Task extends WriteTask {
  readonly uid: number;
  readonly identifier: string;
  /** Grows by one with every edit. */
  readonly version: number;
  readonly updatedAtMs: number;
}

export interface TaskAttachment {
  readonly taskUid: number;
  readonly skillUid: number;
  readonly loadMode: LoadMode;
  readonly position: number;
}

/** One answer as it is kept, with the words the task had then. */
export interface StoredTaskResult {
  readonly uuid: string;
  readonly taskUid: number;
  readonly taskName: string;
  readonly outputFormat: TaskFormat;
  readonly userId: string;
  readonly status: 'completed' | 'failed';
  readonly termination: RunTermination;
  readonly facts: TaskFacts;
  /** Sealed, as far as the privacy level kept it (SEC-05). */
  readonly answer: string | null;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** What happened, without what was said; kept at every privacy level. */
export interface TaskFacts {
  readonly model: string;
  readonly usage: TaskUsage | null;
  readonly applied: readonly TaskApplied[];
  readonly notices: readonly RunNotice[];
  readonly budget: BudgetStop | null;
  readonly isJson: boolean | null;
  readonly characters: number;
  readonly keptAs: PrivacyLevel;
}

/** Where a sealed answer belongs. */
export function taskAnswerContext(uuid: string): string {
  return `task_result/${uuid}/answer`;
}
