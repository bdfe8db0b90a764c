import { createAgentRuntime, type HostedRuntime, type RunRequest } from '../../src/runs/index.ts';
import {
  bodyChecksum,
  versionDigest,
  type Skill,
  type SkillStore,
} from '../../src/skills/index.ts';
import type { PendingCard } from '../../src/contracts/index.ts';
import type { Performance } from './explore.ts';
import { brokenEnding } from './invariants.ts';
import { EDITOR, WORLD } from './people.ts';
import { portsOf, storedRun, type Backstage, type Faults, type Play } from './ports.ts';
import { lookInto } from './sealed.ts';
import { Stage } from './stage.ts';
import { createNumbers, Truth, type Numbers, type Snapshot } from './truth.ts';

/** What the programs of a scenario work with. */
export interface Scene {
  readonly truth: Truth;
  readonly stage: Stage;
  /** The runtime of the process this actor stands for. */
  readonly runtime: HostedRuntime;
  /** One access to what is shared, as a step of its own. */
  step(label: string, run: () => void | Promise<void>): Promise<void>;
  write(work: (writer: ReturnType<SkillStore['within']>) => Promise<unknown>): Promise<void>;
  /** The card a waiting run shows; `null` when it shows none. */
  card(uuid: string): Promise<PendingCard | null>;
}

/** A process, an instruction that is always there, and one for scenarios that attach it: approved, written here. */
export interface SkillSet {
  readonly process: Skill;
  readonly always: Skill;
  readonly loadable: Skill;
}

/** A scenario: how it begins, and who does what at the same time. */
export interface Scenario<Begun = unknown> {
  readonly title: string;
  readonly model: Play;
  /** Plays the beginning, step by step, nobody else around. */
  readonly begin: (scene: Scene, skills: SkillSet) => Promise<Begun>;
  readonly actors: Readonly<
    Record<string, (scene: Scene, begun: Begun, skills: SkillSet) => Promise<unknown>>
  >;
}

const LEASE_MS = 1_000;

function sceneFor(name: string, series: string, behind: Backstage): Scene {
  const { truth, stage } = behind;
  const runtime = createAgentRuntime(portsOf(name, series, behind), {
    owner: name,
    leaseMs: LEASE_MS,
  });
  return {
    truth,
    stage,
    runtime,
    step: (label, run) =>
      stage.step(label, async () => {
        await run();
      }),
    write: async (work) => {
      await truth.transactions.transact((transaction) => work(truth.skills.within(transaction)));
      truth.noteSkills();
    },
    card: (uuid) =>
      stage.step('look at the card', async () => {
        const { suspended } = storedRun(truth, uuid).row;
        return suspended === null ? null : (lookInto(suspended) as { card: PendingCard }).card;
      }),
  };
}

/** Prepares a scenario once and opens performances of it that all begin alike. */
export async function prepare<Begun>(
  scenario: Scenario<Begun>,
  faults: Faults = {},
): Promise<() => Promise<Performance>> {
  const numbers = createNumbers();
  const truth = new Truth(numbers, WORLD);
  const stage = new Stage(numbers.intern, () => truth.world.nowMs);
  const before = sceneFor('beforehand', '0', { truth, stage, model: scenario.model, faults: {} });
  const skills = await createSkills(before);
  const begun = await scenario.begin(before, skills);
  if (truth.broken !== null) throw new Error(`the beginning breaks something: ${truth.broken}`);
  const beginning = truth.snapshot();
  return () => perform(scenario, { numbers, beginning, begun, skills, faults });
}

async function perform<Begun>(
  scenario: Scenario<Begun>,
  from: {
    readonly numbers: Numbers;
    readonly beginning: Snapshot;
    readonly begun: Begun;
    readonly skills: SkillSet;
    readonly faults: Faults;
  },
): Promise<Performance> {
  const truth = Truth.from(from.numbers, from.beginning);
  const stage = new Stage(from.numbers.intern, () => truth.world.nowMs);
  const behind: Backstage = { truth, stage, model: scenario.model, faults: from.faults };
  const actors = Object.keys(scenario.actors);
  for (const [index, name] of actors.entries()) {
    const program = scenario.actors[name];
    const scene = sceneFor(name, String(index + 1), behind);
    await stage.enter(name, async () => program?.(scene, from.begun, from.skills));
  }
  return {
    actors,
    advance: (actor) => {
      truth.broken = null;
      return stage.advance(actor);
    },
    next: (actor) => stage.next(actor),
    isDone: (actor) => stage.isDone(actor),
    seen: (actor) => stage.seen(actor),
    shared: () => truth.number(),
    gone: () => new Set(truth.world.gone),
    broken: () => truth.broken ?? stage.failure,
    brokenAtEnd: () => brokenEnding(truth.runs.snapshot(), truth.world.gone),
  };
}

async function createSkills(scene: Scene): Promise<SkillSet> {
  const tools = ['describe_page', 'create_page', 'read_page', 'choice', 'progress'];
  const process = { name: 'Tour', process: true, allowedTools: tools };
  const always = { name: 'House style', process: false, allowedTools: null };
  const loadable = { name: 'Glossary', process: false, allowedTools: null };
  const made: SkillSet[keyof SkillSet][] = [];
  await scene.write(async (writer) => {
    const source = await writer.insertSource({
      type: 'backend',
      title: 'House',
      trustLevel: 'first_party',
      enabled: true,
      bundled: false,
    });
    for (const given of [process, always, loadable]) {
      const version = {
        ...given,
        description: 'What it is.',
        body: `How ${given.name} goes.`,
        supportStatus: 'full' as const,
      };
      const skill = await writer.insertSkill({
        sourceUid: source.uid,
        identifier: version.name,
        version,
        bodyChecksum: bodyChecksum(version.body),
        storedDigest: null,
        copiedTrustLevel: 'first_party',
        enabled: true,
        orphaned: false,
        rawFrontMatter: null,
        bundledIdentifier: null,
      });
      made.push(skill);
      if (given !== loadable) {
        const loadMode = given === always ? 'always' : 'on_demand';
        await writer.setAttachment({ configurationUid: 1, skillUid: skill.uid, loadMode });
      }
      await writer.appendApproval({
        skillUid: skill.uid,
        sourceUid: source.uid,
        digest: versionDigest(version),
        snapshot: version,
        trustLevel: 'first_party',
        approvedBy: 'admin',
        atMs: 0,
      });
    }
  });
  const [first, second, third] = made;
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error('no skills');
  }
  return { process: first, always: second, loadable: third };
}

/** A request of the editor; with the process, about page 12, when it is given. */
export function requestOf(process: Skill | null, more: Partial<RunRequest> = {}): RunRequest {
  return {
    configurationUid: 1,
    messages: [{ role: 'user', content: 'Look at this page.' }],
    actor: EDITOR,
    ...(process === null
      ? {}
      : { invocation: { skillUid: process.uid, subject: { table: 'pages', uid: 12 } } }),
    ...more,
  };
}
