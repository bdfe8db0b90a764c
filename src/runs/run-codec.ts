import type { Actor, ServiceActor } from '../actors/index.ts';
import type { Sealer } from '../base/index.ts';
import type { PendingCard, RunTermination } from '../contracts/index.ts';
import type { JournalEntry, JournalHead } from './journal.ts';
import type { Content } from './rules/kept-content.ts';
import type { RunRow } from './run-store.ts';

/**
 * Sealed texts of a run. Each is bound to its run and to what it is of it, so that none opens in another row or another
 * column: a journal entry to its position too, what a run waits with to the pause it was sealed for. What was said in a step
 * is bound to its run alone: the event's number is not known yet when it is sealed. Stored state carries a version; history:
 * 1 = first release; states without a pause were sealed before it was told.
 */
const VERSION = 1;

/** What a run was asked, as fixed when it was accepted (decisions §69). */
export interface StoredRequest {
  readonly actor: StoredActor;
  readonly head: JournalHead;
  /** The continuation met failing pins: the run ends at pickup without a model call. */
  readonly stop: { readonly termination: RunTermination; readonly text: string } | null;
}

/** A person by id, to be resolved afresh; a service account as it was. */
export type StoredActor = { readonly kind: 'user'; readonly userId: string } | ServiceActor;

export interface SuspendedState {
  readonly card: PendingCard;
  /** What the model said beside its calls. */
  readonly text: string;
}

export interface RunCodec {
  sealRequest(uuid: string, request: StoredRequest): string;
  /** `null` when there is none or it cannot be read. */
  openRequest(run: RunRow): StoredRequest | null;
  /** `pause`: the run's pause ordinal as it is stored beside it. */
  sealSuspended(uuid: string, state: SuspendedState, pause: number): string;
  openSuspended(run: RunRow): SuspendedState | null;
  sealText(uuid: string, text: string): string;
  openText(run: RunRow): string | null;
  /** What was said in a step, as it is kept. */
  sealContent(uuid: string, content: Content): string;
  openContent(uuid: string, sealed: string): Content;
  /** `index` counts the run's entries from 0. */
  sealEntry(uuid: string, index: number, entry: JournalEntry): string;
  /** Entries from index `first` on; `null` when one of them cannot be read. */
  openEntries(
    uuid: string,
    first: number,
    sealed: readonly string[],
  ): readonly JournalEntry[] | null;
}

export function createRunCodec(sealer: Sealer): RunCodec {
  const seal = (value: unknown, context: string, more: Pick<Stored, 'pause'> = {}) =>
    sealer.seal(JSON.stringify({ version: VERSION, ...more, value }), context);
  const open = (sealed: string | null, context: string, pause?: number): unknown => {
    if (sealed === null) return null;
    try {
      const stored = JSON.parse(sealer.open(sealed, context)) as Stored;
      if (stored.pause !== undefined && stored.pause !== pause) return null;
      return stored.version === VERSION ? stored.value : null;
    } catch {
      // Another key, a changed or a moved row: the run is shown as unreadable and breaks no list (DUR-06).
      return null;
    }
  };
  return {
    sealRequest: (uuid, request) => seal(request, place(uuid, 'request')),
    openRequest: (run) => open(run.request, place(run.uuid, 'request')) as StoredRequest | null,
    sealSuspended: (uuid, state, pause) => seal(state, place(uuid, 'suspended'), { pause }),
    openSuspended: (run) =>
      open(run.suspended, place(run.uuid, 'suspended'), run.pauseOrdinal) as SuspendedState | null,
    sealText: (uuid, text) => seal(text, place(uuid, 'text')),
    openText: (run) => open(run.text, place(run.uuid, 'text')) as string | null,
    sealContent: (uuid, content) => seal(content, place(uuid, 'content')),
    openContent: (uuid, sealed) => open(sealed, place(uuid, 'content')) as Content,
    sealEntry: (uuid, index, entry) => seal(entry, place(uuid, `journal/${String(index)}`)),
    openEntries: (uuid, first, sealed) => {
      const entries = sealed.map(
        (text, index) =>
          open(text, place(uuid, `journal/${String(first + index)}`)) as JournalEntry | null,
      );
      return entries.every((entry) => entry !== null) ? entries : null;
    },
  };
}

interface Stored {
  readonly version: number;
  readonly pause?: number;
  readonly value: unknown;
}

function place(uuid: string, what: string): string {
  return `run/${uuid}/${what}`;
}

export function storedActor(actor: Actor): StoredActor | null {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', userId: actor.userId };
    case 'service':
      return actor;
    case 'anonymous':
      return null;
  }
}
