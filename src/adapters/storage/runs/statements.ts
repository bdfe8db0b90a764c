import type { RunEvent } from '../../../contracts/index.ts';
import type { RunChange, RunGuard, RunStepContent } from '../../../runs/index.ts';
import { fromChanges } from './rows.ts';

/**
 * The statements every step of a run is recorded with. Written out, so that a step costs no building of queries; their text
 * differs only by which columns a change sets and how many rows it appends, so a database prepares each once.
 */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Applies a change where its guard holds, and answers with the counts as they are then; no row = it did not hold. */
export function guardedUpdate(uuid: string, guard: RunGuard, change: RunChange): Statement {
  const set = Object.entries(fromChanges(change.set));
  const conditions = ['uuid = ?', `status in (${listOf(guard.statuses.length)})`];
  const values: unknown[] = [uuid, ...guard.statuses];
  const where = (condition: string, value: unknown) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  where('lease_owner = ?', guard.leaseOwner);
  where('lease_expires_at_ms < ?', guard.leaseExpiredAtMs);
  where('not_before_ms <= ?', guard.dueAtMs);
  where('event_count = ?', guard.asRead?.eventCount);
  where('journal_count = ?', guard.asRead?.journalCount);
  if (guard.asRead !== undefined) {
    // A write that is settled is a journal entry too, so whether one has begun is enough.
    conditions.push(`pending_effect is ${guard.asRead.pendingEffect === null ? '' : 'not '}null`);
  }
  const columns = [
    ...set.map(([column]) => `${column} = ?`),
    'event_count = event_count + ?',
    'journal_count = journal_count + ?',
  ];
  return {
    text: `update run set ${columns.join(', ')} where ${conditions.join(' and ')} returning event_count, journal_count`,
    parameters: [
      ...set.map(([, value]) => value as unknown),
      change.events.length,
      change.journal.length,
      ...values,
    ],
  };
}

export function eventsInsert(events: readonly RunEvent[]): Statement {
  return {
    text: `insert into run_event (run_uuid, sequence, kind, payload, at_ms) values ${rowsOf(events.length, 5)}`,
    parameters: events.flatMap(({ runUuid, sequence, kind, payload, atMs }) => [
      runUuid,
      sequence,
      kind,
      JSON.stringify(payload),
      atMs,
    ]),
  };
}

/** `first` is the position of the first entry. */
export function journalInsert(uuid: string, first: number, entries: readonly string[]): Statement {
  return {
    text: `insert into run_journal (run_uuid, position, entry) values ${rowsOf(entries.length, 3)}`,
    parameters: entries.flatMap((entry, index) => [uuid, first + index, entry]),
  };
}

export function contentsInsert(uuid: string, contents: readonly RunStepContent[]): Statement {
  return {
    text: `insert into run_content (run_uuid, sequence, content) values ${rowsOf(contents.length, 3)}`,
    parameters: contents.flatMap(({ sequence, content }) => [uuid, sequence, content]),
  };
}

function rowsOf(rows: number, columns: number): string {
  const row = `(${listOf(columns)})`;
  return row + `, ${row}`.repeat(rows - 1);
}

function listOf(length: number): string {
  return `?${', ?'.repeat(length - 1)}`;
}
