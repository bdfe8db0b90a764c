import { DEFAULT_MODEL } from '../adapters/models/index.ts';
import { pingDatabase } from '../adapters/storage/index.ts';
import { createReceipts, systemClock, systemIds, type Clock, type Ids } from '../base/index.ts';
import { createOpenPointLists, createSlashMenu } from '../chat/index.ts';
import { ensureFirstConfiguration, type ChatModels } from '../models/index.ts';
import { createPlayground, type FaultPoint } from '../runs/index.ts';
import { createClosing, type Closing } from './closing.ts';
import { eachTried } from './each-tried.ts';
import { createLog, type LogLevel, type LogOptions } from './log.ts';
import { removeOld } from './retention.ts';
import { createSettingsService } from './settings-service.ts';
import type { Settings } from './settings.ts';
import { startSweeper } from './sweeper.ts';
import type { Vouch } from './vouch.ts';
import {
  layFoundation,
  wireChat,
  wireContent,
  wireGovernance,
  wireModels,
  wireModelService,
  wireRemoteServers,
  wireRemoteTools,
  wirePeople,
  wirePersonalData,
  wireRuns,
  wireSkills,
  wireSnippets,
  wireStores,
  wireTasks,
  wireTelemetry,
  wireTools,
  wireMeteredModels,
  wireTrials,
  wireUsage,
  wireWebhooks,
  type WorkMode,
} from './wiring/index.ts';

/** What a test or an embedding program may put in place of the machine's own. */
export interface VouchOverrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly models?: ChatModels;
  readonly fetch?: typeof fetch;
  readonly reach?: (point: FaultPoint) => Promise<void>;
  /** Which work this process does. Default: what it starts itself. */
  readonly work?: WorkMode;
  /** How much is logged. Default: what the settings say. */
  readonly logLevel?: LogLevel;
  /** A command: where no address is set, its links lead to the server that runs on the data folder. Default no. */
  readonly isBesideServer?: boolean;
  /** How the log reads. Default `json`. */
  readonly logForm?: LogOptions['form'];
}

const SWEEP_MS = 30_000;
/** How often is looked for what has been kept long enough. */
const RETENTION_MS = 60 * 60 * 1_000;
const OWN_WORK: WorkMode = { takes: 'own' };

