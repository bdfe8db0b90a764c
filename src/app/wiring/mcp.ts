import { join } from 'node:path';
import type { PeopleStore } from '../../actors/index.ts';
import { createRemoteConnections } from '../../adapters/mcp/index.ts';
import {
  createRemoteServerService,
  createRemoteTools,
  type RemoteToolsDeps,
} from '../../tools/index.ts';
import { createGuardedFetch } from '../guarded-fetch.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** The tools of other servers. Every address of theirs is guarded. */
export function wireRemoteTools(foundation: Foundation, stores: Stores) {
  const { settings, transactions, keys, clock, opened } = foundation;
  const { privateAddresses, callsPerSegment, maxTools, maxPages } = settings.mcp;
  const commandsAllowed = settings.mcp.commands === 'allowed';
  const connections = createRemoteConnections({
    fetch: createGuardedFetch({
      allowed: privateAddresses,
      setting: 'mcp.privateAddresses (VOUCH_MCP_PRIVATE_ADDRESSES)',
    }),
    commandsAllowed,
    folder: join(settings.dataDir, 'mcp'),
    maxPages,
    clock,
  });
  opened.add(connections);
  const deps: RemoteToolsDeps = {
    store: stores.remoteServers,
    transactions,
    connections,
    sealer: keys.sealer,
    clock,
    settings: { commandsAllowed, callsPerSegment, maxTools },
  };
  return { deps, remoteTools: createRemoteTools(deps) };
}

/** What administrators do with servers of tools. */
export function wireRemoteServers(
  { deps, remoteTools }: ReturnType<typeof wireRemoteTools>,
  peopleStore: PeopleStore,
) {
  return createRemoteServerService({
    ...deps,
    remoteTools,
    nameOf: async (userId) => (await peopleStore.person(userId))?.name ?? null,
  });
}
