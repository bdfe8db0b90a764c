import { expect, it } from 'vitest';
import {
  createConversationStore,
  createOpenPointStore,
  createRunStore,
} from '../../src/adapters/storage/index.ts';
import type {
  Conversation,
  ConversationChange,
  ConversationWriter,
  OpenPointKey,
} from '../../src/chat/index.ts';
import type { ProposalOutcome } from '../../src/contracts/index.ts';
import type { NewRun } from '../../src/runs/index.ts';
import { describeEachDatabase, type OpenFresh } from '../support/databases.ts';

const FRESH: Conversation = {
  uuid: 'c1',
  ownerUserId: 'anna',
  title: '',
  page: 7,
  locale: 'de',
  configurationUid: 1,
  status: 'idle',
  version: 1,
  runUuid: null,
  eventSequence: 0,
  claimedFrom: null,
  decision: null,
  endProcess: false,
  tourStart: null,
  process: null,
  progress: null,
  highlight: null,
  lastSequence: 0,
  pinned: false,
  archivedAtMs: null,
  openedAtMs: null,
  createdAtMs: 1_767_000_000_000,
  updatedAtMs: 1_767_000_000_000,
};

const OUTCOME: ProposalOutcome = {
  id: 'o1',
  kind: 'applied',
  fields: [
    {
      table: 'pages',
      uid: 7,
      field: 'description',
      label: { en: 'Description', de: 'Beschreibung' },
      place: null,
      before: null,
      after: 'Neu “und” schön',
    },
  ],
  tool: 'update_page_metadata',
  target: { table: 'pages', uid: 7 },
  historyId: 'h1',
  carriedOut: 'partly',
  undone: false,
  point: 2,
};

const RUN: NewRun = {
  uuid: 'r1',
  status: 'completed',
  outcome: 'completed',
  termination: 'completed',
  configurationUid: 1,
  initiatorUserId: 'anna',
  pins: [],
  processSkillUid: null,
  invocation: null,
  subject: null,
  forcedSkillUids: [],
  forcedSnippetUids: [],
  allowList: null,
  predecessor: null,
  wake: { topic: 'conversation', id: 'c1' },
  request: null,
  suspended: null,
  text: null,
  pauseOrdinal: 0,
  leaseOwner: null,
  leaseExpiresAtMs: null,
  pendingEffect: null,
  requeueCount: 0,
  notBeforeMs: 0,
  createdAtMs: 1_767_000_000_000,
  finishedAtMs: 1_767_000_000_000,
};

async function open(openFresh: OpenFresh) {
  const { database, transactions } = await openFresh();
  const conversations = createConversationStore(database);
  const points = createOpenPointStore(database);
  return {
    conversations,
    points,
    runs: createRunStore(database),
    transactions,
    insert: (conversation: Conversation) =>
      transactions.transact((tx) => conversations.within(tx).insert(conversation)),
    change: (guard: Conversation, change: ConversationChange, atMs = guard.updatedAtMs + 1) =>
      transactions.transact((tx) => conversations.within(tx).change(guard, change, atMs)),
  };
}

