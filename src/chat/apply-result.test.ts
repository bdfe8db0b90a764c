import { expect, it } from 'vitest';
import { RunOutcome, type RunEvent, type RunView } from '../contracts/index.ts';
import {
  applySegment,
  endFromStatus,
  endOfResult,
  loggedFacts,
  loggedText,
  statusAfter,
  type LoggedFacts,
} from './apply-result.ts';
import type { Conversation } from './conversation.ts';

const CONVERSATION: Conversation = {
  uuid: 'c1',
  ownerUserId: 'anna',
  title: 'T',
  page: 7,
  locale: 'de',
  configurationUid: 1,
  status: 'processing',
  version: 4,
  runUuid: 'r1',
  eventSequence: 2,
  claimedFrom: null,
  decision: null,
  endProcess: false,
  tourStart: 1,
  process: { skillUid: 3, name: 'SEO', digest: '1:ab' },
  progress: { current: 1, total: 2, completed: false },
  highlight: { table: 'content', uid: 5 },
  lastSequence: 4,
  pinned: false,
  archivedAtMs: null,
  openedAtMs: 1,
  createdAtMs: 1,
  updatedAtMs: 2,
};
const RUN: RunView = {
  uuid: 'r1',
  status: 'completed',
  termination: 'completed',
  message: null,
  holdsProcessPin: true,
  processSkillUid: 3,
  heldProcess: { skillUid: 3, name: 'SEO', digest: '1:ab' },
  card: null,
  progress: null,
  highlight: null,
  createdAtMs: 1,
  finishedAtMs: 2,
};
const LOGGED: LoggedFacts = {
  sequence: 9,
  notices: [],
  progress: null,
  highlight: null,
  completed: false,
  budget: null,
};
const END = { outcome: 'completed', termination: 'completed', text: 'Done.' } as const;

it('CHT-01 every outcome of a run leads to one status', () => {
  const table = Object.fromEntries(RunOutcome.options.map((one) => [one, statusAfter(one)]));
  expect(table).toEqual({
    completed: 'idle',
    awaiting_approval: 'awaiting_approval',
    awaiting_input: 'awaiting_input',
    suspend_failed: 'failed',
    guardrail_blocked: 'failed',
    guardrail_approval_required: 'failed',
    failed: 'failed',
    cancelled: 'failed',
    requeued: 'processing',
    lease_lost: 'processing',
  });
});

it('CHT-05 the card’s outcome comes first, then notices, then the answer', () => {
  const notice = { code: 'detached', data: { skill: 'A' } };
  const before = [{ kind: 'notice', notice: { code: 'preview_moved', data: {} } }] as const;
  const { append, set } = applySegment(CONVERSATION, {
    end: END,
    logged: { ...LOGGED, notices: [notice] },
    run: RUN,
    before,
  });
  expect(append).toEqual([
    ...before,
    { kind: 'notice', notice },
    { kind: 'assistant', text: 'Done.' },
  ]);
  expect(set).toMatchObject({ status: 'idle', eventSequence: 9, decision: null, tourStart: 1 });
});

it('CHT-05 a stopped turn carries a code and a sanitised sentence', () => {
  const end = {
    outcome: 'failed',
    termination: 'pin_failed',
    text: 'Stopped: see https://intern.example/x?key=1',
  } as const;
  const run = { ...RUN, status: 'failed', holdsProcessPin: false } as const;
  const { append, set } = applySegment(CONVERSATION, { end, logged: LOGGED, run, before: [] });
  expect(append).toEqual([
    { kind: 'stopped', code: 'pin_failed', message: 'Stopped: see https://…' },
  ]);
  expect(set).toMatchObject({
    status: 'failed',
    process: null,
    progress: null,
    highlight: null,
    tourStart: null,
  });
});

it('CHT-09, FOC-01 a reported completion ends the tour: summary since its start, progress done, highlight gone', () => {
  const done = { current: 2, total: 2, completed: true };
  const { append, set } = applySegment(CONVERSATION, {
    end: END,
    logged: { ...LOGGED, progress: done, completed: true, highlight: { table: 'content', uid: 6 } },
    run: { ...RUN, holdsProcessPin: false },
    before: [],
  });
  expect(append.at(-1)).toEqual({ kind: 'tour_finished', since: 1 });
  expect(set).toMatchObject({ progress: done, highlight: null, tourStart: null, process: null });
});

