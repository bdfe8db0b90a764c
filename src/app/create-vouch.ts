import { createActorDirectory, createPeople } from '../actors/index.ts';
import { createAccounts, passwords } from '../adapters/accounts/index.ts';
import { createGitHubReader } from '../adapters/github/index.ts';
import { createMarkdownHost } from '../adapters/markdown/index.ts';
import { createChatModels, DEFAULT_MODEL } from '../adapters/models/index.ts';
import { createInProcessQueue } from '../adapters/queue/index.ts';
import {
  createConfigurationStore,
  createContentStores,
  createConversationStore,
  createOpenPointStore,
  createPeopleStore,
  createRunStore,
  createSkillSourceStore,
  createSkillStore,
  createTransactions,
  migrate,
  MIGRATIONS,
  openDatabase,
  pingDatabase,
} from '../adapters/storage/index.ts';
import { systemClock, systemIds, type Clock, type Ids } from '../base/index.ts';
import {
  createChatService,
  createConversationBus,
  createConversationStream,
  createListOpenPointsTool,
  createOpenPointLists,
  createSlashMenu,
} from '../chat/index.ts';
import { createContentTools } from '../content/index.ts';
import { createAgentRuntime, type FaultPoint } from '../runs/index.ts';
import {
  createSkillIngest,
  createSkillService,
  originOf,
  seedBundledProcesses,
  type SkillServiceDeps,
} from '../skills/index.ts';
import { builtinTools, createToolRegistry } from '../tools/index.ts';
import { ensureFirstConfiguration, type ChatModels } from '../models/index.ts';
import { bundledProcesses, ensureDemoSite } from './bundled-files.ts';
import { createClosing, type Closing } from './closing.ts';
import { openDataFolder } from './data-folder.ts';
import { createLog } from './log.ts';
import { createSkillUsage } from './skill-usage.ts';
import { trustedOriginsOf, type Settings } from './settings.ts';
import { startSweeper } from './sweeper.ts';
import type { Vouch } from './vouch.ts';

/** What a test or an embedding program may put in place of the machine's own. */
export interface VouchOverrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly models?: ChatModels;
  readonly fetch?: typeof fetch;
  readonly reach?: (point: FaultPoint) => Promise<void>;
}

const CONCURRENT_TURNS = 4;
const SWEEP_MS = 30_000;

/**
 * Puts an installation together from its settings: the only wiring there is. Creates what a first start needs (data
 * folder, key file, tables, default configuration, bundled processes, demo site) and finds it again at the next. When one
 * step fails, what earlier ones opened is closed.
 */
export async function createVouch(
  settings: Settings,
  overrides: VouchOverrides = {},
): Promise<Vouch> {
  const opened = createClosing();
  try {
    return await putTogether(settings, overrides, opened);
  } catch (error) {
    // The first failure says more than those it brings.
    await opened.close().catch(() => undefined);
    throw error;
  }
}

