import { createAttachmentReader } from '../../src/adapters/attachments/index.ts';
import {
  createConfigurationStore,
  createConversationStore,
  createOpenPointStore,
  createRunStore,
  createSkillStore,
  createTaskStore,
  createToolStateStore,
  createTourSeriesStore,
  createSnippetStore,
  createUsageStore,
} from '../../src/adapters/storage/index.ts';
import { createSealer } from '../../src/app/keys.ts';
import { systemIds } from '../../src/base/index.ts';
import {
  createChatService,
  createConversationBus,
  createConversationStream,
  createImageReader,
  createListOpenPointsTool,
  createOpenPointLists,
  createTourSeries,
  type ChatDeps,
  type ChatOptions,
} from '../../src/chat/index.ts';
import type { ConversationView, DecideCard, PrivacyLevel } from '../../src/contracts/index.ts';
import {
  createMeteredModels,
  ensureFirstConfiguration,
  seesImages,
} from '../../src/models/index.ts';
import {
  createAgentRuntime,
  configurationAllowList,
  createCompletions,
  type RuntimeDeps,
  type AgentRuntime,
  type WakeUpCall,
} from '../../src/runs/index.ts';
import { createSnippetService } from '../../src/prompts/index.ts';
import { createSkillService, versionDigest, type SkillService } from '../../src/skills/index.ts';
import { FakeClock, ScriptedModel, type ScriptedCall } from '../../src/testing/index.ts';
import {
  builtinTools,
  createToolRegistry,
  createToolService,
  type DataClass,
} from '../../src/tools/index.ts';
import { createTaskService, type TaskDeps } from '../../src/tasks/index.ts';
import type { OpenFresh } from '../support/databases.ts';
import { ADMIN, EDITOR, READER } from './chat-people.ts';
import { createHost, uidOf } from './chat-site.ts';
import { createSetFieldsTool } from './set-fields-tool.ts';
import { createWebhooksWorld } from './webhooks-world.ts';

export { ADMIN, EDITOR, READER } from './chat-people.ts';

