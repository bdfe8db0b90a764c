import type { McpServerState } from '../../contracts/index.ts';
import type { RemoteServer } from './server.ts';

export type ServerStateFacts = Pick<
  RemoteServer,
  'isActive' | 'dataClass' | 'seenDigest' | 'approvedDigest' | 'stoppedAtMs'
> & { readonly transport: Pick<RemoteServer['transport'], 'kind'> };

/** Whether a server's tools may be offered and called; every other state says why not (facts §4). */
export function serverState(server: ServerStateFacts, commandsAllowed: boolean): McpServerState {
  if (!server.isActive) return 'off';
  if (server.transport.kind === 'stdio' && !commandsAllowed) return 'commandsRefused';
  if (server.dataClass === null) return 'noDataClass';
  if (server.seenDigest === null) return 'neverAsked';
  if (server.approvedDigest === null) return 'notApproved';
  if (server.stoppedAtMs !== null || server.seenDigest !== server.approvedDigest) return 'changed';
  return 'ready';
}
