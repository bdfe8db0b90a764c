import type { ModelAnswer, ModelRequest } from '../../src/models/index.ts';
import type { RunChange, RunStore, RuntimeDeps } from '../../src/runs/index.ts';
import type { SkillReader } from '../../src/skills/index.ts';
import type { StoredRun } from '../../src/testing/index.ts';
import { FakeIds } from '../../src/testing/index.ts';
import { builtinTools, createToolRegistry, type Tool } from '../../src/tools/index.ts';
import type { PendingCall } from '../../src/contracts/index.ts';
import {
  brokenTransition,
  decidedTwice,
  forbiddenTool,
  lostNotice,
  unpairedResult,
  unpairedTranscript,
  type Changing,
} from './invariants.ts';
import { createPageTools } from './page-tools.ts';
import { lookInto, openSealer } from './sealed.ts';
import type { Stage } from './stage.ts';
import type { Truth } from './truth.ts';
import { Watch } from './watch.ts';

/** Lies a seeded fault tells the runtime; the truth behind them stays what it is. */
export interface Faults {
  readonly store?: (store: RunStore) => RunStore;
  readonly skills?: (skills: SkillReader) => SkillReader;
  readonly configurations?: (
    configurations: RuntimeDeps['configurations'],
  ) => RuntimeDeps['configurations'];
  readonly tools?: (tools: readonly Tool[]) => readonly Tool[];
  readonly sealer?: (sealer: RuntimeDeps['sealer']) => RuntimeDeps['sealer'];
}

/** A model without a memory: what it answers depends on what it is sent alone. */
export type Play = (request: ModelRequest) => Pick<ModelAnswer, 'text' | 'toolCalls'>;

export interface Backstage {
  readonly truth: Truth;
  readonly stage: Stage;
  readonly model: Play;
  readonly faults: Faults;
}

/** Everything one actor's runtime reaches: every call a step, every step watched. */
export function portsOf(name: string, series: string, behind: Backstage): RuntimeDeps {
  const { truth, stage, faults } = behind;
  const watch = new Watch(truth);
  const skills = skillPort(behind, watch);
  const store = storePort(behind, name, watch);
  const configurations: RuntimeDeps['configurations'] = {
    configuration: (uid) =>
      stage.step(`configuration ${String(uid)}`, async () => {
        const found = truth.world.configurations[uid] ?? null;
        watch.readConfiguration(uid, found);
        return found;
      }),
    defaultConfiguration: async () => truth.world.configurations[1] ?? null,
    configurations: async () => Object.values(truth.world.configurations),
  };
  const tools = createPageTools(truth, stage, watch);
  return {
    store: faults.store?.(store) ?? store,
    transactions: {
      // The database serialises writes: a transaction is one step.
      transact: (work) => stage.step('transaction', () => truth.transactions.transact(work)),
    },
    skills: faults.skills?.(skills) ?? skills,
    snippets: { snippets: async () => [] },
    configurations: faults.configurations?.(configurations) ?? configurations,
    models: {
      modelFor: async () => ({
        name: 'played',
        builtIn: false,
        contextWindowTokens: 200_000,
        generate: (request) => stage.step('model', () => generate(behind, watch, request)),
      }),
    },
    tools: createToolRegistry([...builtinTools, ...(faults.tools?.(tools) ?? tools)]),
    toolStates: {
      states: () =>
        stage.step(
          'tool states',
          async () => ({
            tools: new Map(truth.world.toolsOff.map((tool) => [tool, false])),
            groups: new Map(),
          }),
          ({ tools: states }) => [...states.keys()],
        ),
    },
    actors: {
      user: (userId) =>
        stage.step(`user ${userId}`, async () => truth.world.people[userId] ?? null),
    },
    content: {
      pageOf: (record) =>
        stage.step('page of the subject', async () =>
          record.uid in truth.world.descriptions ? record.uid : null,
        ),
      readPage: async () => null,
    },
    sealer: faults.sealer?.(openSealer) ?? openSealer,
    clock: { now: () => truth.world.nowMs, sleep: () => Promise.reject(new Error('no waiting')) },
    ids: new FakeIds(series),
    wakeUp: { wake: () => undefined },
    log: { warn: () => undefined, error: () => undefined },
  };
}

async function generate(
  { truth, model }: Backstage,
  watch: Watch,
  request: ModelRequest,
): Promise<ModelAnswer> {
  const { run } = watch;
  const offered = request.tools.map(({ name }) => name);
  const broken =
    watch.unheldPin('the model is asked') ??
    unpairedTranscript(request.messages) ??
    (run === null ? null : forbiddenTool(offered, run, watch.skillHistory));
  if (broken !== null) truth.breaks(broken);
  const answer = model(request);
  return {
    ...answer,
    usage: { promptTokens: 0, completionTokens: 0 },
    finishReason: answer.toolCalls.length > 0 ? 'tool_calls' : 'stop',
  };
}

