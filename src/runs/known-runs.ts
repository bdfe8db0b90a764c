import { advance, type JournalEntry, type LoopState } from './journal.ts';
import type { StoredRequest } from './run-codec.ts';

/** A run as this process opened or wrote it last: what opening it again would say, and which sealed texts it was. */
export interface KnownRun {
  readonly sealedRequest: string;
  readonly request: StoredRequest;
  /** How many journal entries are in `state`. */
  readonly count: number;
  /** Sealed text of the last of them; `null` = there are none. */
  readonly last: string | null;
  readonly state: LoopState;
  /** Characters of all its sealed texts. */
  readonly size: number;
}

/**
 * Runs this process knows, so that a decision opens what came after it and not the whole journal again. It decides nothing:
 * whoever uses an entry holds it against the row and the newest sealed text it was made from. What was used longest ago
 * goes first.
 */
export interface KnownRuns {
  of(uuid: string): KnownRun | null;
  keep(uuid: string, known: KnownRun): void;
  forget(uuid: string): void;
}

/** The run after further entries, with the texts they are sealed as. */
export function withEntries(
  known: KnownRun,
  sealed: readonly string[],
  entries: readonly JournalEntry[],
): KnownRun {
  return {
    ...known,
    count: known.count + entries.length,
    last: sealed.at(-1) ?? known.last,
    state: entries.reduce(advance, known.state),
    size: sealed.reduce((sum, text) => sum + text.length, known.size),
  };
}

const MOST_CHARACTERS = 32_000_000;

/** `mostCharacters`: of sealed texts, default 32 million; what is kept opened takes about as much. */
export function createKnownRuns(mostCharacters = MOST_CHARACTERS): KnownRuns {
  const runs = new Map<string, KnownRun>();
  let characters = 0;
  const forget = (uuid: string) => {
    characters -= runs.get(uuid)?.size ?? 0;
    runs.delete(uuid);
  };
  return {
    of: (uuid) => runs.get(uuid) ?? null,
    keep: (uuid, known) => {
      forget(uuid);
      if (known.size > mostCharacters) return;
      runs.set(uuid, known);
      characters += known.size;
      for (const [oldest] of runs) {
        if (characters <= mostCharacters) break;
        forget(oldest);
      }
    },
    forget,
  };
}
