import { describe } from 'vitest';
import { createRunStore, createTransactions } from '../../src/adapters/storage/index.ts';
import {
  ALL_CONTENT_RIGHTS,
  NO_CONTENT_RIGHTS,
  type Actor,
  type UserActor,
} from '../../src/actors/index.ts';
import type { Sealer, Transactions } from '../../src/base/index.ts';
import type { RecordRef } from '../../src/contracts/index.ts';
import type { ChatModels, Configuration } from '../../src/models/index.ts';
import type { Snippet } from '../../src/prompts/index.ts';
import {
  createAgentRuntime,
  type FaultPoint,
  type HostedRuntime,
  type RunRequest,
  type RunStore,
  type RuntimeDeps,
  type RuntimeSettings,
  type WakeUpCall,
} from '../../src/runs/index.ts';
import {
  bodyChecksum,
  versionDigest,
  type Skill,
  type SkillSource,
  type SkillStore,
  type SkillVersion,
} from '../../src/skills/index.ts';
import {
  createFakeRunStore,
  createFakeSkillStore,
  createFakeTransactions,
  FakeClock,
  FakeIds,
  ScriptedModel,
  type ScriptedStep,
} from '../../src/testing/index.ts';
import {
  builtinTools,
  createToolRegistry,
  type Tool,
  type ToolRegistry,
} from '../../src/tools/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createFakePages } from './runs-pages.ts';

/** Where runs are kept in a test, and the same rows as a second server has them. */
export interface RunStorage {
  readonly store: RunStore;
  readonly transactions: Transactions;
  readonly other: { readonly store: RunStore; readonly transactions: Transactions };
}

export type OpenRunStorage = () => Promise<RunStorage>;

/** Defines a suite for the fake, SQLite and PostgreSQL. */
export function describeEachRunStorage(
  title: string,
  define: (open: OpenRunStorage) => void,
): void {
  describe(`${title} on the fake`, () => {
    define(() => Promise.resolve(fakeStorage()));
  });
  describeEachDatabase(title, (openFresh) => {
    define(async () => {
      const { database, transactions, openAgain } = await openFresh();
      const second = await openAgain();
      return {
        store: createRunStore(database),
        transactions,
        other: { store: createRunStore(second), transactions: createTransactions(second) },
      };
    });
  });
}

export function fakeStorage(): RunStorage {
  const store = createFakeRunStore();
  const transactions = createFakeTransactions();
  return { store, transactions, other: { store, transactions } };
}

const userNamed = (userId: string, more: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  userId,
  name: userId,
  isAdministrator: false,
  groupIds: [],
  grants: ['approve_own_changes'],
  rights: NO_CONTENT_RIGHTS,
  ...more,
});

export const EDITOR = userNamed('editor');
export const OTHER = userNamed('other');
export const APPROVER = userNamed('approver', { grants: ['agent_approve'] });
export const ADMIN = userNamed('admin', { isAdministrator: true, rights: ALL_CONTENT_RIGHTS });
export const PLAIN = userNamed('plain', { grants: [] });
export const SERVICE: Actor = {
  kind: 'service',
  accountId: 'robot',
  name: 'robot',
  scopes: ['agent:approve', 'agent:cancel', 'agent:read', 'configuration:use'],
  rights: NO_CONTENT_RIGHTS,
};

/** Binds a text to its place, as a real sealer does, and refuses what was moved or broken. */
export const testSealer: Sealer = {
  seal: (plaintext, context) => JSON.stringify({ context, plaintext }),
  open: (sealed, context) => {
    const stored = JSON.parse(sealed) as { context: string; plaintext: string };
    if (stored.context !== context) throw new Error('moved');
    return stored.plaintext;
  },
};

export interface BenchOptions {
  readonly storage?: RunStorage;
  readonly answers?: readonly ScriptedStep[];
  readonly tools?: readonly Tool[];
  /** Puts another registry in front of the bench's own. */
  readonly registry?: (own: ToolRegistry) => ToolRegistry;
  readonly settings?: RuntimeSettings;
  readonly contextWindowTokens?: number;
  readonly reach?: (point: FaultPoint) => Promise<void>;
  /** Default: none. */
  readonly snippets?: () => readonly Snippet[];
  /** Instead of the scripted model. */
  readonly models?: ChatModels;
}

