import type { RunListItem } from '../../../../src/contracts/index.ts';
import type { strings } from './strings.ts';

/** What a run is called: its process (also once it has ended), or plainly a conversation. */
export function runName(
  run: Pick<RunListItem, 'process' | 'heldProcess' | 'progress'>,
  t: Pick<(typeof strings)['en'], 'process' | 'conversation'>,
): string {
  const name = (run.process ?? run.heldProcess)?.name ?? '';
  if (name !== '') return name;
  // Only a process reports where it is.
  return run.progress === null ? t.conversation : t.process;
}
