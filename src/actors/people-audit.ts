import type { Transaction } from '../base/index.ts';
import type { PeopleEvent } from '../contracts/index.ts';
import { actorIdOf, type Actor } from './actor.ts';

/** One thing that happened to people, groups or service accounts. */
export interface PeopleAuditRow {
  readonly id: number;
  readonly atMs: number;
  readonly event: PeopleEvent;
  readonly subjectId: string;
  /** As it was called then. */
  readonly subjectName: string;
  /** `null` = nobody in particular, the command line for one. */
  readonly actorId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Who changed what about people. Rows are added, never changed. */
export interface PeopleAuditStore {
  /** The newest, newest first. */
  newest(limit: number): Promise<readonly PeopleAuditRow[]>;
  within(transaction: Transaction): {
    append(row: Omit<PeopleAuditRow, 'id'>): Promise<void>;
  };
}

/** Writes down what happened, beside what it is about. */
export type Recorder = (
  transaction: Transaction,
  event: PeopleEvent,
  about: {
    readonly subject: { readonly id: string; readonly name: string };
    readonly actor: Actor | null;
    readonly detail?: Readonly<Record<string, unknown>>;
  },
) => Promise<void>;

export function createRecorder(
  store: Pick<PeopleAuditStore, 'within'>,
  clock: { now: () => number },
): Recorder {
  return (transaction, event, { subject, actor, detail = {} }) =>
    store.within(transaction).append({
      atMs: clock.now(),
      event,
      subjectId: subject.id,
      subjectName: subject.name,
      actorId: actor === null ? null : actorIdOf(actor),
      detail,
    });
}

/** What a change changed, field by field, with before and after; what stays is left out. */
export function differences(before: object, after: object): Readonly<Record<string, unknown>> {
  const old = before as Readonly<Record<string, unknown>>;
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && JSON.stringify(old[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, [old[name], value]]));
}
