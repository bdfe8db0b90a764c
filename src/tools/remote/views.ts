import type { McpServerView, McpToolView } from '../../contracts/index.ts';
import type { RemoteToolSpec } from './catalogue.ts';
import { localName } from './names.ts';
import { serverState } from './server-state.ts';
import type { RemoteServer } from './server.ts';

export interface ServerViewFacts {
  readonly commandsAllowed: boolean;
  readonly toolCount: number | null;
  readonly approverName: string | null;
}

/** A server as administrators see it. */
export function serverView(server: RemoteServer, facts: ServerViewFacts): McpServerView {
  const { transport } = server;
  const isCommand = transport.kind === 'stdio';
  return {
    uid: server.uid,
    identifier: server.identifier,
    name: server.name,
    transport: transport.kind,
    url: isCommand ? null : transport.url,
    command: isCommand ? transport.command : null,
    arguments: isCommand ? [...transport.arguments] : [],
    tokenVariable: isCommand ? transport.tokenVariable : null,
    hasToken: server.hasToken,
    dataClass: server.dataClass,
    requiresApproval: server.requiresApproval,
    timeoutSeconds: Math.round(server.operationMs / 1_000),
    maxResponseBytes: server.maxResponseBytes,
    callsPerSegment: server.callsPerSegment,
    isActive: server.isActive,
    state: serverState(server, facts.commandsAllowed),
    toolCount: facts.toolCount,
    approvedBy: facts.approverName ?? server.approvedBy,
    approvedAtMs: server.approvedAtMs,
    answeredAtMs: server.answeredAtMs,
    failure: server.failure,
  };
}

/** A tool as its server describes it, for whoever looks at it. */
export function toolView(server: RemoteServer, spec: RemoteToolSpec): McpToolView {
  return {
    name: spec.name,
    localName: localName(server.identifier, spec.name),
    description: spec.description,
    schema: spec.inputSchema === null ? '' : JSON.stringify(spec.inputSchema, null, 2),
    claims: [...spec.claims],
    problem: spec.problem,
  };
}