/**
 * Puts an installation together from its settings: the only wiring there is, one file a part in `wiring/`. Creates what a
 * first start needs (data folder, key file, tables, default configuration, bundled processes, demo site) and finds it
 * again at the next. When one step fails, what earlier ones opened is closed.
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
  const foundation = await layFoundation(
    {
      settings,
      clock: overrides.clock ?? systemClock,
      ids: overrides.ids ?? systemIds,
      fetch: overrides.fetch ?? fetch,
      log: createLog(overrides.logLevel ?? settings.logLevel, {
        form: overrides.logForm ?? 'json',
      }),
      opened,
    },
    { isBesideServer: overrides.isBesideServer ?? false },
  );
  const { clock, ids, log, database, transactions, processes, baseUrl } = foundation;

  const stores = wireStores(foundation);
  const host = await wireContent(foundation);
  const { peopleStore, ...peopleParts } = wirePeople(foundation);
  const { directory } = peopleParts;
  await ensureFirstConfiguration(
    { store: stores.configurations, transactions, clock },
    { model: DEFAULT_MODEL },
  );
  const configured = wireModels(foundation, stores);
  const telemetry = wireTelemetry(settings, {
    inWork: () => queue.inWork(),
    followed: () => followed().length,
    stale: () => runtime.countStale(),
  });
  const mode = overrides.work ?? OWN_WORK;
  const webhooks = wireWebhooks(foundation, stores, mode);
  const models = wireMeteredModels(foundation, {
    stores,
    webhooks,
    models: telemetry.models(overrides.models ?? configured.models),
  });
  const remote = wireRemoteTools(foundation, stores);
  const openPoints = createOpenPointLists({
    openPoints: stores.openPoints,
    host,
    skills: stores.skills,
  });
  const { tools, queue, openQueue, work, runtime, runDeps, runSettings } = await wireRuns(
    foundation,
    {
      mode,
      telemetry,
      stores,
      directory,
      host,
      models,
      openPoints,
      remoteTools: remote.remoteTools,
      zoneOf: (configuration) => configured.models.zoneOf(configuration),
      onWaiting: webhooks.onWaiting,
      processConversation: async (uuid) => {
        await chat.processConversation(uuid);
        await tours.conversationSettled(uuid);
      },
      ...(overrides.reach === undefined ? {} : { reach: overrides.reach }),
    },
  );
  const { chat, tours, stream, followed, endStreams } = wireChat(foundation, {
    stores,
    directory,
    host,
    runtime,
    queue,
    models,
    onTourFinished: webhooks.onTourFinished,
    onTourSeriesFinished: webhooks.onTourSeriesFinished,
  });
  const { skills, ingest } = await wireSkills(foundation, {
    stores,
    peopleStore,
    host,
    runtime,
    tools,
    onDecided: (version) => chat.versionDecided(version),
    onDecision: webhooks.onDecision,
  });

  const trials = wireTrials(foundation, { runs: runDeps, runSettings, skills });

  const modelService = wireModelService(foundation, {
    ...configured,
    stores,
    peopleStore,
    tools,
  });
  const usage = wireUsage(foundation, { stores, peopleStore });
  const receipts = createReceipts({ store: stores.receipts, transactions, clock, ids });
  const isSole = () => settings.database.dialect === 'sqlite' && processes.isOnlyOne();
  const resume = async (isFirst: boolean) => {
    const soleServer = isFirst && (await isSole());
    await eachTried(log, {
      runs: () => runtime.recoverInterrupted({ ignoreLeases: soleServer }),
      conversations: () => chat.resumeInterrupted({ soleServer }),
      ...(mode.takes === 'all' ? { tours: () => tours.resumeInterrupted() } : {}),
    });
  };
  const sweep = (look: () => Promise<unknown>, everyMs: number) => {
    const sweeper = startSweeper(
      async () => {
        if (!work.isStopping()) await look();
      },
      { everyMs, clock, log },
    );
    opened.add({ close: () => sweeper.stop() });
  };
  if (mode.takes !== 'none') {
    sweep(() => resume(false), mode.sweepMs ?? SWEEP_MS);
    webhooks.start();
  }
  sweep(async () => {
    await chat.cleanUp();
    await tours.cleanUp();
    await receipts.cleanUp();
    await webhooks.cleanUp();
  }, SWEEP_MS);
  sweep(() => removeOld(foundation, settings.privacy), RETENTION_MS);

  const remoteServers = wireRemoteServers(remote, peopleStore);
  return {
    settings,
    baseUrl,
    isBaseUrlKnown: foundation.isBaseUrlKnown,
    serves: (url) => processes.serves(url),
    log,
    ...peopleParts,
    personalData: wirePersonalData(foundation, { peopleStore, runtime }),
    configurations: stores.configurations,
    models,
    modelService,
    usage,
    remoteServers,
    host,
    skills,
    ingest,
    snippets: wireSnippets(foundation, { stores, peopleStore }),
    trials,
    runtime,
    playground: createPlayground(runtime),
    settingsService: createSettingsService(settings),
    governance: wireGovernance(foundation, {
      stores,
      peopleStore,
      directory,
      tools,
      runtime,
      usage,
      remoteServers,
    }),
    tasks: wireTasks(foundation, { stores, host, models, runSettings }),
    tools: wireTools(foundation, {
      stores,
      tools,
      zoneOf: (configuration) => configured.models.zoneOf(configuration),
    }),
    chat,
    stream,
    tours,
    slashMenu: createSlashMenu({
      skills,
      configurations: stores.configurations,
      openPoints,
      content: host,
    }),
    receipts,
    webhooks: webhooks.service,
    clock,
    ids,
    sealer: foundation.keys.sealer,
    isHealthy: () => pingDatabase(database),
    readiness: async () => ({
      database: await pingDatabase(database),
      otherServers: foundation.broadcast?.isListening() ?? true,
      stopping: work.isStopping(),
    }),
    resumeInterrupted: async () => {
      if (mode.takes !== 'none') await resume(true);
      await chat.cleanUp();
      openQueue();
    },
    metrics: telemetry.metrics,
    endStreams,
    stopWork: work.stop,
    close: () => opened.close(),
  };
}