/** What a test may put in the way of the runtime. */
export type Intercept = Partial<AgentRuntime>;

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A chat over real stores, the real runtime and a real folder of Markdown; only model and clock are played. */
export async function createWorld(openFresh: OpenFresh, options: ChatOptions = {}) {
  const database = await openFresh();
  const clock = new FakeClock();
  const model = new ScriptedModel();
  const { host, root } = await createHost(database, clock);
  const people = new Map([ADMIN, EDITOR, READER].map((actor) => [actor.userId, actor]));
  const directory = { user: (id: string) => Promise.resolve(people.get(id) ?? null) };
  const calls: WakeUpCall[] = [];
  const wakeUp = { wake: (call: WakeUpCall) => void calls.push(call) };
  const stores = {
    conversations: createConversationStore(database.database),
    openPoints: createOpenPointStore(database.database),
    tourSeries: createTourSeriesStore(database.database),
    skills: createSkillStore(database.database, {
      thresholds: () =>
        Promise.resolve({ minTrust: 'untrusted', instructionTrust: 'verified' } as const),
    }),
    configurations: createConfigurationStore(database.database),
    runs: createRunStore(database.database),
    tasks: createTaskStore(database.database),
    toolStates: createToolStateStore(database.database),
    snippets: createSnippetStore(database.database),
    usage: createUsageStore(database.database),
  };
  const { transactions } = database;
  await ensureFirstConfiguration({ store: stores.configurations, transactions, clock });
  const openPoints = createOpenPointLists({
    openPoints: stores.openPoints,
    host,
    skills: stores.skills,
  });
  const webhooks = createWebhooksWorld(database, clock);
  const runWarnings: string[] = [];
  const warnings: (readonly [object, string])[] = [];
  const sealer = createSealer([new Uint8Array(32).fill(7)]);
  const runtimeDeps: RuntimeDeps = {
    onWaiting: webhooks.outbox.onWaiting,
    store: stores.runs,
    transactions,
    skills: stores.skills,
    snippets: stores.snippets,
    configurations: stores.configurations,
    models: createMeteredModels({
      models: model,
      usage: stores.usage,
      transactions,
      clock,
      log: {
        error: () => undefined,
        warn: (facts, message) => void warnings.push([facts, message]),
      },
      onBudgetExhausted: webhooks.outbox.onBudgetExhausted,
    }),
    tools: createToolRegistry([
      ...builtinTools,
      createListOpenPointsTool(openPoints),
      createSetFieldsTool(host),
    ]),
    toolStates: stores.toolStates,
    actors: directory,
    content: host,
    images: createImageReader({ conversations: stores.conversations, sealer }),
    sealer,
    clock,
    ids: systemIds,
    wakeUp,
    log: { warn: (_facts, message) => void runWarnings.push(message), error: () => undefined },
  };
  const runtime = createAgentRuntime(runtimeDeps);
  const tasksAt = (privacyLevel: PrivacyLevel, ceiling: DataClass = 'secretAdjacent') =>
    createTaskService({
      ...taskDeps,
      privacyLevel,
      completions: createCompletions(runtimeDeps, { ceilingOf: () => ceiling }),
    });
  const taskDeps: TaskDeps = {
    store: stores.tasks,
    transactions,
    clock,
    ids: systemIds,
    sealer: runtimeDeps.sealer,
    completions: createCompletions(runtimeDeps),
    configurations: stores.configurations,
    skills: stores.skills,
    host,
  };
  const tasks = createTaskService(taskDeps);
  const tools = createToolService({
    registry: runtimeDeps.tools,
    switches: stores.toolStates,
    transactions,
    configurations: async () =>
      Promise.all(
        (await stores.configurations.configurations()).map(async (configuration) => ({
          ...configuration,
          ceiling: 'systemDiagnostics' as const,
          skillList: await configurationAllowList(stores.skills, configuration.uid),
        })),
      ),
    log: () => undefined,
  });
  const intercept: { current: Intercept } = { current: {} };
  const problems: string[] = [];
  const bus = createConversationBus();
  const deps: ChatDeps = {
    conversations: stores.conversations,
    openPoints: stores.openPoints,
    transactions,
    runtime: new Proxy(runtime, {
      get: (target, name) =>
        (Reflect.get(intercept.current, name) as unknown) ?? (Reflect.get(target, name) as unknown),
    }),
    directory,
    configurations: stores.configurations,
    skills: stores.skills,
    host,
    attachmentReader: createAttachmentReader({ clock }),
    seesImages: (configuration) => seesImages(model, configuration),
    sealer,
    wakeUp,
    bus,
    clock,
    ids: systemIds,
    onTourFinished: webhooks.outbox.onTourFinished,
    log: (message, data) => problems.push(`${message} ${JSON.stringify(data)}`),
  };
  const chat = createChatService(deps, options);
  const tours = createTourSeries({
    ...deps,
    series: stores.tourSeries,
    chat,
    onTourSeriesFinished: webhooks.outbox.onTourSeriesFinished,
  });
  const nameOf = (userId: string) => Promise.resolve(people.get(userId)?.name ?? null);
  const snippets = createSnippetService({
    store: stores.snippets,
    transactions,
    clock,
    configurations: stores.configurations,
    nameOf,
  });
  const skills = createSkillService({
    store: stores.skills,
    transactions,
    clock,
    usage: {
      conversationsHolding: () => Promise.resolve([]),
      conversationCounts: () => Promise.resolve(() => 0),
      runsWaitingUnder: () => Promise.resolve([]),
      configurationsNamed: () => Promise.resolve([]),
    },
    toolInfo: () => Promise.resolve(null),
    nameOf,
    onDecision: webhooks.outbox.onDecision,
  });
  const processUid = await createSkill(skills, { name: 'SEO', process: true });

  /** Does what woken workers would do, until nothing is left to do. */
  const settle = async () => {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      if (call.topic === 'conversation') {
        await chat.processConversation(call.id);
        await tours.conversationSettled(call.id);
      }
    }
  };
  const page = await uidOf(host, 'about.md');
  return {
    database,
    clock,
    model,
    host,
    /** The folder of Markdown. */
    root,
    people,
    directory,
    stores,
    runtimeDeps,
    runtime,
    tasks,
    /** The same tasks where more or less is kept, or less may be seen. */
    tasksAt,
    tools,
    transactions,
    intercept,
    problems,
    /** What the models warned of. */
    warnings,
    /** What runs warned of. */
    runWarnings,
    bus,
    deps,
    chat,
    tours,
    skills,
    snippets,
    webhooks,
    calls,
    settle,
    page,
    processUid,
    stream: createConversationStream({ chat, bus }),
    /** A second server on the same database. */
    anotherChat: () => createChatService(deps, options),
    /** A second server with a runtime and readers of its own. */
    anotherServer: () =>
      createChatService(
        { ...deps, runtime: createAgentRuntime(runtimeDeps), bus: createConversationBus() },
        options,
      ),
    /** A conversation about the page, without a turn yet. */
    open: () => chat.create(EDITOR, { page, locale: 'de' }),
    view: (uuid: string) => chat.view(EDITOR, uuid),
    /** Sends, lets the workers work, and shows the conversation. */
    send: async (uuid: string, text: string, skillUid?: number) => {
      await chat.sendMessage(EDITOR, uuid, {
        text,
        ...(skillUid === undefined ? {} : { skillUid }),
      });
      await settle();
      return chat.view(EDITOR, uuid);
    },
    /** Answers the waiting card, lets the workers work, and shows the conversation. */
    answer: async (uuid: string, answer: Omit<DecideCard, 'cardDigest'>) => {
      const { card } = await chat.view(EDITOR, uuid);
      await chat.decide(EDITOR, uuid, { cardDigest: card?.digest ?? '', ...answer });
      await settle();
      return chat.view(EDITOR, uuid);
    },
    points: () => stores.openPoints.points({}, { limit: 100, offset: 0 }),
    setFourEyes: async (requireSecondApprover: boolean) => {
      const configuration = await stores.configurations.defaultConfiguration();
      await transactions.transact((tx) =>
        stores.configurations
          .within(tx)
          .update(configuration?.uid ?? 0, { requireSecondApprover }, clock.now()),
      );
    },
    revoke: async (uid: number) => {
      const skill = await stores.skills.skill(uid);
      if (skill === null) throw new Error('no such skill');
      const digest = versionDigest(skill.version);
      await skills.revoke(uid, { digest, reason: 'test' }, ADMIN);
    },
    /** Approves what the skill holds now. */
    approve: async (uid: number) => {
      const { digest } = await skills.review(uid, ADMIN);
      await skills.approve(uid, digest, ADMIN);
    },
    createSkill: (skill: { name: string; process: boolean; approve?: boolean }) =>
      createSkill(skills, skill),
  };
}

