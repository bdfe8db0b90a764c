export { type Catalogue, type ListedTool, type RemoteToolSpec } from './catalogue.ts';
export type {
  RemoteAddress,
  RemoteAnswer,
  RemoteConnections,
  RemoteSession,
} from './connection.ts';
export { createLiveRegistry } from './live-registry.ts';
export { createRemoteTools, type RemoteTools, type RemoteToolsDeps } from './remote-tools.ts';
export { createRemoteServerService, type RemoteServerService } from './service.ts';
export {
  remoteTokenContext,
  type RemoteServer,
  type RemoteServerFields,
  type RemoteServerStore,
  type RemoteServerWriter,
  type RemoteTransport,
} from './server.ts';
