import { AppError } from '../base/index.ts';
import type { ErrorCode, LoadMode } from '../contracts/index.ts';

/** Why a skill cannot be attached to a task so; a process is never composed always (PRC-02, TSK-01). */
export function attachmentRefusal(
  skill: { readonly process: boolean } | null,
  loadMode: LoadMode,
): ErrorCode | null {
  if (skill === null) return 'not_found';
  return skill.process && loadMode === 'always' ? 'process_in_task' : null;
}

/** Why a skill a person picked cannot join a run of a task. */
export function pickRefusal(
  skill: { readonly process: boolean } | null,
  attached: LoadMode | null,
): ErrorCode | null {
  if (skill === null || attached === null) return 'skill_not_attached';
  return skill.process ? 'process_in_task' : null;
}

/** Says what a process is for. */
export function processInTask(name: string): AppError {
  return new AppError(
    'process_in_task',
    `“${name}” is a process: it is started beside a page, in a conversation. A task is one prompt and one answer.`,
    { data: { name } },
  );
}
