import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSealer } from '../../src/app/keys.ts';
import { createSettingsService } from '../../src/app/settings-service.ts';
import { settingsOf } from '../../src/app/settings.ts';
import type { UserActor } from '../../src/actors/index.ts';
import { createGitHubReader } from '../../src/adapters/github/index.ts';
import { createReceiptStore, createSkillSourceStore } from '../../src/adapters/storage/index.ts';
import { AppError, createReceipts, systemIds } from '../../src/base/index.ts';
import { createSkillTrials, createSlashMenu } from '../../src/chat/index.ts';
import { createUsageService } from '../../src/models/index.ts';
import { createGovernance, createPlayground } from '../../src/runs/index.ts';
import { createSkillIngest } from '../../src/skills/index.ts';
import { startFakeGitHub } from '../../src/testing/index.ts';
import { createHttpApp, type HttpDeps } from '../../src/http/index.ts';
import { describeEachDatabase, type OpenFresh } from '../support/databases.ts';
import { createWorld } from './chat-world.ts';
import { createPlayedRemoteServers } from './mcp-world.ts';
import { createPlayedModelService } from './models-world.ts';
import { createPeopleParts } from './people-world.ts';

export const BASE_URL = 'http://127.0.0.1:4317';

/** Who asks; `null` = nobody is signed in. The test session is a header, everything behind it is real. */
export type Who = UserActor | null;

export interface Ask {
  readonly who?: Who;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a test puts in place of the world's own. */
type HttpChanges = Partial<Omit<HttpDeps, 'runs'>> & { readonly runs?: Partial<HttpDeps['runs']> };

export type HttpWorld = Awaited<ReturnType<typeof createHttpWorld>>;

/** The HTTP app over the chat's world. Sessions are played by a header; sign-in itself is tested with real accounts. */
export async function createHttpWorld(openFresh: OpenFresh, { runs, ...change }: HttpChanges = {}) {
  const world = await createWorld(openFresh);
  const problems: string[] = [];
  const webRoot = await createWebRoot();
  const github = await startFakeGitHub({ fetch });
  const ingest = createSkillIngest({
    store: world.stores.skills,
    sourceStore: createSkillSourceStore(world.database.database),
    transactions: world.transactions,
    reader: createGitHubReader({ fetch: github.fetch, clock: world.clock }),
    sealer: createSealer([new Uint8Array(32).fill(7)]),
    clock: world.clock,
    ids: systemIds,
    log: (message, data) => problems.push(`${message} ${JSON.stringify(data)}`),
  });
  onTestFinished(async () => {
    await trials.close();
    await ingest.close();
    await github.close();
  });
  const trials = createSkillTrials({ runs: world.runtimeDeps, skills: world.skills });
  const people = () =>
    Promise.resolve([...world.people.values()].map(({ userId, name }) => ({ id: userId, name })));
  const usage = createUsageService({
    store: world.stores.usage,
    configurations: world.stores.configurations,
    transactions: world.transactions,
    clock: world.clock,
    people,
    processName: async (uid) => (await world.stores.skills.skill(uid))?.version.name ?? null,
  });
  const deps: HttpDeps = {
    accounts: {
      handle: () => Promise.resolve(Response.json({ signedOut: true })),
      session: (headers) => Promise.resolve(headers.get('x-test-session')),
      sessionId: (headers) => Promise.resolve(headers.get('x-test-session')),
      signIn: () => Promise.resolve(Response.json({})),
    },
    people: {
      setupState: () => Promise.resolve({ needed: false, linkValid: false }),
      createAdministrator: () => Promise.reject(new AppError('already_set_up', 'It is set up.')),
      person: (userId) => {
        const actor = world.people.get(userId);
        return Promise.resolve(
          actor === undefined
            ? null
            : {
                userId,
                name: actor.name,
                email: `${userId}@example.org`,
                locale: 'en',
                isAdministrator: actor.isAdministrator,
                isDisabled: false,
                isInvited: false,
                hasPassword: true,
                hasTwoFactor: false,
                groupIds: [],
                grants: actor.grants,
                rights: actor.rights,
              },
        );
      },
    },
    ...createPeopleParts(world.database, world.clock),
    directory: world.directory,
    host: world.host,
    chat: world.chat,
    stream: world.stream,
    slashMenu: createSlashMenu({
      skills: world.skills,
      configurations: world.stores.configurations,
      openPoints: world.chat.openPoints,
    }),
    tours: world.tours,
    skills: world.skills,
    snippets: world.snippets,
    ingest,
    trials,
    runs: { ...world.runtime, ...runs },
    playground: createPlayground(world.runtime),
    governance: createGovernance({
      runtime: world.runtime,
      configurations: world.stores.configurations,
      tools: world.runtimeDeps.tools,
      directory: world.directory,
      budgets: usage,
      people,
      skills: world.stores.skills,
      servers: () => Promise.resolve([]),
      settings: {
        privacyLevel: 'metadata',
        retentionDays: 30,
        minTrustLevel: 'untrusted',
        instructionTrustLevel: 'verified',
        dataClasses: 'enforce',
      },
    }),
    settingsService: createSettingsService(settingsOf(null, {}, '/srv/vouch')),
    tasks: world.tasks,
    tools: world.tools,
    configurations: world.stores.configurations,
    models: world.model,
    modelService: createPlayedModelService(world),
    usage,
    remoteServers: createPlayedRemoteServers(world.database),
    webhooks: world.webhooks.service,
    receipts: createReceipts({
      store: createReceiptStore(world.database.database),
      transactions: world.transactions,
      clock: world.clock,
      ids: systemIds,
    }),
    clock: world.clock,
    ids: systemIds,
    sealer: createSealer([new Uint8Array(32).fill(9)]),
    isHealthy: () => Promise.resolve(true),
    log: (message, data) => problems.push(`${message} ${JSON.stringify(data)}`),
    ...change,
  };
  const app = createHttpApp(deps, { baseUrl: BASE_URL, webRoot });
  const ask = (method: string, path: string, { who = null, body, headers = {} }: Ask = {}) =>
    app.request(`${BASE_URL}${path}`, {
      method,
      headers: {
        ...(who === null ? {} : { 'x-test-session': who.userId }),
        ...(method === 'GET' ? {} : { origin: BASE_URL }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    ...world,
    modelService: deps.modelService,
    remoteServers: deps.remoteServers,
    deps,
    sealer: deps.sealer,
    ingest,
    trials,
    github,
    app,
    ask,
    httpProblems: problems,
    webRoot,
    /** Asks and reads the JSON answer. */
    json: async (method: string, path: string, asked: Ask = {}) => {
      const response = await ask(method, path, asked);
      return { status: response.status, body: await response.json() };
    },
  };
}

/** The code of an error answer, or `null`. */
export function codeOf(body: unknown): string | null {
  return (body as { error?: { code?: string } } | null)?.error?.code ?? null;
}

/** HTTP has no storage of its own: its suites run on SQLite alone. */
export function describeOnSqlite(title: string, define: (openFresh: OpenFresh) => void): void {
  describeEachDatabase(title, define, ['sqlite']);
}

async function createWebRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-web-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><head><title>V</title></head></html>',
  );
  await writeFile(join(root, 'vouch.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(root, 'assets', 'app-1a2b3c.js'), 'export {};');
  return root;
}
