import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRemoteConnections } from '../../src/adapters/mcp/index.ts';
import { createRemoteServerStore } from '../../src/adapters/storage/index.ts';
import { createGuardedFetch } from '../../src/app/guarded-fetch.ts';
import { createSealer } from '../../src/app/keys.ts';
import { systemClock } from '../../src/base/index.ts';
import type { AddMcpServer } from '../../src/contracts/index.ts';
import {
  createLiveRegistry,
  createRemoteServerService,
  createRemoteTools,
  type RemoteConnections,
  type RemoteToolsDeps,
  type ToolRegistry,
} from '../../src/tools/index.ts';
import {
  startFakeMcpServer,
  type FakeMcpServer,
  type FakeMcpServerOptions,
} from '../../src/testing/index.ts';
import type { TestDatabase } from '../support/databases.ts';
import { ADMIN } from './runs-bench.ts';

export interface McpWorldOptions {
  readonly commandsAllowed?: boolean;
  /** Default: this machine may be reached. */
  readonly privateAddresses?: 'none' | 'loopback';
  /** Default 20. */
  readonly callsPerSegment?: number;
  /** Default 500. */
  readonly maxTools?: number;
  /** Default 50. */
  readonly maxPages?: number;
}

/** Servers of tools over a real store, a real sealer and real connections. */
export async function createMcpWorld(
  { database, transactions }: TestDatabase,
  options: McpWorldOptions = {},
) {
  const { commandsAllowed = true } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vouch-mcp-'));
  const connections = createRemoteConnections({
    fetch: createGuardedFetch({
      allowed: options.privateAddresses ?? 'loopback',
      setting: 'mcp.privateAddresses',
    }),
    commandsAllowed,
    folder,
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
    clock: systemClock,
  });
  onTestFinished(async () => {
    await connections.close();
    await rm(folder, { recursive: true, force: true });
  });
  const deps = depsOf({ database, transactions }, connections, options);
  const remoteTools = createRemoteTools(deps);
  const service = createRemoteServerService({ ...deps, remoteTools, nameOf: named });
  /** Asks a server for its tools and approves them. */
  const approveSeen = async (uid: number) => {
    const { failure } = await service.look(uid, ADMIN);
    if (failure !== null) throw new Error(failure.message);
    const { digest } = await service.review(uid, ADMIN);
    return service.approve(uid, digest ?? '', ADMIN);
  };
  return {
    folder,
    connections,
    store: deps.store,
    remoteTools,
    service,
    registry: (own: ToolRegistry) => createLiveRegistry(own, () => remoteTools.tools()),
    /** Enters a server, asks for its tools and approves them. */
    async approved(server: AddMcpServer) {
      const { uid } = await service.add({ dataClass: 'editorContent', ...server }, ADMIN);
      return approveSeen(uid);
    },
    approveSeen,
  };
}

/** The service over the world's database; nothing is behind any address. */
export function createPlayedRemoteServers(database: TestDatabase) {
  const connections: RemoteConnections = {
    use: (_address, _signal, work) =>
      work({
        listTools: () => Promise.resolve([{ name: 'ping', inputSchema: { type: 'object' } }]),
        callTool: () => Promise.resolve({ isError: false, text: 'pong' }),
      }),
  };
  const deps = depsOf(database, connections, {});
  return createRemoteServerService({
    ...deps,
    remoteTools: createRemoteTools(deps),
    nameOf: named,
  });
}

/** A server of tools that ends with the test. */
export async function startServer(options: FakeMcpServerOptions): Promise<FakeMcpServer> {
  const server = await startFakeMcpServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** How a server on this machine is entered. */
export const entered = (
  { url }: Pick<FakeMcpServer, 'url'>,
  more: Partial<AddMcpServer> = {},
): AddMcpServer => ({
  identifier: 'shop',
  name: 'Shop',
  transport: 'http',
  url,
  dataClass: 'editorContent',
  ...more,
});

function depsOf(
  { database, transactions }: Pick<TestDatabase, 'database' | 'transactions'>,
  connections: RemoteConnections,
  { commandsAllowed = true, callsPerSegment = 20, maxTools = 500 }: McpWorldOptions,
): RemoteToolsDeps {
  return {
    store: createRemoteServerStore(database),
    transactions,
    connections,
    sealer: createSealer([new Uint8Array(32).fill(7)]),
    clock: systemClock,
    settings: { commandsAllowed, callsPerSegment, maxTools },
  };
}

const named = (userId: string) => Promise.resolve(`${userId}’s name`);