describeEachDatabase('conversation store', (openFresh) => {
  it('CHT-01 gives a conversation back as it was stored, every field of a change included', async () => {
    const { conversations, insert, change } = await open(openFresh);
    await insert(FRESH);
    expect(await conversations.conversation('c1')).toEqual(FRESH);
    expect(await conversations.conversation('c2')).toBeNull();
    const set = {
      title: 'Title',
      status: 'processing',
      runUuid: 'r1',
      eventSequence: 4,
      claimedFrom: 'idle',
      decision: {
        kind: 'approval',
        cardDigest: 'd',
        approved: false,
        reason: 'skip',
        card: null,
      },
      endProcess: true,
      tourStart: 3,
      process: { skillUid: 1, name: 'SEO', digest: '1:ab' },
      progress: { current: 1, total: 4, completed: false },
      highlight: { table: 'content', uid: 12 },
      pinned: true,
      archivedAtMs: 5,
      openedAtMs: 6,
    } as const;
    const changed = await change(FRESH, { set });
    expect(changed).toEqual({ ...FRESH, ...set, version: 2, updatedAtMs: FRESH.updatedAtMs + 1 });
    expect(await conversations.conversation('c1')).toEqual(changed);
  });

  it('CHT-01 a change is a compare-and-set on status, run uuid and version, and a lost one writes nothing', async () => {
    const { conversations, insert, change } = await open(openFresh);
    await insert(FRESH);
    const append = [{ kind: 'user', text: 'hello', skillName: null }] as const;
    const won = await change(FRESH, { set: { status: 'processing', runUuid: 'r1' }, append });
    if (won === null) throw new Error('the first change should win');
    for (const stale of [
      FRESH,
      { ...won, status: 'idle' } as const,
      { ...won, runUuid: null },
      { ...won, runUuid: 'r2' },
      { ...won, version: 1 },
      { ...won, uuid: 'c2' },
    ]) {
      expect(await change(stale, { set: { status: 'failed' }, append })).toBeNull();
    }
    expect(await conversations.conversation('c1')).toEqual(won);
    expect(await conversations.entries('c1')).toHaveLength(1);
  });

  it('CHT-01 of many concurrent changes over one version exactly one wins', async () => {
    const { conversations, insert, change } = await open(openFresh);
    await insert(FRESH);
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        change(FRESH, {
          set: { status: 'processing' },
          append: [{ kind: 'user', text: String(index), skillName: null }],
        }),
      ),
    );
    expect(tries.filter((row) => row !== null)).toHaveLength(1);
    expect(await conversations.entries('c1')).toHaveLength(1);
  });

  it('CHT-08 numbers entries without a gap and fills in outcomes and the tour since its start', async () => {
    const { conversations, insert, change } = await open(openFresh);
    await insert(FRESH);
    const before = { ...OUTCOME, id: 'o0', historyId: null, kind: 'skipped' } as const;
    const first = await change(FRESH, {
      set: {},
      append: [
        { kind: 'outcome', outcome: before },
        { kind: 'user', text: 'Start', skillName: 'SEO' },
      ],
    });
    if (first === null) throw new Error('lost');
    await change(first, {
      set: {},
      append: [
        { kind: 'outcome', outcome: OUTCOME },
        { kind: 'notice', notice: { code: 'detached', data: { skill: 'A' } } },
        { kind: 'tour_finished', since: 2 },
      ],
    });
    const entries = await conversations.entries('c1');
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(entries.map(({ body }) => body)).toEqual([
      { kind: 'outcome', outcome: before },
      { kind: 'user', text: 'Start', skillName: 'SEO' },
      { kind: 'outcome', outcome: OUTCOME },
      { kind: 'notice', notice: { code: 'detached', data: { skill: 'A' } } },
      { kind: 'tour_finished', outcomes: [OUTCOME] },
    ]);
  });

  it('CHT-09 an outcome marked as undone shows so, in its entry and in the summary, and moves the version', async () => {
    const { conversations, transactions, insert, change } = await open(openFresh);
    await insert(FRESH);
    await change(FRESH, {
      set: {},
      append: [
        { kind: 'outcome', outcome: OUTCOME },
        { kind: 'tour_finished', since: 1 },
      ],
    });
    const undo = (id: string) =>
      transactions.transact((tx) =>
        conversations.within(tx).markUndone(id, { undone: true, atMs: 99 }),
      );
    expect(await undo('other')).toEqual([]);
    expect(await undo('h1')).toEqual(['c1']);
    const undone = { ...OUTCOME, undone: true };
    expect((await conversations.entries('c1')).map(({ body }) => body)).toEqual([
      { kind: 'outcome', outcome: undone },
      { kind: 'tour_finished', outcomes: [undone] },
    ]);
    expect((await conversations.conversation('c1'))?.version).toBe(3);
  });

  it('lists and counts what one person has that is not archived, newest first', async () => {
    const { conversations, transactions, insert } = await open(openFresh);
    await insert(FRESH);
    await insert({ ...FRESH, uuid: 'c2', updatedAtMs: FRESH.updatedAtMs + 5, page: 8 });
    await insert({ ...FRESH, uuid: 'c3', status: 'processing', runUuid: 'r3' });
    await insert({ ...FRESH, uuid: 'c4', archivedAtMs: 1 });
    await insert({ ...FRESH, uuid: 'c5', ownerUserId: 'bert', runUuid: 'r5' });
    const uuids = async (page?: number) =>
      (
        await conversations.activeOf('anna', { ...(page === undefined ? {} : { page }), limit: 9 })
      ).map(({ uuid }) => uuid);
    expect(await uuids()).toEqual(['c2', 'c3', 'c1']);
    expect(await uuids(7)).toEqual(['c3', 'c1']);
    expect(await conversations.counts('anna')).toEqual({ active: 3, processing: 1 });
    expect(await transactions.transact((tx) => conversations.within(tx).counts('bert'))).toEqual({
      active: 1,
      processing: 0,
    });
    expect(await conversations.processing()).toEqual(['c3']);
  });

  it('WEB-05 finds the conversations whose latest run holds a version, also when it has ended', async () => {
    const { conversations, transactions, insert, runs } = await open(openFresh);
    const held = { skillUid: 7, sourceUid: 1, digest: '1:aa', process: true, name: 'Tour' };
    const run = (uuid: string, pins: NewRun['pins']) =>
      transactions.transact((tx) => runs.within(tx).insert({ ...RUN, uuid, pins }, []));
    await run('r1', [held]);
    await run('r2', [{ ...held, skillUid: 8 }]);
    await run('r3', [{ ...held, digest: '1:bb' }]);
    for (const [uuid, runUuid] of Object.entries({ c1: 'r1', c2: 'r2', c3: 'r3', c4: 'r1' })) {
      await insert({ ...FRESH, uuid, runUuid, archivedAtMs: uuid === 'c4' ? 1 : null });
    }
    await insert({ ...FRESH, uuid: 'c5' });
    const found = await conversations.holding({ skillUid: 7, digest: '1:aa' });
    expect(found.map(({ uuid }) => uuid)).toEqual(['c1']);
    await insert({ ...FRESH, uuid: 'c6', runUuid: 'r1' });
    expect(new Set(await conversations.held())).toEqual(
      new Set([
        { skillUid: 7, digest: '1:aa', count: 2 },
        { skillUid: 8, digest: '1:aa', count: 1 },
        { skillUid: 7, digest: '1:bb', count: 1 },
      ]),
    );
  });

  it('CHT-08 work on a conversation belongs to one owner until its time is over', async () => {
    const { conversations, transactions, insert } = await open(openFresh);
    await insert({ ...FRESH, status: 'processing' });
    const take = (owner: string, nowMs: number) =>
      transactions.transact((tx) =>
        conversations.within(tx).takeWork('c1', { owner, nowMs, untilMs: nowMs + 10 }),
      );
    expect(await take('w1', 100)).toBe(true);
    expect(await take('w2', 105)).toBe(false);
    expect(await take('w1', 108)).toBe(true);
    expect(await take('w2', 118)).toBe(false);
    expect(await take('w2', 119)).toBe(true);
    await transactions.transact((tx) => conversations.within(tx).leaveWork('c1', 'w1'));
    expect(await take('w1', 120)).toBe(false);
    await transactions.transact((tx) => conversations.within(tx).leaveWork('c1', 'w2'));
    expect(await take('w1', 121)).toBe(true);
    const free = (owner: string) =>
      transactions.transact((tx) => conversations.within(tx).freeWorkOfOthers(owner));
    await free('w1');
    expect(await take('w2', 122)).toBe(false);
    await free('w2');
    expect(await take('w2', 123)).toBe(true);
  });

  it('CHT-08 work is prolonged while it is held, also after its time, and never once another owner had it', async () => {
    const { conversations, transactions, insert } = await open(openFresh);
    await insert({ ...FRESH, status: 'processing' });
    const within = <T>(what: (work: ConversationWriter) => Promise<T>) =>
      transactions.transact((tx) => what(conversations.within(tx)));
    const take = (owner: string, nowMs: number) =>
      within((work) => work.takeWork('c1', { owner, nowMs, untilMs: nowMs + 10 }));
    const keep = (owner: string, untilMs: number) =>
      within((work) => work.keepWork('c1', { owner, untilMs }));
    expect(await keep('w1', 110)).toBe(false);
    await take('w1', 100);
    expect(await keep('w1', 130)).toBe(true);
    expect(await take('w2', 125)).toBe(false);
    expect(await keep('w1', 150)).toBe(true);
    expect(await take('w2', 151)).toBe(true);
    expect(await keep('w1', 170)).toBe(false);
    await within((work) => work.leaveWork('c1', 'w2'));
    expect(await keep('w1', 170)).toBe(false);
  });

  it('CHT-01 there is no work on a conversation that is not processing', async () => {
    const { conversations, transactions, insert } = await open(openFresh);
    await insert(FRESH);
    const taken = await transactions.transact((tx) =>
      conversations.within(tx).takeWork('c1', { owner: 'w', nowMs: 1, untilMs: 2 }),
    );
    expect(taken).toBe(false);
  });
});

