import type { RunListItem } from '../../../../src/contracts/index.ts';
import type { strings } from './strings.ts';

/** What a run is called: its task, its process (also once it has ended), or plainly a conversation. */
export function runName(
  run: Pick<RunListItem, 'taskName' | 'process' | 'heldProcess' | 'progress'>,
  t: Pick<(typeof strings)['en'], 'task' | 'process' | 'conversation'>,
): string {
  if (run.taskName !== null) return t.task(run.taskName);
  const name = (run.process ?? run.heldProcess)?.name ?? '';
  if (name !== '') return name;
  // Only a process reports where it is.
  return run.progress === null ? t.conversation : t.process;
}
