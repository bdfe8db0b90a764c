import type { Transaction } from '../../../base/index.ts';
import type { RunStore, RunWriter } from '../../../runs/index.ts';
import type { Database } from '../database.ts';
import { inTransaction, runSql } from '../transactions.ts';
import { isSeldom, SELDOM } from './indexes-migration.ts';
import { fromRun, numbered, toEvent, toRun } from './rows.ts';
import { eventsInsert, guardedUpdate, journalInsert, type Statement } from './statements.ts';

const OPEN = ['queued', 'running', 'waiting_for_approval', 'waiting_for_input'];

/** Runs in the database. */
export function createRunStore(database: Database): RunStore {
  const { reads } = database;
  const runs = () => reads.selectFrom('run').selectAll();
  return {
    run: async (uuid) => {
      const row = await runs().where('uuid', '=', uuid).executeTakeFirst();
      return row === undefined ? null : toRun(row);
    },
    events: async (uuid, afterSequence) => {
      const rows = await reads
        .selectFrom('run_event')
        .selectAll()
        .where('run_uuid', '=', uuid)
        .where('sequence', '>', afterSequence)
        .orderBy('sequence')
        .execute();
      return rows.map(toEvent);
    },
    latestEvent: async (uuid, kind) => {
      let query = reads
        .selectFrom('run_event')
        .selectAll()
        .where('run_uuid', '=', uuid)
        .where('kind', '=', kind);
      // Said again in the words of the index, which leaves out what comes with every step.
      if (isSeldom(kind)) query = query.where(SELDOM);
      const row = await query.orderBy('sequence', 'desc').limit(1).executeTakeFirst();
      return row === undefined ? null : toEvent(row);
    },
    journal: async (uuid) => {
      const rows = await reads
        .selectFrom('run_journal')
        .select('entry')
        .where('run_uuid', '=', uuid)
        .orderBy('position')
        .execute();
      return rows.map(({ entry }) => entry);
    },
    interrupted: async (nowMs, limit) => {
      const rows = await runs()
        .where('status', '=', 'running')
        .where('lease_expires_at_ms', '<', nowMs)
        .orderBy('created_at_ms')
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },
    due: async (nowMs, limit) => {
      const rows = await runs()
        .where('status', '=', 'queued')
        .where('not_before_ms', '<=', nowMs)
        .orderBy('created_at_ms')
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },
    recent: async (initiatorUserId, limit) => {
      let query = runs();
      if (initiatorUserId !== null) {
        query = query.where('initiator_user_id', '=', initiatorUserId);
      }
      const rows = await query
        .orderBy('created_at_ms', 'desc')
        .orderBy('uuid', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },
    open: async () => {
      const rows = await runs()
        .where('status', 'in', OPEN)
        .orderBy('created_at_ms', 'desc')
        .orderBy('uuid', 'desc')
        .execute();
      return rows.map(toRun);
    },
    within: runWriter,
  };
}

function runWriter(transaction: Transaction): RunWriter {
  const run = <Row>({ text, parameters }: Statement) => runSql<Row>(transaction, text, parameters);
  const append = async (events: ReturnType<typeof numbered>) => {
    if (events.length > 0) await run(eventsInsert(events));
  };
  return {
    insert: async (row, events) => {
      await inTransaction(transaction)
        .insertInto('run')
        .values(fromRun(row, events.length))
        .execute();
      await append(numbered(row.uuid, 0, events));
    },
    change: async (uuid, guard, change) => {
      // No status at all: nothing can match, and an empty list is no SQL.
      if (guard.statuses.length === 0) return null;
      // One statement decides the race and reserves the numbers; what follows writes under its row lock.
      const [row] = await run<{ event_count: number; journal_count: number }>(
        guardedUpdate(uuid, guard, change),
      );
      if (row === undefined) return null;
      const events = numbered(uuid, row.event_count - change.events.length, change.events);
      await append(events);
      if (change.forgetJournal === true) {
        await run({ text: 'delete from run_journal where run_uuid = ?', parameters: [uuid] });
      } else if (change.journal.length > 0) {
        const first = row.journal_count - change.journal.length;
        await run(journalInsert(uuid, first, change.journal));
      }
      return { events };
    },
  };
}
