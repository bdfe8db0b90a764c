import { expect, it } from 'vitest';
import type {
  NewRun,
  NewRunEvent,
  PendingEffect,
  RunChange,
  RunGuard,
} from '../../src/runs/index.ts';
import { describeEachRunStorage, type RunStorage } from './runs-bench.ts';

const RUN: NewRun = {
  uuid: 'r1',
  status: 'queued',
  outcome: null,
  termination: null,
  configurationUid: 1,
  initiatorUserId: 'editor',
  pins: [{ skillUid: 7, sourceUid: 1, digest: '2:x', process: true, name: 'Tour' }],
  processSkillUid: 7,
  invocation: { skillUid: 7, subject: { table: 'pages', uid: 12 } },
  subject: { table: 'pages', uid: 12 },
  forcedSkillUids: [3, 4],
  forcedSnippetUids: [7],
  allowList: ['a'],
  predecessor: 'r0',
  wake: { topic: 'conversation', id: 'c1' },
  request: 'sealed request',
  suspended: null,
  text: null,
  pauseOrdinal: 0,
  leaseOwner: null,
  leaseExpiresAtMs: null,
  pendingEffect: null,
  requeueCount: 0,
  notBeforeMs: 100,
  createdAtMs: 1_767_225_600_000,
  finishedAtMs: null,
};
const BEGUN: PendingEffect = { callId: 'c', tool: 't', effect: 'non_idempotent_write' };
const event = (kind: NewRunEvent['kind'], n = 0): NewRunEvent => ({
  kind,
  payload: { n },
  atMs: 1_767_225_600_000 + n,
});
const change = (more: Partial<RunChange> = {}): RunChange => ({
  set: {},
  events: [],
  journal: [],
  ...more,
});

const insert = (storage: RunStorage, run: Partial<NewRun> = {}, events: NewRunEvent[] = []) =>
  storage.transactions.transact((tx) =>
    storage.store.within(tx).insert({ ...RUN, ...run }, events),
  );
const apply = (
  storage: Pick<RunStorage, 'store' | 'transactions'>,
  guard: RunGuard,
  what: RunChange,
) => storage.transactions.transact((tx) => storage.store.within(tx).change('r1', guard, what));

