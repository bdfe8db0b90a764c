import type { RunListItem } from '../../../../src/contracts/index.ts';
import type { strings } from './strings.ts';

/** What a run is called: its process (also once it has ended), or by where it was started. */
export function runName(
  run: Pick<
    RunListItem,
    | 'process'
    | 'heldProcess'
    | 'progress'
    | 'conversationUuid'
    | 'initiatorUserId'
    | 'isConversation'
  >,
  t: Pick<(typeof strings)['en'], 'process' | 'conversation' | 'single' | 'program'>,
): string {
  const name = (run.process ?? run.heldProcess)?.name ?? '';
  if (name !== '') return name;
  // Only a process reports where it is.
  if (run.progress !== null) return t.process;
  // A server of an earlier release says neither.
  if (run.isConversation ?? run.conversationUuid !== null) return t.conversation;
  return run.initiatorUserId === null ? t.program : t.single;
}
