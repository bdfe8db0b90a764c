import { sql, type RawBuilder } from 'kysely';
import { expect, it } from 'vitest';
import { createRunStore, createTransactions } from '../../src/adapters/storage/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createBench, EDITOR, PROPOSAL } from './runs-bench.ts';

type SqlOf = (uuid: string) => RawBuilder<unknown>;

/** The state of a run altered behind the runtime's back, as by another key or a damaged disk. */
describeEachDatabase('A run whose state cannot be read', (openFresh) => {
  async function waiting() {
    const { database, transactions } = await openFresh();
    const told: object[] = [];
    const log = { warn: (facts: object) => void told.push(facts) };
    const storage = { store: createRunStore(database, { log }), transactions };
    const other = { store: storage.store, transactions: createTransactions(database) };
    const bench = await createBench({ storage: { ...storage, other } });
    const { uuid, card } = await bench.startTour();
    bench.model.add({ text: 'Another.', calls: [PROPOSAL] });
    const plain = await bench.runtime.run(bench.request({}));
    const row = async (of: string) => {
      const found = await storage.store.run(of);
      return { status: found?.status, suspended: found?.suspended, request: found?.request };
    };
    const spoil = (column: string, of: string) =>
      sql`update run set ${sql.ref(column)} = 'v1.00000000.spoilt' where uuid = ${of}`.execute(
        database.writes,
      );
    const set = (column: string, value: string, of: string) =>
      sql`update run set ${sql.ref(column)} = ${value} where uuid = ${of}`.execute(database.writes);
    return { database, bench, uuid, card, plain, row, set, spoil, told };
  }

  /** Columns in clear that another release may write otherwise, or a hand may damage. */
  const DAMAGE = [
    ['pins', 'broken'],
    ['forced_skill_uids', '{}'],
    ['invocation', '[]'],
    ['termination', 'of_a_later_release'],
  ] as const;

  it.each(['suspended', 'request'])(
    'DUR-06, DEC-05 with a spoilt %s the inbox lists it with the others, and a decision is refused clearly and keeps its state',
    async (column) => {
      const { bench, plain, uuid, row, spoil } = await waiting();
      const card = await bench.card(plain.uuid);
      await spoil(column, plain.uuid);
      const before = await row(plain.uuid);
      const list = await bench.runtime.list(ADMIN);
      expect(list.map((run) => run.uuid).sort()).toEqual([uuid, plain.uuid].sort());
      expect(list.find((run) => run.uuid === uuid)?.card).not.toBeNull();
      if (column === 'suspended') {
        expect(list.find((run) => run.uuid === plain.uuid)).toMatchObject({
          status: 'waiting_for_approval',
          card: null,
          message: 'The stored state of this run cannot be read.',
        });
        // Nor does an inspection keep it from who asks, although it tells them nothing that was said.
        expect((await bench.runtime.inspect(plain.uuid, ADMIN))?.run).toMatchObject({
          card: null,
          message: 'The stored state of this run cannot be read.',
        });
      }
      for (const approved of [true, false]) {
        const decision = bench.runtime.inbox.approve(
          plain.uuid,
          { approved, cardDigest: card.digest },
          { actor: EDITOR },
        );
        await expect(decision).rejects.toMatchObject({
          code: 'corrupt_state',
          message: 'The stored state of this run cannot be read. It is kept for an administrator.',
        });
      }
      expect(await row(plain.uuid)).toEqual(before);
      expect(await bench.runtime.cancel(plain.uuid, ADMIN)).toBe(true);
    },
  );

  it('DUR-06 with a spoilt journal a decision is refused too; the card stays', async () => {
    const { database, bench, plain, row } = await waiting();
    const card = await bench.card(plain.uuid);
    await sql`update run_journal set entry = 'spoilt' where run_uuid = ${plain.uuid}`.execute(
      database.writes,
    );
    const before = await row(plain.uuid);
    await expect(
      bench.runtime.approve(
        plain.uuid,
        { approved: true, cardDigest: card.digest },
        { actor: EDITOR },
      ),
    ).rejects.toMatchObject({ code: 'corrupt_state' });
    expect(await row(plain.uuid)).toEqual(before);
  });

  it('DUR-03 what a run waits with refers to its journal and repeats none of it', async () => {
    const { bench, database, plain } = await waiting();
    const { rows } = await sql<{ suspended: string }>`
      select suspended from run where uuid = ${plain.uuid}`.execute(database.reads);
    const stored = JSON.parse(rows[0]?.suspended ?? '{}') as { plaintext: string };
    expect(stored.plaintext).toContain(PROPOSAL.name);
    // The message it was asked is in request and journal only.
    expect(stored.plaintext).not.toContain('Check this page.');
    expect(Object.keys((JSON.parse(stored.plaintext) as { value: object }).value).sort()).toEqual([
      'card',
      'text',
    ]);
    expect(await bench.card(plain.uuid)).not.toBeNull();
  });

  it.each(DAMAGE)(
    'DUR-06 a row with another %s is shown as unreadable, waits on in the inbox, and is decided by nobody',
    async (column, value) => {
      const { bench, plain, uuid, row, set, told } = await waiting();
      const card = await bench.card(plain.uuid);
      const before = await row(plain.uuid);
      await set(column, value, plain.uuid);
      const unreadable = { card: null, message: 'The stored state of this run cannot be read.' };
      const list = await bench.runtime.list(ADMIN);
      expect(list.map((run) => run.uuid).sort()).toEqual([uuid, plain.uuid].sort());
      expect(list.find((run) => run.uuid === plain.uuid)).toMatchObject(unreadable);
      expect(list.find((run) => run.uuid === uuid)?.card).not.toBeNull();
      const inbox = await bench.runtime.waiting(EDITOR);
      expect(inbox.find(({ run }) => run.uuid === plain.uuid)).toMatchObject({
        run: unreadable,
        refusals: { approve: 'corrupt_state' },
      });
      expect(await bench.runtime.countStale()).toMatchObject({ interrupted: 0 });
      for (const approved of [true, false]) {
        const decision = { approved, cardDigest: card.digest };
        await expect(
          bench.runtime.inbox.approve(plain.uuid, decision, { actor: EDITOR }),
        ).rejects.toMatchObject({ code: 'corrupt_state' });
      }
      expect(await row(plain.uuid)).toEqual(before);
      // One line however often it is met, and nothing of what it says.
      expect(told).toEqual([{ run: plain.uuid }]);
      expect(await bench.runtime.cancel(plain.uuid, ADMIN)).toBe(true);
    },
  );

  it('DUR-03, DUR-06 the recovery leaves a row that cannot be read as it is and takes care of all others', async () => {
    const { bench, plain, uuid, row, set } = await waiting();
    bench.clock.advance(1);
    for (const of of [uuid, plain.uuid]) {
      await set('status', 'running', of);
      await set('lease_owner', 'gone', of);
      await set('lease_expires_at_ms', '1', of);
    }
    await set('pins', 'broken', plain.uuid);
    const recovered = await bench.runtime.recoverInterrupted();
    expect(recovered).toEqual({ requeued: [], released: [uuid], deadLettered: [] });
    expect(await row(plain.uuid)).toMatchObject({ status: 'running' });
    // An operator sees that it is nobody's, and may end it.
    expect(await bench.runtime.countStale()).toMatchObject({ interrupted: 1 });
    expect(await bench.runtime.cancel(plain.uuid, ADMIN)).toBe(true);
  });

  it('DUR-03, DUR-06 rows that cannot be read fill no batch of the recovery, however many and old they are', async () => {
    const { bench, plain, set } = await waiting();
    const { store, transactions } = bench.storage;
    const gone = { status: 'running', leaseOwner: 'gone', leaseExpiresAtMs: 1 } as const;
    const found = await store.run(plain.uuid);
    if (found === null) throw new Error('no run');
    const unreadable = Array.from({ length: 51 }, (_, n) => `unreadable-${String(n)}`);
    await transactions.transact(async (transaction) => {
      for (const uuid of unreadable) {
        await store.within(transaction).insert({ ...found, ...gone, uuid, createdAtMs: 1 }, []);
      }
    });
    for (const uuid of unreadable) await set('pins', 'broken', uuid);
    await set('status', 'running', plain.uuid);
    await set('lease_expires_at_ms', '1', plain.uuid);
    expect(await bench.runtime.recoverInterrupted()).toMatchObject({ released: [plain.uuid] });
  });

  it('DUR-06 a run in a status of a later release breaks no list, and nobody touches it', async () => {
    const { bench, plain, uuid, set, told } = await waiting();
    await set('status', 'resting', plain.uuid);
    expect((await bench.runtime.list(ADMIN)).map((run) => run.uuid)).toEqual([uuid]);
    expect(await bench.runtime.status(plain.uuid, ADMIN)).toBeNull();
    await expect(bench.runtime.cancel(plain.uuid, ADMIN)).rejects.toMatchObject({
      code: 'access_denied',
    });
    expect(told).toEqual([{ run: plain.uuid }]);
  });

  const UNUSABLE: readonly (readonly [string, SqlOf])[] = [
    ['was purged', (uuid) => sql`delete from run where uuid = ${uuid}`],
    ...DAMAGE.map(
      ([column, value]) =>
        [
          `has another ${column}`,
          (uuid: string) => sql`update run set ${sql.ref(column)} = ${value} where uuid = ${uuid}`,
        ] as const,
    ),
  ];

  it.each(UNUSABLE)(
    'CON-04 a predecessor that %s says to start a new conversation',
    async (_, of) => {
      const { bench, database, uuid } = await waiting();
      await bench.runtime.cancel(uuid, EDITOR);
      await of(uuid).execute(database.writes);
      const next = bench.runtime.run(bench.request({ predecessor: uuid }));
      await expect(next).rejects.toMatchObject({
        code: 'predecessor_missing',
        message:
          'The run this conversation goes on from no longer exists or cannot be read. Start a new conversation.',
      });
    },
  );
});
