import type { Actor } from '../actors/index.ts';
import type { Alongside } from '../base/index.ts';
import type { BudgetStop, RecordRef, RunTermination } from '../contracts/index.ts';
import type { ChatModel, Configuration, ModelToolSpec } from '../models/index.ts';
import type { InstructionSection } from '../prompts/index.ts';
import type { Pin } from '../skills/index.ts';
import type { Tool } from '../tools/index.ts';
import { toolSpecs } from './offered-tools.ts';
import { createRunCodec, type StoredRequest } from './run-codec.ts';
import type { Content } from './rules/kept-content.ts';
import { estimateTools } from './rules/token-estimate.ts';
import type { RuntimeContext } from './deps.ts';
import { usedIds, type JournalEntry, type LoopState } from './journal.ts';
import { withEntries, type KnownRun } from './known-runs.ts';
import type { ReadImages } from './request-images.ts';
import type { NewRunEvent, RunChange, RunRow } from './run-store.ts';
import type { RunListener, RunResult, RunStep } from './runtime.ts';
import { stepEvent } from './step-event.ts';
import { finish, requeue, type Transition } from './transitions.ts';

/** What a segment is opened with: read once, under its lease. */
export interface SegmentFacts {
  readonly run: RunRow;
  readonly owner: string;
  readonly request: StoredRequest;
  /** The run as it was opened. */
  readonly known: KnownRun;
  /** The run owner, resolved afresh. */
  readonly actor: Actor;
  readonly configuration: Configuration;
  readonly model: ChatModel;
  readonly sections: readonly InstructionSection[];
  readonly tools: ReadonlyMap<string, Tool>;
  readonly takenOver: boolean;
  /** Whether a failure that may pass puts the run back into the queue: only one a worker picked up there. */
  readonly requeues: boolean;
  readonly listener: RunListener;
  readonly signal: AbortSignal;
  readonly stopHeartbeat: () => void;
}

/** The run is no longer this segment's: cancelled, or its lease was taken. Nothing more is written. */
export class SegmentLost extends Error {}

/** One step to record: what the journal and the log gain, and what the run holds afterwards. */
export interface Recording {
  readonly entries?: readonly JournalEntry[];
  readonly events?: readonly NewRunEvent[];
  readonly set?: RunChange['set'];
}

/**
 * One stretch of a run in one process: from a pickup or a decision to the next pause or end. It owns the lease; every step
 * it records renews it, and the first step that finds it gone ends the segment (DUR-02).
 */
export class Segment {
  readonly context: RuntimeContext;
  readonly facts: SegmentFacts;
  readonly steps: RunStep[] = [];
  readonly readImages: ReadImages = new Map();
  effectStamped = false;
  #known: KnownRun;
  #pins: readonly Pin[];
  #sections: readonly InstructionSection[];
  #processSkillUid: number | null;
  readonly #callIds: Set<string>;
  readonly #aborted: AbortSignal;
  #offer: { readonly specs: readonly ModelToolSpec[]; readonly tokens: number } | null = null;

  constructor(context: RuntimeContext, facts: SegmentFacts) {
    this.context = context;
    this.facts = facts;
    this.#known = facts.known;
    this.#pins = facts.run.pins;
    this.#sections = facts.sections;
    this.#processSkillUid = facts.run.processSkillUid;
    this.#callIds = new Set(usedIds(facts.known.state.messages));
    this.#aborted = AbortSignal.any([facts.signal, context.stopping.givesUp.signal]);
  }

  get uuid(): string {
    return this.facts.run.uuid;
  }

  get state(): LoopState {
    return this.#known.state;
  }

  /** Every call id of the transcript. */
  get callIds(): ReadonlySet<string> {
    return this.#callIds;
  }

  /** Aborted by a cancel, by the loss of the lease, and when this process gives its model calls up. */
  get aborted(): AbortSignal {
    return this.#aborted;
  }

  get pins(): readonly Pin[] {
    return this.#pins;
  }

  get sections(): readonly InstructionSection[] {
    return this.#sections;
  }

  get processSkillUid(): number | null {
    return this.#processSkillUid;
  }

  /** The offered tools as a model is told of them, and the tokens that takes; made once, since they stand for the segment. */
  get offer(): { readonly specs: readonly ModelToolSpec[]; readonly tokens: number } {
    if (this.#offer === null) {
      const specs = toolSpecs(this.facts.tools);
      this.#offer = { specs, tokens: estimateTools(specs) };
    }
    return this.#offer;
  }

  get subject(): RecordRef | null {
    return this.facts.run.subject;
  }

  event(kind: NewRunEvent['kind'], payload: NewRunEvent['payload']): NewRunEvent {
    return { kind, payload, atMs: this.context.clock.now() };
  }