function skillPort({ truth, stage }: Backstage, watch: Watch): SkillReader {
  const { skills } = truth;
  return {
    skill: (uid) =>
      stage.step(`skill ${String(uid)}`, async () => {
        const found = await skills.skill(uid);
        watch.readSkill(uid, found);
        return found;
      }),
    source: (uid) =>
      stage.step(`source ${String(uid)}`, async () => {
        const found = await skills.source(uid);
        watch.readSource(uid, found);
        return found;
      }),
    attachments: (uid) => stage.step('attachments', () => skills.attachments(uid)),
    approvalOf: (pin) =>
      stage.step(`approval of ${String(pin.skillUid)}`, async () => {
        const found = await skills.approvalOf(pin);
        watch.readApproval(pin, found);
        return found;
      }),
    latestUnrevokedApproval: (skillUid, sourceUid) =>
      stage.step(`latest approval of ${String(skillUid)}`, () =>
        skills.latestUnrevokedApproval(skillUid, sourceUid),
      ),
    thresholds: () => skills.thresholds(),
  };
}

function storePort({ truth, stage }: Backstage, name: string, watch: Watch): RunStore {
  const { runs } = truth;
  return {
    run: (uuid) => stage.step('run', () => runs.run(uuid)),
    events: (uuid, after) => stage.step('events', () => runs.events(uuid, after)),
    latestEvents: (uuids, kinds) =>
      stage.step('latest events', () => runs.latestEvents(uuids, kinds)),
    journal: (uuid, from) => stage.step('journal', () => runs.journal(uuid, from)),
    contents: (uuid) => stage.step('contents', () => runs.contents(uuid)),
    latestFor: (wake) => stage.step('newest run of a wake-up', () => runs.latestFor(wake)),
    interrupted: (nowMs, limit) =>
      stage.step('interrupted runs', () => runs.interrupted(nowMs, limit)),
    due: (nowMs, limit) => stage.step('due runs', () => runs.due(nowMs, limit)),
    recent: (userId, limit) => stage.step('recent runs', () => runs.recent(userId, limit)),
    failed: (terminations, userId, limit) =>
      stage.step('failed runs', () => runs.failed(terminations, userId, limit)),
    countFailed: (terminations) =>
      stage.step('number of failed runs', () => runs.countFailed(terminations)),
    open: (userId) => stage.step('open runs', () => runs.open(userId)),
    waiting: (userId) => stage.step('waiting runs', () => runs.waiting(userId)),
    within: (transaction) => {
      const writer = runs.within(transaction);
      return {
        insert: async (run, events) => {
          await writer.insert(run, events);
          const stored = runs.snapshot().get(run.uuid);
          if (stored === undefined) throw new Error('not stored');
          if (run.status === 'running') watch.takes(stored.row);
          const before =
            run.predecessor === null ? undefined : runs.snapshot().get(run.predecessor);
          const broken = lostNotice(before?.row.pins ?? [], run.pins, {
            events,
            released: [],
            processEnded: false,
          });
          if (broken !== null) truth.breaks(broken);
        },
        change: async (uuid, guard, change) => {
          const before = runs.snapshot().get(uuid);
          const changed = await writer.change(uuid, guard, change);
          const after = runs.snapshot().get(uuid);
          if (changed === null || before === undefined || after === undefined) return changed;
          if (change.set.status === 'running') watch.takes(after.row);
          showCard(truth, change);
          const broken = brokenChange({
            before,
            after,
            change,
            by: name,
            nowMs: truth.world.nowMs,
          });
          if (broken !== null) truth.breaks(broken);
          return changed;
        },
      };
    },
  };
}

function brokenChange(changing: Changing): string | null {
  const { before, after, change } = changing;
  return (
    brokenTransition(changing) ??
    decidedTwice(changing) ??
    unpairedResult(changing) ??
    lostNotice(before.row.pins, after.row.pins, {
      events: change.events,
      released: releasedBy(change),
      processEnded: false,
    })
  );
}

function releasedBy(change: RunChange): readonly number[] {
  return change.journal
    .map((sealed) => lookInto(sealed) as { kind: string; pin?: { skillUid: number } })
    .flatMap(({ kind, pin }) => (kind === 'released' && pin !== undefined ? [pin.skillUid] : []));
}

/** Remembers a card a person gets to see. */
function showCard(truth: Truth, change: RunChange): void {
  if (typeof change.set.suspended !== 'string') return;
  const { card } = lookInto(change.set.suspended) as {
    card: { digest: string; calls: readonly PendingCall[] };
  };
  // The first card of a digest is the one it names; a later one under the same digest would pass for it.
  truth.set({ shown: { [card.digest]: card.calls, ...truth.world.shown } });
}

/** A run as its row says, for the programs of a scenario. */
export function storedRun(truth: Truth, uuid: string): StoredRun {
  const run = truth.runs.snapshot().get(uuid);
  if (run === undefined) throw new Error(`no run ${uuid}`);
  return run;
}
