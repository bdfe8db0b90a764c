import type { Actor, ServiceActor } from '../actors/index.ts';
import type { Sealer } from '../base/index.ts';
import type { PendingCard, RunTermination } from '../contracts/index.ts';
import type { JournalEntry, JournalHead } from './journal.ts';
import type { RunRow } from './run-store.ts';

/**
 * Sealed texts of a run. Each is bound to its place, so that a row's state cannot be moved to another row or another
 * pause. Stored state carries a version; history: 1 = first release.
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

/** A journal that was opened, beside the texts it was opened from. */
export interface OpenedJournal {
  readonly sealed: readonly string[];
  readonly entries: readonly JournalEntry[];
}

export interface RunCodec {
  sealRequest(uuid: string, request: StoredRequest): string;
  /** `null` when there is none or it cannot be read. */
  openRequest(run: RunRow): StoredRequest | null;
  sealSuspended(uuid: string, state: SuspendedState): string;
  openSuspended(run: RunRow): SuspendedState | null;
  sealText(uuid: string, text: string): string;
  openText(run: RunRow): string | null;
  /** `index` counts the run's entries from 0. */
  sealEntry(uuid: string, index: number, entry: JournalEntry): string;
  /**
   * `null` when an entry cannot be read. `known` is the journal as it was opened before: an entry whose sealed text is the
   * same at the same place is the same entry, and is not opened again.
   */
  openJournal(
    uuid: string,
    sealed: readonly string[],
    known?: OpenedJournal,
  ): readonly JournalEntry[] | null;
}

export function createRunCodec(sealer: Sealer): RunCodec {
  const seal = (value: unknown, context: string) =>
    sealer.seal(JSON.stringify({ version: VERSION, value }), context);
  const open = (sealed: string | null, context: string): unknown => {
    if (sealed === null) return null;
    try {
      const stored = JSON.parse(sealer.open(sealed, context)) as Stored;
      return stored.version === VERSION ? stored.value : null;
    } catch {
      // Another key, a changed or a moved row: the run is shown as unreadable and breaks no list (DUR-06).
      return null;
    }
  };
  return {
    sealRequest: (uuid, request) => seal(request, place(uuid, 'request')),
    openRequest: (run) => open(run.request, place(run.uuid, 'request')) as StoredRequest | null,
    sealSuspended: (uuid, state) => seal(state, place(uuid, 'suspended')),
    openSuspended: (run) =>
      open(run.suspended, place(run.uuid, 'suspended')) as SuspendedState | null,
    sealText: (uuid, text) => seal(text, place(uuid, 'text')),
    openText: (run) => open(run.text, place(run.uuid, 'text')) as string | null,
    sealEntry: (uuid, index, entry) => seal(entry, place(uuid, `journal/${String(index)}`)),
    openJournal: (uuid, sealed, known) => {
      const entries = sealed.map((text, index) =>
        known?.sealed[index] === text
          ? (known.entries[index] ?? null)
          : (open(text, place(uuid, `journal/${String(index)}`)) as JournalEntry | null),
      );
      return entries.every((entry) => entry !== null) ? entries : null;
    },
  };
}

interface Stored {
  readonly version: number;
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
