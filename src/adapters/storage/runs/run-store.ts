import type { Transaction as KyselyTransaction } from 'kysely';
import type { RunStore, RunWriter } from '../../../runs/index.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import { fromChanges, fromEvent, fromRun, numbered, toEvent, toRun } from './rows.ts';

const ENDED = ['completed', 'failed', 'cancelled'];

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
      const row = await reads
        .selectFrom('run_event')
        .selectAll()
        .where('run_uuid', '=', uuid)
        .where('kind', '=', kind)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
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
        .where('status', 'not in', ENDED)
        .orderBy('created_at_ms', 'desc')
        .orderBy('uuid', 'desc')
        .execute();
      return rows.map(toRun);
    },
    within: (transaction) => runWriter(inTransaction(transaction)),
  };
}

function runWriter(tx: KyselyTransaction<Schema>): RunWriter {
  const append = async (events: ReturnType<typeof numbered>) => {
    if (events.length === 0) return;
    await tx.insertInto('run_event').values(events.map(fromEvent)).execute();
  };
  return {
    insert: async (run, events) => {
      await tx.insertInto('run').values(fromRun(run, events.length)).execute();
      await append(numbered(run.uuid, 0, events));
    },
    change: async (uuid, guard, change) => {
      // No status at all: nothing can match, and an empty list is no SQL.
      if (guard.statuses.length === 0) return null;
      // One statement decides the race and reserves the numbers; what follows writes under its row lock.
      let update = tx
        .updateTable('run')
        .set((expression) => ({
          ...fromChanges(change.set),
          event_count: expression('event_count', '+', change.events.length),
          journal_count: expression('journal_count', '+', change.journal.length),
        }))
        .where('uuid', '=', uuid)
        .where('status', 'in', [...guard.statuses]);
      if (guard.leaseOwner !== undefined) {
        update = update.where('lease_owner', '=', guard.leaseOwner);
      }
      if (guard.leaseExpiredAtMs !== undefined) {
        update = update.where('lease_expires_at_ms', '<', guard.leaseExpiredAtMs);
      }
      if (guard.dueAtMs !== undefined) {
        update = update.where('not_before_ms', '<=', guard.dueAtMs);
      }
      if (guard.asRead !== undefined) {
        const { eventCount, journalCount, pendingEffect } = guard.asRead;
        // A write that is settled is a journal entry too, so whether one has begun is enough.
        update = update
          .where('event_count', '=', eventCount)
          .where('journal_count', '=', journalCount)
          .where('pending_effect', pendingEffect === null ? 'is' : 'is not', null);
      }
      const row = await update.returning(['event_count', 'journal_count']).executeTakeFirst();
      if (row === undefined) return null;
      const events = numbered(uuid, row.event_count - change.events.length, change.events);
      await append(events);
      if (change.forgetJournal === true) {
        await tx.deleteFrom('run_journal').where('run_uuid', '=', uuid).execute();
      } else if (change.journal.length > 0) {
        const first = row.journal_count - change.journal.length;
        await tx
          .insertInto('run_journal')
          .values(
            change.journal.map((entry, index) => ({
              run_uuid: uuid,
              position: first + index,
              entry,
            })),
          )
          .execute();
      }
      return { events };
    },
  };
}
