/** One performance of a scenario from its beginning, standing somewhere. */
export interface Performance {
  readonly actors: readonly string[];
  advance(actor: number): Promise<void>;
  next(actor: number): string;
  isDone(actor: number): boolean;
  /** Names what the actor has seen. */
  seen(actor: number): number;
  /** Names everything that is shared. */
  shared(): number;
  /** Actors whose process is gone: they take no further step. */
  gone(): ReadonlySet<string>;
  /** What the last step broke, if anything. */
  broken(): string | null;
  /** Asked when nobody has anything left to do. */
  brokenAtEnd(): string | null;
}

export interface Explored {
  readonly states: number;
  /** Ways the actors' steps lead from state to state. */
  readonly steps: number;
  /** Endings that differ. */
  readonly endings: number;
  readonly performances: number;
  /** The shortest order of steps that breaks something, or the first that was met. */
  readonly violation: { readonly what: string; readonly trace: readonly string[] } | null;
}

export interface ExploreOptions {
  /** The first violation is enough: it is told as it was met, without looking for a shorter one. Default: false. */
  readonly untilBroken?: boolean;
}

/** Where one actor stands: what it has seen, what it does next. */
interface Standing {
  readonly seen: number;
  /** `null` = it has come to its end. */
  readonly next: string | null;
}

interface State {
  readonly shared: number;
  readonly actors: readonly Standing[];
  readonly depth: number;
  readonly parent: State | null;
  /** Who took the step that led here. */
  readonly by: number;
}

/** What one step does, wherever it is taken: a step depends on what its actor has seen and on what is shared alone. */
interface Effect {
  readonly shared: number;
  readonly standing: Standing;
  readonly broken: string | null;
}

/**
 * Every order of the actors' steps, each state once. A state is what is shared together with what every actor has seen, so
 * two orders that lead to the same state have the same future, and are equally long. Steps are really taken once for each
 * pair of (what its actor has seen, what is shared) and looked up from then on.
 */
export async function explore(
  open: () => Promise<Performance>,
  { untilBroken = false }: ExploreOptions = {},
): Promise<Explored> {
  const first = await open();
  const actorCount = first.actors.length;
  const indices = Array.from({ length: actorCount }, (_, index) => index);
  const effects = new Map<string, Effect>();
  const goneIn = new Map<number, ReadonlySet<string>>();
  const endings = new Map<number, string | null>();
  const known = new Set<string>();
  const counts = { steps: 0, performances: 1 };
  const shortest: { violation: { what: string; state: State } | null } = { violation: null };
  const found = (what: string, state: State) => {
    if (state.depth < (shortest.violation?.state.depth ?? Infinity)) {
      shortest.violation = { what, state };
    }
  };

  const standingOf = (play: Performance, actor: number): Standing => ({
    seen: play.seen(actor),
    next: play.isDone(actor) ? null : play.next(actor),
  });
  const start: State = {
    shared: first.shared(),
    actors: indices.map((actor) => standingOf(first, actor)),
    depth: 0,
    parent: null,
    by: -1,
  };
  goneIn.set(start.shared, first.gone());
  // The performance that stands where the search stands, as long as it does.
  let live: { play: Performance; state: State } | null = { play: first, state: start };

  const perform = async (state: State): Promise<Performance> => {
    if (live?.state === state) return live.play;
    const play = await open();
    counts.performances += 1;
    for (const actor of orderTo(state)) await play.advance(actor);
    return play;
  };

  known.add(keyOf(start));
  const open_ = [start];
  const isEnough = () => untilBroken && shortest.violation !== null;
  for (let state = open_.pop(); state !== undefined && !isEnough(); state = open_.pop()) {
    const gone = goneIn.get(state.shared) ?? new Set<string>();
    const able = indices.filter(
      (actor) => state.actors[actor]?.next !== null && !gone.has(first.actors[actor] ?? ''),
    );
    if (able.length === 0 && !endings.has(state.shared)) {
      const play = await perform(state);
      endings.set(state.shared, play.brokenAtEnd());
    }
    if (able.length === 0) {
      const what = endings.get(state.shared) ?? null;
      if (what !== null) found(what, state);
    }
    for (const actor of able) {
      counts.steps += 1;
      const question = `${String(actor)}|${String(state.actors[actor]?.seen)}|${String(state.shared)}`;
      let effect = effects.get(question);
      let play: Performance | null = null;
      if (effect === undefined) {
        play = await perform(state);
        live = null;
        await play.advance(actor);
        effect = {
          shared: play.shared(),
          standing: standingOf(play, actor),
          broken: play.broken(),
        };
        effects.set(question, effect);
        goneIn.set(effect.shared, play.gone());
      }
      const next: State = {
        shared: effect.shared,
        actors: state.actors.with(actor, effect.standing),
        depth: state.depth + 1,
        parent: state,
        by: actor,
      };
      if (effect.broken !== null) {
        found(effect.broken, next);
        continue;
      }
      const key = keyOf(next);
      // Beyond a violation only a shorter one is of interest.
      const isBeyond = next.depth >= (shortest.violation?.state.depth ?? Infinity);
      if (isBeyond || known.has(key)) continue;
      known.add(key);
      open_.push(next);
      if (play !== null) live = { play, state: next };
    }
  }
  return {
    states: known.size,
    steps: counts.steps,
    endings: endings.size,
    performances: counts.performances,
    violation: traceOf(shortest.violation, first.actors),
  };
}

function keyOf(state: State): string {
  return `${String(state.shared)}|${state.actors.map(({ seen }) => String(seen)).join('|')}`;
}

function orderTo(state: State): readonly number[] {
  const order: number[] = [];
  for (let at = state; at.parent !== null; at = at.parent) order.push(at.by);
  return order.reverse();
}

function traceOf(
  violation: { readonly what: string; readonly state: State } | null,
  actors: readonly string[],
): Explored['violation'] {
  if (violation === null) return null;
  const trace: string[] = [];
  for (let at = violation.state; at.parent !== null; at = at.parent) {
    trace.push(`${actors[at.by] ?? ''}: ${at.parent.actors[at.by]?.next ?? ''}`);
  }
  return { what: violation.what, trace: trace.reverse() };
}
