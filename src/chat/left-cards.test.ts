import { describe, expect, it } from 'vitest';
import type { RunEvent, RunStatus, RunView } from '../contracts/index.ts';
import { toldOfLeft, toldUpTo } from './left-cards.ts';

const run = (status: RunStatus): RunView => ({
  uuid: 'r1',
  status,
  termination: status === 'completed' ? 'completed' : null,
  message: status === 'completed' ? 'Done.' : null,
  holdsProcessPin: false,
  processSkillUid: null,
  heldProcess: null,
  card: null,
  progress: null,
  highlight: null,
  createdAtMs: 1,
  finishedAtMs: null,
});
const event = (sequence: number, kind: RunEvent['kind'], payload = {}): RunEvent => ({
  runUuid: 'r1',
  sequence,
  kind,
  payload,
  atMs: 1,
});
const LOG = [
  event(1, 'approval', { approved: true }),
  event(2, 'tool'),
  event(3, 'llm', { text: 'And this?', textCharacters: 9 }),
  event(4, 'status'),
];

/** What is told at each of these looks, which come after so many events of the log. */
function looks(...at: readonly (readonly [seen: number, status: RunStatus])[]): string[] {
  const words: string[] = [];
  let mark = 0;
  for (const [seen, status] of at) {
    const events = LOG.slice(0, seen).filter(({ sequence }) => sequence > mark);
    const told = toldOfLeft(run(status), events);
    if (told === null) continue;
    mark = toldUpTo(run(status), events) ?? mark;
    words.push(...told.map((entry) => (entry.kind === 'notice' ? entry.notice.code : entry.kind)));
  }
  return words;
}

describe('CHT-03 what becomes of a card a conversation went on without', () => {
  const WHOLE = ['decided_elsewhere', 'assistant', 'left_waiting'];

  it.each([0, 1, 2, 3, 4])(
    'CHT-03 its next card is told of once, with what was said for it, also after a look at event %i while the run was at work',
    (seen) => {
      expect(looks([seen, 'running'], [4, 'waiting_for_approval'])).toEqual(WHOLE);
      expect(
        looks([seen, 'running'], [4, 'waiting_for_approval'], [4, 'waiting_for_approval']),
      ).toEqual(WHOLE);
    },
  );
});