it('FOC-01 progress and highlight of the segment are kept on the conversation', () => {
  const progress = { current: 2, total: 4, completed: false };
  const highlight = { table: 'content', uid: 6 };
  const { set } = applySegment(CONVERSATION, {
    end: { ...END, outcome: 'awaiting_approval', termination: null },
    logged: { ...LOGGED, progress, highlight },
    run: { ...RUN, status: 'waiting_for_approval' },
    before: [],
  });
  expect(set).toMatchObject({ status: 'awaiting_approval', progress, highlight });
});

it('CHT-05 an answer cut short says so after the answer', () => {
  const { append } = applySegment(CONVERSATION, {
    end: { ...END, termination: 'max_iterations' },
    logged: LOGGED,
    run: RUN,
    before: [],
  });
  expect(append).toEqual([
    { kind: 'assistant', text: 'Done.' },
    { kind: 'notice', notice: { code: 'max_iterations', data: {} } },
  ]);
});

it('reads notices, progress and highlight from a log and leaves out what has another shape', () => {
  const event = (sequence: number, kind: RunEvent['kind'], payload: RunEvent['payload']) => ({
    runUuid: 'r1',
    sequence,
    kind,
    payload,
    atMs: 1,
  });
  const events: RunEvent[] = [
    event(3, 'progress', { current: 1, total: 2, completed: false }),
    event(4, 'notice', { code: 'detached', data: { skill: 'A' } }),
    event(5, 'highlight', { table: 'content', uid: 5 }),
    event(6, 'progress', { current: 'many' }),
    event(7, 'llm', { text: 'Hello' }),
    event(8, 'highlight', { target: { table: 'content', uid: 6 } }),
  ];
  expect(loggedFacts(events, 2)).toEqual({
    sequence: 8,
    notices: [{ code: 'detached', data: { skill: 'A' } }],
    progress: { current: 1, total: 2, completed: false },
    highlight: { table: 'content', uid: 6 },
    completed: false,
    budget: null,
  });
  expect(loggedText(events)).toBe('Hello');
  expect(loggedText([])).toBe('');
});

it('CHT-08 a run that ended while nobody listened is taken over from its status', () => {
  expect(endFromStatus({ ...RUN, status: 'queued' }, '')).toBeNull();
  expect(endFromStatus({ ...RUN, status: 'running' }, '')).toBeNull();
  expect(endFromStatus({ ...RUN, message: 'Answer' }, 'log')).toMatchObject({
    outcome: 'completed',
    text: 'Answer',
  });
  expect(endFromStatus({ ...RUN, status: 'waiting_for_approval' }, 'log')).toMatchObject({
    outcome: 'awaiting_approval',
    text: 'log',
  });
  expect(
    endFromStatus({ ...RUN, status: 'waiting_for_input', message: 'Which one?' }, 'log'),
  ).toMatchObject({ outcome: 'awaiting_input', text: 'Which one?' });
  expect(endFromStatus({ ...RUN, status: 'cancelled' }, '')).toMatchObject({
    outcome: 'cancelled',
  });
});

it('CHT-08 keeps everything that was said on the way, in order, also when the turn then stops', () => {
  const result = {
    uuid: 'r1',
    text: 'Second.',
    steps: [
      { kind: 'llm', text: 'First.' },
      { kind: 'tool', tool: 'read', callId: '1', isError: false },
      { kind: 'llm', text: ' ' },
      { kind: 'llm', text: 'Second.' },
    ],
    resuspended: false,
    effectStamped: false,
    takenOver: false,
  } as const;
  const appended = (end: ReturnType<typeof endOfResult>) =>
    applySegment(CONVERSATION, { end, logged: LOGGED, run: RUN, before: [] }).append;
  const said = [
    { kind: 'assistant', text: 'First.' },
    { kind: 'assistant', text: 'Second.' },
  ];
  expect(
    appended(endOfResult({ ...result, outcome: 'completed', termination: 'completed' })),
  ).toEqual(said);
  expect(
    appended(
      endOfResult({ ...result, outcome: 'failed', termination: 'provider_failed', text: 'No.' }),
    ),
  ).toEqual([...said, { kind: 'stopped', code: 'provider_failed', message: 'No.' }]);
  // A card that came without a word does not repeat what was said before the last answer.
  const silent = { ...result, steps: [], outcome: 'awaiting_approval', termination: null } as const;
  expect(appended(endOfResult(silent))).toEqual([]);
});
