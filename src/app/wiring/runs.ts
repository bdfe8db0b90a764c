import { createInProcessQueue } from '../../adapters/queue/index.ts';
import type { ActorDirectory } from '../../actors/index.ts';
import { createListOpenPointsTool, type OpenPointLists } from '../../chat/index.ts';
import { createContentTools, type ContentHost } from '../../content/index.ts';
import type { ChatModels } from '../../models/index.ts';
import {
  createAgentRuntime,
  type FaultPoint,
  type RuntimeDeps,
  type RuntimeSettings,
} from '../../runs/index.ts';
import { builtinTools, createToolRegistry } from '../../tools/index.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

const CONCURRENT_TURNS = 4;

interface RunNeeds {
  readonly stores: Stores;
  readonly directory: ActorDirectory;
  readonly host: ContentHost;
  readonly models: ChatModels;
  readonly openPoints: OpenPointLists;
  /** Takes up a conversation that was woken. */
  readonly processConversation: (uuid: string) => Promise<void>;
  readonly reach?: (point: FaultPoint) => Promise<void>;
}

/** Tools, the queue that wakes work, and the runtime. */
export function wireRuns(foundation: Foundation, needs: RunNeeds) {
  const { settings, transactions, keys, clock, ids, log, opened } = foundation;
  const { stores, directory, host, models, openPoints, processConversation, reach } = needs;
  const tools = createToolRegistry([
    ...builtinTools,
    ...createContentTools(host),
    createListOpenPointsTool(openPoints),
  ]);
  const queue = createInProcessQueue({
    handlers: {
      conversation: processConversation,
      run: async (uuid) => {
        await runtime.runQueued(uuid);
      },
    },
    concurrency: CONCURRENT_TURNS,
    log,
  });
  opened.add(queue);
  const runDeps: RuntimeDeps = {
    store: stores.runs,
    transactions,
    skills: stores.skills,
    snippets: stores.snippets,
    configurations: stores.configurations,
    models,
    tools,
    actors: directory,
    content: host,
    sealer: keys.sealer,
    clock,
    ids,
    wakeUp: queue,
    log,
    ...(reach === undefined ? {} : { reach }),
  };
  const runSettings: RuntimeSettings = { fencedMaxBytes: settings.skills.maxBytes };
  const runtime = createAgentRuntime(runDeps, runSettings);
  return { tools, queue, runtime, runDeps, runSettings };
}
