import { expect, it } from 'vitest';
import { runName } from './run-name.ts';
import { strings } from './strings.ts';

const RUN = { process: null, heldProcess: null, progress: null, initiatorUserId: 'ada' };

it('a run is called by its process, or by where it was started', () => {
  const name = (run: Parameters<typeof runName>[0]) => runName(run, strings.en);
  const process = { skillUid: 1, name: 'Tidy up', digest: 'a' };
  expect(name({ ...RUN, conversationUuid: 'c', process })).toBe('Tidy up');
  expect(name({ ...RUN, conversationUuid: 'c' })).toBe('Conversation');
  expect(name({ ...RUN, conversationUuid: null })).toBe('Single run');
  expect(name({ ...RUN, conversationUuid: null, initiatorUserId: null })).toBe('Run of a program');
  expect(name(RUN)).toBe('Conversation');
  // Somebody else's: no way to it, and called the same.
  expect(name({ ...RUN, conversationUuid: null, isConversation: true })).toBe('Conversation');
});
