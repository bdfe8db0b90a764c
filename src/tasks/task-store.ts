import type { Transaction } from '../base/index.ts';
import type { LoadMode, WriteTask } from '../contracts/index.ts';
import type { StoredTaskResult, Task, TaskAttachment } from './task.ts';

/** Where tasks are kept. */
export interface TaskStore {
  task(uid: number): Promise<Task | null>;
  /** By name. */
  tasks(): Promise<readonly Task[]>;
  /** In position order. */
  attachments(taskUid: number): Promise<readonly TaskAttachment[]>;
  result(uuid: string): Promise<StoredTaskResult | null>;
  /** Newest first; of one person, or of everybody for `null`. */
  results(userId: string | null, limit: number): Promise<readonly StoredTaskResult[]>;
  within(transaction: Transaction): TaskWriter;
}

export interface TaskWriter {
  /** Returns the uid; `null` when the identifier is taken. */
  create(task: WriteTask & { readonly identifier: string }, atMs: number): Promise<number | null>;
  /** Compare-and-set on the version; `false` when it moved or the task is gone. */
  update(
    uid: number,
    change: { readonly version: number; readonly fields: WriteTask; readonly atMs: number },
  ): Promise<boolean>;
  /** Attaches at the end, or changes the load mode where it stands. */
  attach(taskUid: number, skillUid: number, loadMode: LoadMode): Promise<void>;
  detach(taskUid: number, skillUid: number): Promise<void>;
  /** Append-only: a result never changes, and goes only when it is old. */
  record(result: StoredTaskResult): Promise<void>;
}
