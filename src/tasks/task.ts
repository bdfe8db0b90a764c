import type { LoadMode, TaskFormat, WriteTask } from '../contracts/index.ts';

/**
 * Vocabulary. *Task*: a prompt with fields to fill in, run once for one answer (TSK-01). *Attachment*: a skill on a task.
 * *Task run*: the run that answers it; it is offered no tool, so it reads what it was given and writes nothing.
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

/** Which task a run answers, with the words it had then. */
export interface TaskRun {
  readonly runUuid: string;
  readonly taskUid: number;
  readonly taskName: string;
  readonly outputFormat: TaskFormat;
  readonly createdAtMs: number;
}