const KEY: OpenPointKey = {
  skillUid: 3,
  subject: { table: 'pages', uid: 7 },
  target: { table: 'pages', uid: 7 },
  field: 'description',
};

describeEachDatabase('open point store', (openFresh) => {
  const point = (id: string, change: Partial<OpenPointKey> = {}, atMs = 1) => ({
    ...KEY,
    ...change,
    id,
    recordedBy: 'anna',
    atMs,
  });

  it('OPN-01 keeps one row for each key, whoever records it again', async () => {
    const { points, transactions } = await open(openFresh);
    const record = (...rows: ReturnType<typeof point>[]) =>
      transactions.transact((tx) => points.within(tx).record(rows));
    await record(point('a'), point('b', { field: 'title' }, 2));
    await record(point('c', {}, 3), point('d', { skillUid: 4 }, 4));
    await record();
    const all = await points.points({}, { limit: 10, offset: 0 });
    expect(all.map(({ id }) => id)).toEqual(['d', 'b', 'a']);
    expect(all[2]).toEqual(point('a'));
    expect(
      (await points.points({ skillUid: 3 }, { limit: 1, offset: 1 })).map(({ id }) => id),
    ).toEqual(['a']);
    const other = { subject: { table: 'pages', uid: 8 } };
    expect(await points.points(other, { limit: 9, offset: 0 })).toEqual([]);
  });

  it('OPN-03 closes by record and field, whichever process and subject recorded the point, and nothing else', async () => {
    const { points, transactions } = await open(openFresh);
    await transactions.transact((tx) =>
      points
        .within(tx)
        .record([
          point('a'),
          point('b', { skillUid: 9 }),
          point('c', { subject: { table: 'pages', uid: 1 } }),
          point('d', { field: 'title' }),
          point('e', { field: '' }),
          point('f', { target: { table: 'pages', uid: 8 } }),
          point('g', { target: { table: 'content', uid: 7 } }),
        ]),
    );
    const close = (fields: readonly string[]) =>
      transactions.transact((tx) => points.within(tx).close(KEY.target, fields));
    expect(await close([])).toBe(0);
    expect(await close(['description', 'nothing'])).toBe(3);
    const left = await points.points({}, { limit: 10, offset: 0 });
    expect(left.map(({ id }) => id).sort()).toEqual(['d', 'e', 'f', 'g']);
    expect(await close([''])).toBe(1);
  });
});
