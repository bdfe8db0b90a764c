import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import { systemClock, type Transaction } from '../../base/index.ts';
import { countedId, TIME_MS } from './columns.ts';
import { migrate, type Migration } from './migrate.ts';
import { createTransactions, inTransaction, lockName } from './transactions.ts';

const notes: Migration = {
  name: '0001-notes',
  up: async (db, dialect) => {
    await db.schema
      .createTable('note')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('at_ms', TIME_MS)
      .execute();
  },
};
const insert = (tx: Transaction, atMs: number) =>
  sql<{ uid: number }>`insert into note (at_ms) values (${atMs}) returning uid`.execute(
    inTransaction(tx),
  );

describeEachDatabase('storage core', (openFresh) => {
  const openNotes = async () => {
    const fresh = await openFresh({ migrated: false });
    await migrate(fresh.database, [notes], systemClock);
    const times = async (db = fresh.database) =>
      (
        await sql<{ at_ms: number }>`select at_ms from note order by uid`.execute(db.reads)
      ).rows.map((row) => row.at_ms);
    return { ...fresh, times };
  };

  it('commits what a transaction wrote, counts ids up and reads times as numbers', async () => {
    const { transactions, times } = await openNotes();
    const atMs = Date.UTC(2026, 0, 1);
    const uids = await transactions.transact(async (tx) => [
      (await insert(tx, atMs)).rows[0]?.uid,
      (await insert(tx, atMs + 1)).rows[0]?.uid,
    ]);
    expect(uids).toEqual([1, 2]);
    expect(await times()).toEqual([atMs, atMs + 1]);
  });

  it('rolls back when the work rejects, and runs commit effects only after a commit', async () => {
    const { transactions, times } = await openNotes();
    const seen: string[] = [];
    const failing = transactions.transact(async (tx) => {
      await insert(tx, 1);
      tx.onCommit(() => seen.push('rolled back'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await transactions.transact(async (tx) => {
      await insert(tx, 2);
      tx.onCommit(() => seen.push('committed'));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['committed']);
    expect(await times()).toEqual([2]);
  });

  it('refuses a token after its transaction, and a transaction within one', async () => {
    const { transactions } = await openNotes();
    let kept: Transaction | undefined;
    await transactions.transact(async (tx) => {
      kept = tx;
      await expect(transactions.transact(async () => undefined)).rejects.toThrow(/open already/);
    });
    expect(() => kept && inTransaction(kept)).toThrow(/has ended/);
  });

  it('goes on watching for one after a transaction on another database, and takes one that opens none', async () => {
    const { transactions, times } = await openNotes();
    const elsewhere = await openNotes();
    await transactions.transact(async (tx) => {
      await insert(tx, 1);
      await elsewhere.transactions.transact((other) => insert(other, 1));
      await expect(transactions.transact(async () => undefined)).rejects.toThrow(/open already/);
    });
    await transactions.transact((tx) => insert(tx, 2), { opensNone: true });
    await expect(
      transactions.transact(
        async (tx) => {
          await insert(tx, 3);
          throw new Error('Not this one');
        },
        { opensNone: true },
      ),
    ).rejects.toThrow('Not this one');
    await transactions.transact((tx) => insert(tx, 4), { opensNone: true });
    expect(await times()).toEqual([1, 2, 4]);
  });

  it('lets a plain read inside a transaction see what was committed before it', async () => {
    const { transactions, times } = await openNotes();
    await transactions.transact(async (tx) => {
      await insert(tx, 1);
      expect(await times()).toEqual([]);
    });
    expect(await times()).toEqual([1]);
  });

  it('makes transactions that lock one name run one after the other, also over two connections', async () => {
    const { transactions, openAgain, times } = await openNotes();
    const others = createTransactions(await openAgain());
    const addOneMore = (each: typeof transactions) =>
      each.transact(async (tx) => {
        await lockName(tx, 'notes');
        const counted = await sql<{ n: number }>`select count(*) as n from note`.execute(
          inTransaction(tx),
        );
        await insert(tx, counted.rows[0]?.n ?? -1);
      });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => addOneMore(index % 2 === 0 ? transactions : others)),
    );
    expect(await times()).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('runs migrations once, also when two servers start together', async () => {
    const { database, openAgain } = await openFresh({ migrated: false });
    const other = await openAgain();
    const ran = await Promise.all([
      migrate(database, [notes], systemClock),
      migrate(other, [notes], systemClock),
    ]);
    expect(ran.flat()).toEqual(['0001-notes']);
    expect(await migrate(database, [notes], systemClock)).toEqual([]);
  });

  it('changes nothing when a migration fails, and names it', async () => {
    const { database } = await openFresh({ migrated: false });
    const broken: Migration = {
      name: '0002-broken',
      up: async (db) => {
        await db.schema.createTable('half').addColumn('x', 'text').execute();
        await sql`select nothing from nowhere`.execute(db);
      },
    };
    await expect(migrate(database, [notes, broken], systemClock)).rejects.toMatchObject({
      code: 'migration_failed',
      data: { migration: '0002-broken' },
    });
    expect(await migrate(database, [notes], systemClock)).toEqual(['0001-notes']);
    await expect(sql`select x from half`.execute(database.reads)).rejects.toThrow();
  });

  it('refuses a database of a newer version with a sentence', async () => {
    const { database } = await openNotes();
    await expect(migrate(database, [], systemClock)).rejects.toMatchObject({
      code: 'database_newer',
    });
  });
});

describeEachDatabase(
  'a file',
  (openFresh) => {
    it('is let go of when it is closed, also when nothing was written', async () => {
      const { database, config } = await openFresh();
      if (config.dialect !== 'sqlite') throw new Error('no file');
      expect(existsSync(`${config.file}-wal`)).toBe(true);
      await database.close();
      expect(existsSync(`${config.file}-wal`)).toBe(false);
    });

    it('that rolls back by itself tells why, and takes nothing more of the same transaction', async () => {
      const { transactions, database } = await openFresh({ migrated: false });
      await migrate(database, [notes], systemClock);
      await sql`create trigger note_full before insert on note when new.at_ms = 2
        begin select raise(rollback, 'the disk is full'); end`.execute(database.writes);
      const failing = transactions.transact(async (tx) => {
        await insert(tx, 1);
        await insert(tx, 2);
      });
      await expect(failing).rejects.toThrow('the disk is full');
      const goingOn = transactions.transact(async (tx) => {
        await insert(tx, 2).catch(() => undefined);
        await insert(tx, 3);
      });
      await expect(goingOn).rejects.toThrow('has rolled this transaction back');
      await transactions.transact((tx) => insert(tx, 4));
      const { rows } = await sql<{ at_ms: number }>`select at_ms from note`.execute(database.reads);
      expect(rows).toEqual([{ at_ms: 4 }]);
    });
  },
  ['sqlite'],
);