export type Bench = Awaited<ReturnType<typeof createBench>>;

/** A runtime with everything real but the model, the pages and the clock. */
export async function createBench(options: BenchOptions = {}) {
  const storage = options.storage ?? fakeStorage();
  const clock = new FakeClock();
  const ids = new FakeIds();
  const skillTransactions = createFakeTransactions();
  const skills = createFakeSkillStore();
  const model = new ScriptedModel(options.answers ?? [], {
    ...(options.contextWindowTokens === undefined
      ? {}
      : { contextWindowTokens: options.contextWindowTokens }),
  });
  const pages = createFakePages();
  const people = new Map<string, UserActor>(
    [EDITOR, OTHER, APPROVER, ADMIN, PLAIN].map((user) => [user.userId, user]),
  );
  const configurations = new Map<number, Configuration>();
  const woken: WakeUpCall[] = [];
  const logged: { facts: object; message: string }[] = [];
  const ownTools = createToolRegistry([...builtinTools, ...pages.tools, ...(options.tools ?? [])]);
  const toolStates = { tools: new Map<string, boolean>(), groups: new Map() };
  const deps: RuntimeDeps = {
    ...storage,
    skills,
    snippets: { snippets: () => Promise.resolve(options.snippets?.() ?? []) },
    configurations: {
      configuration: (uid) => Promise.resolve(configurations.get(uid) ?? null),
      defaultConfiguration: () => Promise.resolve(configurations.get(1) ?? null),
      configurations: () => Promise.resolve([...configurations.values()]),
    },
    models: options.models ?? model,
    tools: options.registry?.(ownTools) ?? ownTools,
    toolStates: { states: () => Promise.resolve(toolStates) },
    actors: { user: (userId) => Promise.resolve(people.get(userId) ?? null) },
    content: pages.host,
    sealer: testSealer,
    clock,
    ids,
    wakeUp: { wake: (call) => void woken.push(call) },
    log: {
      warn: (facts, message) => void logged.push({ facts, message }),
      error: (facts, message) => void logged.push({ facts, message }),
    },
    ...(options.reach === undefined ? {} : { reach: options.reach }),
  };
  const runtime = createAgentRuntime(deps, options.settings);
  const configure = (uid: number, more: Partial<Configuration> = {}) => {
    const before = configurations.get(uid) ?? plainConfiguration(uid);
    configurations.set(uid, { ...before, ...more });
  };
  configure(1);
  configure(2);

  const write = <T>(work: (writer: ReturnType<SkillStore['within']>) => Promise<T>): Promise<T> =>
    skillTransactions.transact((tx) => work(skills.within(tx)));
  const source: SkillSource = await write((writer) =>
    writer.insertSource({
      type: 'backend',
      title: 'House rules',
      trustLevel: 'first_party',
      enabled: true,
      bundled: false,
    }),
  );

  return {
    runtime,
    deps,
    storage,
    clock,
    model,
    pages,
    people,
    woken,
    logged,
    toolStates,
    source,
    configure,
    /** Another server on the same rows, with the same skills and pages. */
    secondRuntime: (more: Partial<RuntimeDeps> = {}): HostedRuntime =>
      createAgentRuntime(
        { ...deps, ...storage.other, ids: new FakeIds('9'), ...more },
        { ...options.settings, owner: 'second' },
      ),
    /** A skill written here: enabled, attached on demand to configuration 1, and approved, unless told otherwise. */
    addSkill: (given: SkillOptions = {}) =>
      write(async (writer) => {
        const version = versionOf(given);
        const skill = await writer.insertSkill({
          sourceUid: source.uid,
          identifier: given.name ?? version.name,
          version,
          bodyChecksum: bodyChecksum(version.body),
          storedDigest: null,
          copiedTrustLevel: 'first_party',
          enabled: given.enabled ?? true,
          orphaned: false,
          rawFrontMatter: null,
          bundledIdentifier: null,
        });
        if (given.attach !== null) {
          await writer.setAttachment({
            configurationUid: 1,
            skillUid: skill.uid,
            loadMode: given.attach ?? 'on_demand',
          });
        }
        if (given.approved ?? true) await writer.appendApproval(approvalOf(skill));
        return skill;
      }),
    approve: (skill: Skill) => write((writer) => writer.appendApproval(approvalOf(skill))),
    revoke: (skill: Skill) =>
      write((writer) =>
        writer.appendRevocation({
          skillUid: skill.uid,
          digest: versionDigest(skill.version),
          reason: '',
          revokedBy: 'admin',
          atMs: 0,
        }),
      ),
    editSkill: (skill: Skill, changes: Partial<SkillVersion>) =>
      write(async (writer) => {
        const version = { ...skill.version, ...changes };
        await writer.updateSkill(skill.uid, { version, bodyChecksum: bodyChecksum(version.body) });
        return { ...skill, version };
      }),
    changeSkill: (
      skill: Skill,
      changes: Parameters<ReturnType<SkillStore['within']>['updateSkill']>[1],
    ) => write((writer) => writer.updateSkill(skill.uid, changes)),
    changeSource: (changes: Parameters<ReturnType<SkillStore['within']>['updateSource']>[1]) =>
      write((writer) => writer.updateSource(source.uid, changes)),
    attach: (skill: Skill, loadMode: 'always' | 'on_demand', configurationUid = 1) =>
      write((writer) => writer.setAttachment({ configurationUid, skillUid: skill.uid, loadMode })),
    detach: (skill: Skill) => write((writer) => writer.removeAttachment(1, skill.uid)),
    request: (more: Partial<RunRequest> = {}): RunRequest => ({
      configurationUid: 1,
      messages: [{ role: 'user', content: 'Check this page.' }],
      actor: EDITOR,
      ...more,
    }),
    /** Starts a process on page 12 that proposes a description, and returns the run and its card. */
    async startTour(more: { readonly tools?: readonly string[] } = {}) {
      const skill = await this.addSkill({
        name: 'Tour',
        process: true,
        allowedTools: more.tools === undefined ? null : [...more.tools],
      });
      model.add({ text: 'First point.', calls: [PROPOSAL] });
      const result = await runtime.run(
        this.request({ invocation: { skillUid: skill.uid, subject: PAGE } }),
      );
      const view = await runtime.status(result.uuid, EDITOR);
      if (view?.card === null || view === null) throw new Error(`no card: ${result.text}`);
      return { skill, uuid: result.uuid, card: view.card, result };
    },
    async card(uuid: string) {
      const view = await runtime.status(uuid, ADMIN);
      if (view?.card === null || view === null) throw new Error('no card');
      return view.card;
    },
  };
}