  /** An event of a step in which something was said (SEC-05). */
  step(kind: NewRunEvent['kind'], payload: NewRunEvent['payload'], content: Content): NewRunEvent {
    return stepEvent(this.context, this.uuid, { kind, payload, content });
  }

  /** Records a step and renews the lease; throws `SegmentLost` when the run is no longer held. */
  async record(recording: Recording): Promise<void> {
    const entries = recording.entries ?? [];
    const codec = createRunCodec(this.context.sealer);
    const sealed = entries.map((entry, index) =>
      codec.sealEntry(this.uuid, this.#known.count + index, entry),
    );
    await this.#apply({
      guard: { statuses: ['running'], leaseOwner: this.facts.owner },
      change: {
        set: {
          leaseExpiresAtMs: this.context.clock.now() + this.context.settings.leaseMs,
          ...recording.set,
        },
        events: recording.events ?? [],
        journal: sealed,
      },
    });
    this.#known = withEntries(this.#known, sealed, entries);
    for (const entry of entries) {
      if (entry.kind === 'answer') for (const { id } of entry.calls) this.#callIds.add(id);
    }
    if (recording.set?.pins !== undefined) this.#pins = recording.set.pins;
    if (recording.set?.processSkillUid !== undefined) {
      this.#processSkillUid = recording.set.processSkillUid;
    }
  }

  /** A section that joined in this segment; the next model call carries it. */
  addSection(section: InstructionSection): void {
    this.#sections = [...this.#sections, section];
  }

  /** Hands the run to whoever comes next: a person, or the queue. `alongside` commits with it. */
  async pass(transition: Transition, alongside?: Alongside): Promise<void> {
    await this.#apply(transition, alongside);
    this.context.known.keep(this.uuid, this.#known);
  }

  /** Ends the run and says how. */
  async end(ending: {
    readonly status: 'completed' | 'failed';
    readonly termination: RunTermination;
    readonly text: string;
    readonly outcome?: RunResult['outcome'];
    readonly budget?: BudgetStop | undefined;
    readonly events?: readonly NewRunEvent[];
    readonly held?: Parameters<typeof finish>[0]['held'];
  }): Promise<RunResult> {
    const { status, termination, text } = ending;
    const outcome = ending.outcome ?? status;
    await this.context.at('finish.before');
    await this.#apply(
      finish(
        {
          status,
          outcome,
          termination,
          text: createRunCodec(this.context.sealer).sealText(this.uuid, text),
          atMs: this.context.clock.now(),
          budget: ending.budget,
          ...(ending.events === undefined ? {} : { events: ending.events }),
          ...(ending.held === undefined ? {} : { held: ending.held }),
        },
        { statuses: ['running'], leaseOwner: this.facts.owner },
      ),
    );
    this.context.known.forget(this.uuid);
    return this.result({ outcome, termination, text });
  }

  /** Puts the run back into the queue after a failure that may pass. */
  async requeue(notBeforeMs: number): Promise<RunResult> {
    await this.#apply(
      requeue(
        { owner: this.facts.owner },
        {
          requeueCount: this.facts.run.requeueCount + 1,
          notBeforeMs,
          atMs: this.context.clock.now(),
        },
      ),
    );
    return this.result({ outcome: 'requeued', termination: null, text: '' });
  }

  /** Puts the run back into the queue for another process to go on at once: this one stops. */
  async handOver(): Promise<RunResult> {
    const { run, owner } = this.facts;
    const atMs = this.context.clock.now();
    await this.#apply(
      requeue({ owner }, { requeueCount: run.requeueCount, notBeforeMs: atMs, atMs }),
    );
    this.context.wakeUp.wake(run.wake);
    return this.result({ outcome: 'requeued', termination: null, text: '' });
  }

  /** Takes the segment off the list of those a cancel in this process aborts; a later segment of the run stays on it. */
  leave(): void {
    this.facts.stopHeartbeat();
    const { running } = this.context;
    if (running.get(this.uuid)?.signal === this.facts.signal) running.delete(this.uuid);
  }

  result(ended: Pick<RunResult, 'outcome' | 'termination' | 'text'>): RunResult {
    return {
      ...ended,
      uuid: this.uuid,
      steps: this.steps,
      resuspended: false,
      effectStamped: this.effectStamped,
      takenOver: this.facts.takenOver,
    };
  }

  async #apply({ guard, change }: Transition, alongside?: Alongside): Promise<void> {
    const changed = await this.context.transactions.transact(
      async (transaction) => {
        const won = await this.context.store.within(transaction).change(this.uuid, guard, change);
        if (won !== null) await alongside?.(transaction);
        return won;
      },
      { opensNone: alongside === undefined },
    );
    if (changed === null) throw new SegmentLost();
    for (const event of changed.events) this.facts.listener.onEvent?.(event);
  }
}