describeEachRunStorage('run store', (open) => {
  it('DUR-07 keeps every field of a run and gives it back', async () => {
    const storage = await open();
    await insert(storage, {}, [event('request')]);
    expect(await storage.store.run('r1')).toEqual({ ...RUN, eventCount: 1, journalCount: 0 });
    expect(await storage.store.run('other')).toBeNull();
    const set: RunChange['set'] = {
      status: 'running',
      outcome: 'failed',
      termination: 'pin_failed',
      pins: [],
      processSkillUid: null,
      invocation: null,
      subject: null,
      request: null,
      suspended: 's',
      text: 't',
      pauseOrdinal: 2,
      leaseOwner: 'w',
      leaseExpiresAtMs: 1_767_225_700_000,
      pendingEffect: { callId: 'c', tool: 't', effect: 'non_idempotent_write' },
      requeueCount: 1,
      notBeforeMs: 5,
      finishedAtMs: 1_767_225_700_001,
    };
    await apply(storage, { statuses: ['queued'] }, change({ set }));
    expect(await storage.store.run('r1')).toEqual({
      ...RUN,
      ...set,
      eventCount: 1,
      journalCount: 0,
    });
    await insert(storage, {
      uuid: 'r2',
      allowList: null,
      initiatorUserId: null,
      predecessor: null,
    });
    expect(await storage.store.run('r2')).toMatchObject({ allowList: null, initiatorUserId: null });
  });

  it('DUR-02 a change applies only under its guard, and otherwise writes nothing at all', async () => {
    const storage = await open();
    await insert(storage, { status: 'running', leaseOwner: 'w1', leaseExpiresAtMs: 1_000 });
    const what = change({ set: { text: 'x' }, events: [event('llm')], journal: ['j'] });
    for (const guard of [
      { statuses: ['queued'] },
      { statuses: ['running'], leaseOwner: 'w2' },
      { statuses: ['running'], leaseExpiredAtMs: 1_000 },
      { statuses: ['running'], dueAtMs: 99 },
      { statuses: ['running'], asRead: { eventCount: 1, journalCount: 0, pendingEffect: null } },
      { statuses: ['running'], asRead: { eventCount: 0, journalCount: 1, pendingEffect: null } },
      { statuses: ['running'], asRead: { eventCount: 0, journalCount: 0, pendingEffect: BEGUN } },
      { statuses: [] },
    ] satisfies RunGuard[]) {
      expect(await apply(storage, guard, what)).toBeNull();
    }
    expect(await storage.store.run('r1')).toMatchObject({ text: null, eventCount: 0 });
    expect(await storage.store.events('r1', 0)).toEqual([]);
    const held: RunGuard = {
      statuses: ['running'],
      leaseOwner: 'w1',
      leaseExpiredAtMs: 1_001,
      dueAtMs: 100,
      asRead: { eventCount: 0, journalCount: 0, pendingEffect: null },
    };
    expect(await apply(storage, held, what)).toMatchObject({ events: [{ sequence: 1 }] });
    expect(await storage.store.journal('r1')).toEqual(['j']);

    const begins = change({ set: { pendingEffect: BEGUN } });
    expect(await apply(storage, { statuses: ['running'] }, begins)).not.toBeNull();
    const counts = { eventCount: 1, journalCount: 1 };
    const unbegun: RunGuard = {
      statuses: ['running'],
      asRead: { ...counts, pendingEffect: null },
    };
    expect(await apply(storage, unbegun, what)).toBeNull();
    expect(
      await apply(storage, { ...unbegun, asRead: { ...counts, pendingEffect: BEGUN } }, what),
    ).not.toBeNull();
  });

  it('DUR-02 of many changes at once that move the status exactly one wins', async () => {
    const storage = await open();
    await insert(storage);
    const won = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        apply(
          n % 2 === 0 ? storage : storage.other,
          { statuses: ['queued'] },
          change({ set: { status: 'running', leaseOwner: `w${String(n)}` } }),
        ),
      ),
    );
    expect(won.filter((one) => one !== null)).toHaveLength(1);
  });

  it('DUR-02 events written at once from two servers are numbered without gap or twin', async () => {
    const storage = await open();
    await insert(storage, { status: 'running' }, [event('request')]);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        apply(
          n % 2 === 0 ? storage : storage.other,
          { statuses: ['running'] },
          change({ events: [event('llm', n), event('tool', n)], journal: [`j${String(n)}`] }),
        ),
      ),
    );
    const events = await storage.store.events('r1', 0);
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 21 }, (_, n) => n + 1),
    );
    expect((await storage.store.events('r1', 19)).map(({ sequence }) => sequence)).toEqual([
      20, 21,
    ]);
    const journal = await storage.store.journal('r1');
    expect(journal).toHaveLength(10);
    expect(await storage.store.run('r1')).toMatchObject({ eventCount: 21, journalCount: 10 });
  });

  it('DUR-02 a rolled back transaction leaves neither row nor event', async () => {
    const storage = await open();
    const failing = storage.transactions.transact(async (tx) => {
      await storage.store.within(tx).insert(RUN, [event('request')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await storage.store.run('r1')).toBeNull();
    await insert(storage, { status: 'running' });
    const again = storage.transactions.transact(async (tx) => {
      await storage.store
        .within(tx)
        .change('r1', { statuses: ['running'] }, change({ events: [event('llm')] }));
      throw new Error('no');
    });
    await expect(again).rejects.toThrow('no');
    expect(await storage.store.events('r1', 0)).toEqual([]);
  });

  it('DUR-02 finds interrupted, due, recent and open runs', async () => {
    const storage = await open();
    const run = (uuid: string, n: number, more: Partial<NewRun>) =>
      insert(storage, { uuid, createdAtMs: n, ...more });
    await run('a', 1, { status: 'running', leaseExpiresAtMs: 500 });
    await run('b', 2, { status: 'running', leaseExpiresAtMs: 1_500 });
    await run('c', 3, { status: 'queued', notBeforeMs: 900 });
    await run('d', 4, { status: 'queued', notBeforeMs: 1_100, initiatorUserId: 'other' });
    await run('e', 5, { status: 'completed', leaseExpiresAtMs: 1 });
    await run('f', 6, { status: 'waiting_for_approval' });
    const uuids = (rows: readonly { uuid: string }[]) => rows.map(({ uuid }) => uuid).join('');
    expect(uuids(await storage.store.interrupted(1_000, 10))).toBe('a');
    expect(uuids(await storage.store.interrupted(2_000, 1))).toBe('a');
    expect(uuids(await storage.store.due(1_000, 10))).toBe('c');
    expect(uuids(await storage.store.due(1_100, 10))).toBe('cd');
    expect(uuids(await storage.store.recent(null, 3))).toBe('fed');
    expect(uuids(await storage.store.recent('other', 10))).toBe('d');
    expect(uuids(await storage.store.open(null))).toBe('fdcba');
    expect(uuids(await storage.store.open('other'))).toBe('d');
    await run('g', 7, { status: 'waiting_for_input', initiatorUserId: 'other' });
    expect(uuids(await storage.store.waiting(null))).toBe('gf');
    expect(uuids(await storage.store.waiting('other'))).toBe('g');
    await run('h', 8, { status: 'failed', termination: 'not_retryable' });
    await run('i', 9, { status: 'failed', termination: 'pin_failed' });
    const by = { initiatorUserId: 'other', termination: 'retries_exhausted' } as const;
    await run('j', 10, { status: 'failed', ...by });
    const dead = ['not_retryable', 'retries_exhausted'] as const;
    expect(uuids(await storage.store.failed(dead, null, 10))).toBe('jh');
    expect(uuids(await storage.store.failed(dead, null, 1))).toBe('j');
    expect(uuids(await storage.store.failed(dead, 'editor', 10))).toBe('h');
    expect(await storage.store.countFailed(dead)).toBe(2);
  });

  it('DUR-08 the end of a run can drop its journal; its events stay', async () => {
    const storage = await open();
    await insert(storage, { status: 'running' });
    await apply(
      storage,
      { statuses: ['running'] },
      change({ events: [event('progress', 1), event('progress', 2)], journal: ['a', 'b'] }),
    );
    expect(await storage.store.journal('r1')).toEqual(['a', 'b']);
    const latest = (uuids: readonly string[]) =>
      storage.store.latestEvents(uuids, ['progress', 'highlight']);
    expect(await latest(['r1', 'unknown'])).toMatchObject([{ runUuid: 'r1', payload: { n: 2 } }]);
    expect(await latest([])).toEqual([]);
    await apply(
      storage,
      { statuses: ['running'] },
      change({ set: { status: 'completed' }, forgetJournal: true }),
    );
    expect(await storage.store.journal('r1')).toEqual([]);
    expect(await storage.store.events('r1', 0)).toHaveLength(2);
  });
});