export const PAGE: RecordRef = { table: 'pages', uid: 12 };

/** A description for page 12. */
export const PROPOSAL = {
  name: 'update_page_metadata',
  arguments: { page: 12, fields: { description: 'Opening hours and prices.' } },
} as const;

export interface SkillOptions extends Partial<SkillVersion> {
  readonly attach?: 'always' | 'on_demand' | null;
  readonly approved?: boolean;
  readonly enabled?: boolean;
}

function versionOf(given: SkillOptions): SkillVersion {
  return {
    name: given.name ?? 'House style',
    description: given.description ?? 'How we write.',
    body: given.body ?? `Body of ${given.name ?? 'House style'}.`,
    supportStatus: given.supportStatus ?? 'full',
    allowedTools: given.allowedTools ?? null,
    process: given.process ?? false,
  };
}

function approvalOf(skill: Skill) {
  return {
    skillUid: skill.uid,
    sourceUid: skill.sourceUid,
    digest: versionDigest(skill.version),
    snapshot: skill.version,
    trustLevel: 'first_party' as const,
    approvedBy: 'admin',
    atMs: 0,
  };
}

function plainConfiguration(uid: number): Configuration {
  return {
    uid,
    identifier: `configuration-${String(uid)}`,
    name: `Configuration ${String(uid)}`,
    model: 'scripted',
    systemPrompt: 'You help editors.',
    temperature: null,
    maxOutputTokens: null,
    maxIterations: 10,
    allowedGroupIds: [],
    requireSecondApprover: false,
    allowedToolGroups: [],
    snippetTags: [],
    snippetsInCallerSystemMessage: false,
    fallbackIdentifiers: [],
    isActive: true,
    isDefault: uid === 1,
  };
}
