import type { Selectable } from 'kysely';
import type { Transaction } from '../../../base/index.ts';
import { OPEN_STATUSES, WAITING_STATUSES, type RunStatus } from '../../../contracts/index.ts';
import type { NewRunEvent, RunLog, RunRow, RunStore, RunWriter } from '../../../runs/index.ts';
import { orNull } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction, runSql } from '../transactions.ts';
import { isSeldom, SELDOM } from './indexes-migration.ts';
import { fromRun, numbered, toEvent, toRun } from './rows.ts';
import {
  contentsInsert,
  eventsInsert,
  guardedUpdate,
  journalInsert,
  type Statement,
} from './statements.ts';
import type { RunTable } from './tables.ts';

const FAILED = 'failed' satisfies RunStatus;

/** Runs in the database. Of a row that cannot be read the log is told once. */
export function createRunStore(
  database: Database,
  { log }: { readonly log?: Pick<RunLog, 'warn'> } = {},
): RunStore {
  const { reads } = database;
  const told = new Set<string>();
  const read = (row: Selectable<RunTable>): RunRow | null => {
    const run = toRun(row);
    if ((run === null || run.unreadable === true) && !told.has(row.uuid)) {
      told.add(row.uuid);
      log?.warn(
        { run: row.uuid },
        'The stored row of a run cannot be read: it was altered, or a later release wrote it',
      );
    }
    return run;
  };
  const toRuns = (rows: readonly Selectable<RunTable>[]) => rows.flatMap((row) => read(row) ?? []);
  const runs = () => reads.selectFrom('run').selectAll();
  const of = (initiatorUserId: string | null) =>
    initiatorUserId === null ? runs() : runs().where('initiator_user_id', '=', initiatorUserId);
  const newest = (query: ReturnType<typeof runs>) =>
    query.orderBy('created_at_ms', 'desc').orderBy('uuid', 'desc');
  return {
    run: async (uuid) => orNull(await runs().where('uuid', '=', uuid).executeTakeFirst(), read),
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
    latestEvents: async (uuids, kinds) => {
      if (uuids.length === 0 || kinds.length === 0) return [];
      let newest = reads
        .selectFrom('run_event')
        .select((event) => ['run_uuid', event.fn.max('sequence').as('sequence')])
        .where('run_uuid', 'in', uuids)
        .where('kind', 'in', kinds)
        .groupBy(['run_uuid', 'kind']);
      // Said again in the words of the index, which leaves out what comes with every step.
      if (kinds.every(isSeldom)) newest = newest.where(SELDOM);
      const rows = await reads
        .selectFrom(newest.as('newest'))
        .innerJoin('run_event', (join) =>
          join
            .onRef('run_event.run_uuid', '=', 'newest.run_uuid')
            .onRef('run_event.sequence', '=', 'newest.sequence'),
        )
        .selectAll('run_event')
        .execute();
      return rows.map(toEvent);
    },
    contents: (uuid) =>
      reads
        .selectFrom('run_content')
        .select(['sequence', 'content'])
        .where('run_uuid', '=', uuid)
        .orderBy('sequence')
        .execute(),
    journal: async (uuid, from = 0) => {
      const rows = await reads
        .selectFrom('run_journal')
        .select('entry')
        .where('run_uuid', '=', uuid)
        .where('position', '>=', from)
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
      return toRuns(rows);
    },
    due: async (nowMs, limit) => {
      const rows = await runs()
        .where('status', '=', 'queued')
        .where('not_before_ms', '<=', nowMs)
        .orderBy('created_at_ms')
        .limit(limit)
        .execute();
      return toRuns(rows);
    },
    recent: async (initiatorUserId, limit) =>
      toRuns(await newest(of(initiatorUserId)).limit(limit).execute()),
    latestFor: async ({ topic, id }) => {
      const row = await reads
        .selectFrom('run')
        .select('uuid')
        .where('wake_id', '=', id)
        .where('wake_topic', '=', topic)
        .orderBy('created_at_ms', 'desc')
        .orderBy('uuid', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.uuid ?? null;
    },
    failed: async (terminations, initiatorUserId, limit) => {
      const query = of(initiatorUserId)
        .where('status', '=', FAILED)
        .where('termination', 'in', terminations);
      return toRuns(await newest(query).limit(limit).execute());
    },
    countFailed: async (terminations) => {
      const { count } = await reads
        .selectFrom('run')
        .select((run) => run.fn.countAll<number | string>().as('count'))
        .where('status', '=', FAILED)
        .where('termination', 'in', terminations)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    open: async (initiatorUserId) =>
      toRuns(await newest(of(initiatorUserId).where('status', 'in', OPEN_STATUSES)).execute()),
    waiting: async (initiatorUserId) =>
      toRuns(await newest(of(initiatorUserId).where('status', 'in', WAITING_STATUSES)).execute()),
    within: runWriter,
  };
}

function runWriter(transaction: Transaction): RunWriter {
  const run = <Row>({ text, parameters }: Statement) => runSql<Row>(transaction, text, parameters);
  const append = async (uuid: string, last: number, events: readonly NewRunEvent[]) => {
    const stored = numbered(uuid, last, events);
    if (stored.length > 0) await run(eventsInsert(stored));
    const contents = events.flatMap(({ content }, index) =>
      content === undefined ? [] : [{ sequence: last + index + 1, content }],
    );
    if (contents.length > 0) await run(contentsInsert(uuid, contents));
    return stored;
  };
  return {
    insert: async (row, events) => {
      await inTransaction(transaction)
        .insertInto('run')
        .values(fromRun(row, events.length))
        .execute();
      await append(row.uuid, 0, events);
    },
    change: async (uuid, guard, change) => {
      // No status at all: nothing can match, and an empty list is no SQL.
      if (guard.statuses.length === 0) return null;
      // One statement decides the race and reserves the numbers; what follows writes under its row lock.
      const [row] = await run<{ event_count: number; journal_count: number }>(
        guardedUpdate(uuid, guard, change),
      );
      if (row === undefined) return null;
      const events = await append(uuid, row.event_count - change.events.length, change.events);
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
