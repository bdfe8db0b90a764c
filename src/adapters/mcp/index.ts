export { createRemoteConnections, type RemoteConnectionsOptions } from './connections.ts';