/** A call of the world's one writing tool: the page's fields. */
export function setFields(page: number, fields: Record<string, string>): ScriptedCall {
  return { name: 'set_fields', arguments: { page, fields } };
}

export function progress(current: number, total: number, completed = false): ScriptedCall {
  return { name: 'progress', arguments: { current, total, completed } };
}

/** What the entries say, in short: `user:…`, `assistant:…`, `notice:<code>`, `outcome:<kind>`, `stopped:<code>`. */
export function told(view: ConversationView): string[] {
  return view.entries.map(({ body }) => {
    switch (body.kind) {
      case 'user':
      case 'assistant':
        return `${body.kind}:${body.text}`;
      case 'notice':
        return `notice:${body.notice.code}`;
      case 'outcome':
        return `outcome:${body.outcome.kind}`;
      case 'stopped':
        return `stopped:${body.code}`;
      case 'tour_finished':
        return `tour:${body.outcomes.map(({ kind }) => kind).join(',')}`;
    }
  });
}

async function createSkill(
  skills: SkillService,
  { name, process, approve = true }: { name: string; process: boolean; approve?: boolean },
): Promise<number> {
  const [known] = await skills.sources(ADMIN);
  const source =
    known ??
    (await skills.createBackendSource({ title: 'Here', trustLevel: 'first_party' }, ADMIN));
  const text = { name, description: `About ${name}`, body: `Do ${name}.`, allowedTools: null };
  const review = await skills.create({ ...text, process, sourceUid: source.uid }, ADMIN);
  const { uid } = review.skill;
  await skills.setEnabled(uid, true, ADMIN);
  await skills.setAttachment(uid, { configurationUid: 1, loadMode: 'on_demand' }, ADMIN);
  if (approve) await skills.approve(uid, review.digest, ADMIN);
  return uid;
}
