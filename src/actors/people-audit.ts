import type { Transaction } from '../base/index.ts';
import type { PeopleActorKind, PeopleAuditField, PeopleEvent } from '../contracts/index.ts';
import { actorIdOf, type Actor } from './actor.ts';

/** One thing that happened to people, groups or service accounts. */
export interface PeopleAuditRow {
  readonly id: number;
  readonly atMs: number;
  readonly event: PeopleEvent;
  readonly subjectId: string;
  /** As it was called then. */
  readonly subjectName: string;
  /** As `recordedIdOf` names who acted; `null` = the command line. */
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

/**
 * Who is written down. Beside actors: somebody who is signing in just now, the link an installation is set up by, a provider
 * whose claims name groups. `null` = the command line.
 */
export type RecordedActor =
  | Actor
  | { readonly kind: 'signing_in'; readonly userId: string }
  | { readonly kind: 'set_up_link' }
  | { readonly kind: 'sign_in_provider'; readonly id: string }
  | null;

const SET_UP_LINK = 'set_up_link';
const PROVIDER = 'sign_in_provider:';

/** Writes down what happened, beside what it is about; a field the log has no name for does not compile. */
export type Recorder = <Detail extends object = object>(
  transaction: Transaction,
  event: PeopleEvent,
  about: {
    readonly subject: { readonly id: string; readonly name: string };
    readonly actor: RecordedActor;
    readonly detail?: Detail & Readonly<Record<Exclude<keyof Detail, PeopleAuditField>, never>>;
  },
) => Promise<void>;

export function createRecorder(
  store: Pick<PeopleAuditStore, 'within'>,
  clock: { now: () => number },
): Recorder {
  return (transaction, event, { subject, actor, detail }) =>
    store.within(transaction).append({
      atMs: clock.now(),
      event,
      subjectId: subject.id,
      subjectName: subject.name,
      actorId: recordedIdOf(actor),
      detail: { ...detail },
    });
}

function recordedIdOf(actor: RecordedActor): string | null {
  if (actor === null) return null;
  switch (actor.kind) {
    case 'signing_in':
      return actor.userId;
    case 'set_up_link':
      return SET_UP_LINK;
    case 'sign_in_provider':
      return `${PROVIDER}${actor.id}`;
    case 'user':
    case 'service':
    case 'anonymous':
      return actorIdOf(actor);
  }
}

/** Who a row names as having acted. `null` = the command line. */
export function recordedActor(actorId: string | null): {
  readonly kind: PeopleActorKind;
  readonly id: string | null;
} {
  if (actorId === null) return { kind: 'command_line', id: null };
  if (actorId === SET_UP_LINK) return { kind: 'set_up_link', id: null };
  return actorId.startsWith(PROVIDER)
    ? { kind: 'sign_in_provider', id: actorId.slice(PROVIDER.length) }
    : { kind: 'person', id: actorId };
}

type Differences<After> = { readonly [Name in keyof After]?: readonly [unknown, unknown] };

/** What a change changed, field by field, with before and after; what stays is left out. */
export function differences<After extends object>(
  before: object,
  after: After,
): Differences<After> {
  const old = before as Readonly<Record<string, unknown>>;
  const changed: Record<string, readonly [unknown, unknown]> = {};
  for (const [name, value] of Object.entries(after)) {
    if (value !== undefined && JSON.stringify(old[name]) !== JSON.stringify(value)) {
      changed[name] = [old[name], value];
    }
  }
  return changed;
}
