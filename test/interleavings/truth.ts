import type { UserActor } from '../../src/actors/index.ts';
import type { Transactions } from '../../src/base/index.ts';
import type { PendingCall } from '../../src/contracts/index.ts';
import type { Configuration } from '../../src/models/index.ts';
import {
  createFakeRunStore,
  createFakeSkillStore,
  createFakeTransactions,
  type FakeRunStore,
  type FakeSkillStore,
  type FakeSkillTables,
  type StoredRun,
} from '../../src/testing/index.ts';
import { Intern } from './intern.ts';

/** What is shared besides runs and skills. Never changed, only replaced. */
export interface World {
  readonly nowMs: number;
  readonly configurations: Readonly<Record<number, Configuration>>;
  readonly people: Readonly<Record<string, UserActor>>;
  /** Tools an administrator switched off. */
  readonly toolsOff: readonly string[];
  readonly descriptions: Readonly<Record<number, string>>;
  readonly drafts: readonly string[];
  /** Every write that took effect, by run and call. */
  readonly writes: readonly string[];
  /** Processes that are gone. */
  readonly gone: readonly string[];
  /** Cards that were ever shown, by digest. */
  readonly shown: Readonly<Record<string, readonly PendingCall[]>>;
  /** The states the skills went through, oldest first. */
  readonly skillHistory: readonly number[];
}

/** Everything shared, as it stands at one moment. */
export interface Snapshot {
  readonly runs: ReadonlyMap<string, StoredRun>;
  readonly skills: FakeSkillTables;
  readonly world: World;
}

/** Numbers of one exploration: what is equal in two of its performances has the same number in both. */
export interface Numbers {
  readonly intern: Intern;
  readonly tables: Map<number, FakeSkillTables>;
}

export function createNumbers(): Numbers {
  return { intern: new Intern(), tables: new Map() };
}

/** What is really so in one performance. The runtime meets it only through ports that may lie. */
export class Truth {
  readonly runs: FakeRunStore = createFakeRunStore();
  readonly skills: FakeSkillStore = createFakeSkillStore();
  readonly transactions: Transactions = createFakeTransactions();
  world: World;
  /** What the last step broke. */
  broken: string | null = null;
  readonly #numbers: Numbers;

  constructor(numbers: Numbers, world: World) {
    this.#numbers = numbers;
    this.world = world;
  }

  static from(numbers: Numbers, snapshot: Snapshot): Truth {
    const truth = new Truth(numbers, snapshot.world);
    truth.runs.restore(snapshot.runs);
    truth.skills.restore(snapshot.skills);
    truth.noteSkills();
    return truth;
  }

  snapshot(): Snapshot {
    return { runs: this.runs.snapshot(), skills: this.skills.snapshot(), world: this.world };
  }

  /** Names everything shared. */
  number(): number {
    const { intern } = this.#numbers;
    const runs = [...this.runs.snapshot().values()].map((run) => intern.value(run));
    return intern.text(
      `shared ${runs.join()} ${String(intern.value(this.skills.snapshot()))} ${String(intern.value(this.world))}`,
    );
  }

  set(changes: Partial<World>): void {
    this.world = { ...this.world, ...changes };
  }

  /** Remembers how the skills stand now. */
  noteSkills(): void {
    const tables = this.skills.snapshot();
    const number = this.#numbers.intern.value(tables);
    this.#numbers.tables.set(number, tables);
    if (this.world.skillHistory.at(-1) !== number) {
      this.set({ skillHistory: [...this.world.skillHistory, number] });
    }
  }

  /** The states of the skills from the given one on. */
  skillsSince(index: number): readonly FakeSkillTables[] {
    return this.world.skillHistory
      .slice(index)
      .flatMap((number) => this.#numbers.tables.get(number) ?? []);
  }

  breaks(what: string): void {
    this.broken ??= what;
  }
}
