import { nextTick } from 'node:process';
import type { Intern } from './intern.ts';

/** Something an actor is about to do: one atomic access to what is shared. */
interface Parked {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

interface ActorState {
  readonly name: string;
  /** In the order in which they were asked for; an actor's parallel reads keep it. */
  readonly parked: Parked[];
  /** Names everything this actor has seen so far, and with it where it stands. */
  seen: number;
  done: boolean;
}

/**
 * Where actors play: each is an ordinary async program, and whatever it asks of a port waits here until the director lets
 * it happen. Between two such steps nobody else runs, so a performance is fully named by the order of its steps.
 *
 * An actor is deterministic. What it saw at its steps therefore names its whole state, local variables included.
 */
export class Stage {
  readonly #intern: Intern;
  readonly #nowMs: () => number;
  readonly #actors: ActorState[] = [];
  #current: ActorState | null = null;
  /** How the last step ended its actor's program, when it ended it with an error. */
  failure: string | null = null;

  /** `nowMs`: the clock, which actors read without a step of its own. */
  constructor(intern: Intern, nowMs: () => number) {
    this.#intern = intern;
    this.#nowMs = nowMs;
  }

  /** Brings an actor on; it runs up to its first step at once. */
  async enter(name: string, program: () => Promise<unknown>): Promise<void> {
    const actor: ActorState = { name, parked: [], seen: this.#intern.text(name), done: false };
    this.#actors.push(actor);
    this.#current = actor;
    const finish = (outcome: unknown) => {
      actor.done = true;
      actor.seen = this.#saw(actor, 'done', outcome);
    };
    void program().then(
      (value) => {
        finish(value);
      },
      (error: unknown) => {
        this.failure = `${name} ends with ${String(error)}`;
        finish(String(error));
      },
    );
    await quiet();
    this.#settle(actor);
  }

  /**
   * A step: waits for the director, then happens at once. Outside a performance it just happens. `as` says what the actor
   * learns by it, where that is not what JSON shows of the value.
   */
  step<T>(label: string, run: () => Promise<T>, as?: (value: T) => unknown): Promise<T> {
    const actor = this.#current;
    if (actor === null) return run();
    return new Promise((resolve, reject) => {
      const perform = async () => {
        try {
          const value = await run();
          resolve(value);
          return as === undefined ? value : as(value);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return `threw ${String(error)}`;
        }
      };
      actor.parked.push({ label, run: perform });
    });
  }

  seen(actor: number): number {
    return this.#actor(actor).seen;
  }

  isDone(actor: number): boolean {
    return this.#actor(actor).done;
  }

  /** What the actor does next. */
  next(actor: number): string {
    return this.#actor(actor).parked[0]?.label ?? 'end';
  }

  /** Lets one actor take its next step and run on to the one after it. */
  async advance(index: number): Promise<void> {
    const actor = this.#actor(index);
    const parked = actor.parked.shift();
    if (parked === undefined) throw new Error(`${actor.name} has nothing to do`);
    this.#current = actor;
    this.failure = null;
    const outcome = parked.run();
    await quiet();
    actor.seen = this.#saw(actor, parked.label, await outcome);
    this.#settle(actor);
  }

  #actor(index: number): ActorState {
    const actor = this.#actors[index];
    if (actor === undefined) throw new Error(`no actor ${String(index)}`);
    return actor;
  }

  #saw(actor: ActorState, label: string, outcome: unknown): number {
    const what = this.#intern.value(outcome ?? null);
    return this.#intern.text(
      `${String(actor.seen)}|${label}|${String(what)}|${String(this.#nowMs())}`,
    );
  }

  #settle(actor: ActorState): void {
    this.#current = null;
    if (!actor.done && actor.parked.length === 0) {
      throw new Error(`${actor.name} waits for something the stage does not know`);
    }
  }
}

/** Until nothing is left to run but what waits on the stage: the tick queue comes after every settled promise. */
function quiet(): Promise<void> {
  return new Promise((resolve) => {
    nextTick(resolve);
  });
}
