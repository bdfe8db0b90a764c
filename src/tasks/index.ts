export {
  taskAnswerContext,
  type StoredTaskResult,
  type Task,
  type TaskAttachment,
} from './task.ts';
export type { TaskStore, TaskWriter } from './task-store.ts';
export type { TaskDeps } from './task-deps.ts';
export { createTaskService, type TaskService } from './task-service.ts';
