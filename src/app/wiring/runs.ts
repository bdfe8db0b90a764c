import type { ActorDirectory } from '../../actors/index.ts';
import { pageRules } from '../../adapters/models/index.ts';
import {
  createImageReader,
  createListOpenPointsTool,
  type OpenPointLists,
} from '../../chat/index.ts';
import { createContentTools, type ContentHost } from '../../content/index.ts';
import type { TrustZone } from '../../contracts/index.ts';
import type { ChatModels, Configuration } from '../../models/index.ts';
import {
  createAgentRuntime,
  type FaultPoint,
  type RuntimeDeps,
  type RuntimeSettings,
} from '../../runs/index.ts';
import {
  builtinTools,
  createLiveRegistry,
  createToolRegistry,
  zoneCeiling,
  type RemoteTools,
} from '../../tools/index.ts';
import { createWorkStop, type WorkStop } from '../work.ts';
import type { Foundation } from './foundation.ts';
import { wireQueue, type WorkMode } from './queue.ts';
import type { Telemetry } from './telemetry.ts';
import type { Stores } from './stores.ts';

interface RunNeeds {
  readonly stores: Stores;
  readonly directory: ActorDirectory;
  readonly host: ContentHost;
  readonly models: ChatModels;
  readonly openPoints: OpenPointLists;
  readonly remoteTools: Pick<RemoteTools, 'tools'>;
  /** Takes up a conversation that was woken. */
  readonly processConversation: (uuid: string) => Promise<void>;
  readonly mode: WorkMode;
  readonly telemetry: Telemetry;
  /** How far what answers a configuration's runs is trusted. */
  readonly zoneOf: (configuration: Configuration) => Promise<TrustZone>;
  readonly onWaiting: NonNullable<RuntimeDeps['onWaiting']>;
  readonly reach?: (point: FaultPoint) => Promise<void>;
}

/** Tools, the queue that wakes work, and the runtime. */
export async function wireRuns(foundation: Foundation, needs: RunNeeds) {
  const { settings, transactions, keys, clock, ids, log, opened } = foundation;
  const {
    stores,
    directory,
    host,
    models,
    openPoints,
    remoteTools,
    processConversation,
    mode,
    telemetry,
    zoneOf,
    onWaiting,
    reach,
  } = needs;
  const hangs = { work: false };
  const tools = createLiveRegistry(
    createToolRegistry(
      telemetry.tools([
        ...builtinTools,
        ...createContentTools(host, { rules: pageRules }),
        createListOpenPointsTool(openPoints),
      ]),
    ),
    async () => telemetry.tools(await remoteTools.tools()),
  );
  const { queue, open } = await wireQueue(foundation, {
    mode,
    handlers: {
      conversation: processConversation,
      run: async (uuid) => {
        await runtime.runQueued(uuid);
      },
    },
  });
  // After work that hangs, the process ends without it.
  opened.add({ close: () => (hangs.work ? undefined : queue.close()) });
  const runDeps: RuntimeDeps = {
    store: stores.runs,
    transactions,
    skills: stores.skills,
    snippets: stores.snippets,
    configurations: stores.configurations,
    models,
    tools,
    toolStates: stores.toolStates,
    actors: directory,
    content: host,
    images: createImageReader({ conversations: stores.conversations, sealer: keys.sealer }),
    sealer: keys.sealer,
    clock,
    ids,
    wakeUp: queue,
    log,
    onWaiting,
    ...(reach === undefined ? {} : { reach }),
  };
  const runSettings: RuntimeSettings = {
    fencedMaxBytes: settings.skills.maxBytes,
    ceilingOf: async (configuration) => zoneCeiling(await zoneOf(configuration)),
    privacyLevel: settings.privacy.level,
    leaseMs: settings.work.leaseSeconds * 1_000,
  };
  const runtime = telemetry.runtime(createAgentRuntime(runDeps, runSettings));
  const stop = createWorkStop(
    { runtime, queue, clock, log },
    { stopMs: settings.work.stopSeconds * 1_000 },
  );
  const work: WorkStop = {
    isStopping: stop.isStopping,
    stop: async () => {
      const atRest = await stop.stop();
      hangs.work = !atRest;
      return atRest;
    },
  };
  return { tools, queue, openQueue: open, work, runtime, runDeps, runSettings };
}