async function putTogether(
  settings: Settings,
  overrides: VouchOverrides,
  opened: Closing,
): Promise<Vouch> {
  const clock = overrides.clock ?? systemClock;
  const ids = overrides.ids ?? systemIds;
  const log = createLog(settings.logLevel);
  const note = (message: string, data: Readonly<Record<string, unknown>>) => {
    log.error(data, message);
  };

  const { processes, keys } = await openDataFolder(settings.dataDir);
  opened.add({ close: () => processes.leave() });
  const database = await openDatabase(settings.database, clock);
  opened.add(database);
  const transactions = createTransactions(database);
  await migrate(database, MIGRATIONS, clock);

  if (settings.content.isDemo) await ensureDemoSite(settings.content.root);
  const host = await createMarkdownHost(
    {
      root: settings.content.root,
      stores: createContentStores(database, transactions),
      clock,
      ids,
    },
    settings.content.siteName === null ? {} : { name: settings.content.siteName },
  );
  opened.add(host);

  const peopleStore = createPeopleStore(database);
  const people = createPeople({ store: peopleStore, transactions, passwords, ids, clock });
  const directory = createActorDirectory(peopleStore);
  const baseUrl =
    settings.server.baseUrl ?? `http://${settings.server.host}:${String(settings.server.port)}`;
  const accounts = createAccounts(
    {
      database: { db: database.writes, type: database.dialect },
      isDisabled: async (userId) => (await peopleStore.person(userId))?.isDisabled ?? true,
      log: (level, message) => {
        log[level]({ part: 'accounts' }, message);
      },
    },
    {
      baseUrl,
      trustedOrigins: trustedOriginsOf(baseUrl),
      secret: keys.secretFor('sessions'),
      sessionDays: settings.server.sessionDays,
      attemptsPerMinute: settings.server.signInAttemptsPerMinute,
    },
  );

  const configurations = createConfigurationStore(database);
  await ensureFirstConfiguration(
    { store: configurations, transactions, clock },
    { model: DEFAULT_MODEL },
  );

  const skillStore = createSkillStore(database, {
    thresholds: () =>
      Promise.resolve({
        minTrust: settings.skills.minTrustLevel,
        instructionTrust: settings.skills.instructionTrustLevel,
      }),
  });
  const conversations = createConversationStore(database);
  const openPointStore = createOpenPointStore(database);
  const openPoints = createOpenPointLists({ openPoints: openPointStore, host, skills: skillStore });
  const tools = createToolRegistry([
    ...builtinTools,
    ...createContentTools(host),
    createListOpenPointsTool(openPoints),
  ]);
  const models =
    overrides.models ??
    createChatModels(settings.model, { fetch: overrides.fetch ?? fetch, clock });

  const queue = createInProcessQueue({
    handlers: {
      conversation: (uuid) => chat.processConversation(uuid),
      run: async (uuid) => {
        await runtime.runQueued(uuid);
      },
    },
    concurrency: CONCURRENT_TURNS,
    log,
  });
  opened.add(queue);
  const runtime = createAgentRuntime(
    {
      store: createRunStore(database),
      transactions,
      skills: skillStore,
      snippets: { snippets: () => Promise.resolve([]) },
      configurations,
      models,
      tools,
      actors: directory,
      content: host,
      sealer: keys.sealer,
      clock,
      ids,
      wakeUp: queue,
      log,
      ...(overrides.reach === undefined ? {} : { reach: overrides.reach }),
    },
    { fencedMaxBytes: settings.skills.maxBytes },
  );
  const bus = createConversationBus();
  opened.add(bus);
  const chat = createChatService(
    {
      conversations,
      openPoints: openPointStore,
      transactions,
      runtime,
      directory,
      configurations,
      skills: skillStore,
      host,
      wakeUp: queue,
      bus,
      clock,
      ids,
      log: note,
    },
    {
      limits: {
        messageCharacters: settings.chat.maxMessageCharacters,
        processing: settings.chat.maxActivePerUser,
        conversations: settings.chat.maxConversationsPerUser,
      },
    },
  );

  const sourceStore = createSkillSourceStore(database);
  const skillDeps: SkillServiceDeps = {
    store: skillStore,
    transactions,
    clock,
    usage: createSkillUsage({ runtime, conversations, configurations, peopleStore, host }),
    toolInfo: (name) => Promise.resolve(tools.tool(name)),
    originOf: (skill) => originOf(sourceStore, skill),
    nameOf: async (userId) => (await peopleStore.person(userId))?.name ?? null,
  };
  const skills = createSkillService(skillDeps);
  const ingest = createSkillIngest(
    {
      store: skillStore,
      sourceStore,
      transactions,
      reader: createGitHubReader({ fetch: overrides.fetch ?? fetch, clock }),
      sealer: keys.sealer,
      clock,
      ids,
      log: note,
    },
    {
      maxFiles: settings.skills.syncMaxFiles,
      maxDurationMs: settings.skills.syncMaxSeconds * 1_000,
    },
  );
  opened.add(ingest);
  const configuration = await configurations.defaultConfiguration();
  await seedBundledProcesses(skillDeps, await bundledProcesses(), {
    configurationUid: configuration?.uid ?? null,
  });

  const stream = createConversationStream({ chat, bus });
  const isSole = () => settings.database.dialect === 'sqlite' && processes.isOnlyOne();
  const resume = async (isFirst: boolean) => {
    const soleServer = isFirst && (await isSole());
    await runtime.recoverInterrupted({ ignoreLeases: soleServer });
    await chat.resumeInterrupted({ soleServer });
    await chat.cleanUp();
  };
  const sweeper = startSweeper(() => resume(false), { everyMs: SWEEP_MS, clock, log });
  opened.add({ close: () => sweeper.stop() });

  return {
    settings,
    baseUrl,
    log,
    accounts,
    people,
    directory,
    configurations,
    models,
    host,
    skills,
    ingest,
    runtime,
    chat,
    stream,
    slashMenu: createSlashMenu({ skills, configurations, openPoints, content: host }),
    clock,
    ids,
    isHealthy: () => pingDatabase(database),
    resumeInterrupted: () => resume(true),
    close: () => opened.close(),
  };
}
