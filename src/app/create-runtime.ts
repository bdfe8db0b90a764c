import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActorDirectory, UserActor } from '../actors/index.ts';
import { pageRules } from '../adapters/models/index.ts';
import { createInProcessQueue } from '../adapters/queue/index.ts';
import {
  createConfigurationStore,
  createRunStore,
  createSkillStore,
  createSnippetStore,
  createToolStateStore,
  createSealedValues,
  createTransactions,
  migrate,
  MIGRATIONS,
  openDatabase,
} from '../adapters/storage/index.ts';
import { systemClock, systemIds, type Clock, type Ids } from '../base/index.ts';
import { contentToolsOf, type ContentHost } from '../content/index.ts';
import {
  ensureFirstConfiguration,
  type ChatModel,
  type ConfigurationFields,
  type ConfigurationReader,
} from '../models/index.ts';
import {
  createAgentRuntime,
  type HostedRuntime,
  type RunLog,
  type RuntimeSettings,
} from '../runs/index.ts';
import {
  createSkillService,
  type SkillService,
  type SkillUsage,
  type TrustThresholds,
} from '../skills/index.ts';
import { createSnippetService, type SnippetService } from '../prompts/index.ts';
import { builtinTools, createToolRegistry, type Tool } from '../tools/index.ts';
import type { Keys } from './keys.ts';
import { openKeys } from './keys-guard.ts';
import { usageByRuns } from './skill-usage.ts';

/** What a program of your own brings; everything else is Vouch's. */
export interface RuntimeParts {
  readonly model: ChatModel;
  /** Who may act: a list, or your own directory, asked afresh at every start, pickup and decision. */
  readonly people: readonly UserActor[] | ActorDirectory;
  /** Your content. Its reads and planned changes become tools. Default: an installation without content. */
  readonly host?: ContentHost;
  /** Tools of your own, beside those of the host and the built-in ones. */
  readonly tools?: readonly Tool[];
  /**
   * Folder of the database (SQLite) and the key that seals what runs hold. Default: a folder of its own in the system's
   * temporary folder, removed by `close()`.
   */
  readonly dataDir?: string;
  /**
   * How hard a commit is pushed to the disk. `full` survives a power cut; `normal` may lose the last commits in one, never
   * the file. Default `full`.
   */
  readonly synchronous?: 'full' | 'normal';
  /** Of the one configuration there is; read when the folder is new. Default: every tool, no second approver. */
  readonly configuration?: Partial<ConfigurationFields>;
  /** Default: minimum untrusted, instruction verified. */
  readonly thresholds?: TrustThresholds;
  /** Limits of runs, of leases and of requeues. Default: those of an installation. */
  readonly settings?: RuntimeSettings;
  /** Default: nothing is logged. */
  readonly log?: RunLog;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

/** A runtime with its storage and its worker, inside your own process. */
export interface EmbeddedRuntime extends HostedRuntime {
  /** Skills on the same storage: writing, approving, attaching, revoking. */
  readonly skills: SkillService;
  /** Snippets on the same storage: writing, marking, and which of them the configuration takes. */
  readonly snippets: SnippetService;
  /** The configuration `run` and `enqueue` are given. */
  readonly configurationUid: number;
  /** Lets work in progress come to rest, then closes the database. */
  close(): Promise<void>;
}

/**
 * Runs agents inside your own program, on SQLite, with a worker for what `enqueue` queues. What an earlier process left
 * unfinished goes on once its leases have run out.
 */
export async function createRuntime(parts: RuntimeParts): Promise<EmbeddedRuntime> {
  const { clock = systemClock, ids = systemIds, log = SILENT } = parts;
  const folder = await dataFolder(parts.dataDir);
  const file = join(folder.path, 'vouch.db');
  const database = await openDatabase(
    { dialect: 'sqlite', file, synchronous: parts.synchronous ?? 'full' },
    clock,
  );
  const transactions = createTransactions(database);
  let keys: Keys;
  try {
    await migrate(database, MIGRATIONS, clock);
    keys = await openKeys(join(folder.path, 'vouch.key'), createSealedValues(database));
  } catch (error) {
    await database.close();
    throw error;
  }

  const configurations = createConfigurationStore(database);
  await ensureFirstConfiguration(
    { store: configurations, transactions, clock },
    { model: parts.model.name, ...parts.configuration },
  );
  const configuration = await configurations.defaultConfiguration();
  if (configuration === null) throw new Error('a database without a configuration');
  const store = createSkillStore(database, {
    thresholds: () => Promise.resolve(parts.thresholds ?? THRESHOLDS),
  });
  const snippetStore = createSnippetStore(database);
  const tools = createToolRegistry([
    ...builtinTools,
    ...(parts.host === undefined
      ? []
      : await contentToolsOf(parts.host, NOBODY, { rules: pageRules })),
    ...(parts.tools ?? []),
  ]);
  const actors = directoryOf(parts.people);
  const queue = createInProcessQueue({
    handlers: {
      run: async (uuid) => {
        await runtime.runQueued(uuid);
      },
    },
    log,
  });
  const runtime = createAgentRuntime(
    {
      store: createRunStore(database, { log }),
      transactions,
      skills: store,
      snippets: snippetStore,
      configurations,
      models: { modelFor: () => Promise.resolve(parts.model) },
      tools,
      toolStates: createToolStateStore(database),
      actors,
      content: parts.host ?? null,
      sealer: keys.sealer,
      clock,
      ids,
      wakeUp: queue,
      log,
    },
    parts.settings,
  );
  const nameOf = async (userId: string) => {
    const person = await actors.user(userId);
    return person?.kind === 'user' ? person.name : null;
  };
  const skills = createSkillService({
    store,
    transactions,
    clock,
    usage: usageOf(runtime, configurations),
    toolInfo: (name) => Promise.resolve(tools.tool(name)),
    nameOf,
  });
  await runtime.recoverInterrupted();
  return {
    ...runtime,
    skills,
    snippets: createSnippetService({
      store: snippetStore,
      transactions,
      clock,
      configurations,
      nameOf,
    }),
    configurationUid: configuration.uid,
    close: async () => {
      await queue.close();
      await database.close();
      await folder.remove();
    },
  };
}

/** Which changes a host supports depends on nobody. */
const NOBODY = { kind: 'anonymous' } as const;
const SILENT: RunLog = { warn: () => undefined, error: () => undefined };
const THRESHOLDS: TrustThresholds = { minTrust: 'untrusted', instructionTrust: 'verified' };

async function dataFolder(
  given: string | undefined,
): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  if (given !== undefined) {
    await mkdir(given, { recursive: true });
    return { path: given, remove: () => Promise.resolve() };
  }
  const path = await mkdtemp(join(tmpdir(), 'vouch-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function directoryOf(people: RuntimeParts['people']): ActorDirectory {
  if ('user' in people) return people;
  return {
    user: (userId) => Promise.resolve(people.find((person) => person.userId === userId) ?? null),
  };
}

/** Nobody but runs uses a version here. */
function usageOf(
  runtime: Pick<HostedRuntime, 'holding'>,
  configurations: ConfigurationReader,
): SkillUsage {
  return {
    ...usageByRuns(runtime, configurations, ({ initiatorUserId }) =>
      Promise.resolve({ owner: initiatorUserId, pageTitle: null }),
    ),
    conversationsHolding: () => Promise.resolve([]),
    conversationCounts: () => Promise.resolve(() => 0),
  };
}
