import { requireAdministrator, type Actor } from '../../actors/index.ts';
import { AppError, isAppError } from '../../base/index.ts';
import type {
  AddMcpServer,
  ChangeMcpServer,
  McpOverview,
  McpReview,
  McpServerView,
} from '../../contracts/index.ts';
import { catalogueDiff } from './catalogue-diff.ts';
import { identifiersClash } from './names.ts';
import type { RemoteTools, RemoteToolsDeps } from './remote-tools.ts';
import {
  remoteTokenContext,
  type RemoteServer,
  type RemoteServerFields,
  type RemoteServerWriter,
  type RemoteTransport,
} from './server.ts';
import { serverView, toolView } from './views.ts';

export interface RemoteServerServiceDeps extends RemoteToolsDeps {
  readonly remoteTools: Pick<RemoteTools, 'look'>;
  /** What a person is called; `null` = nobody any more. */
  readonly nameOf: (userId: string) => Promise<string | null>;
}

/** The servers of tools, for administrators alone. Refusals are `AppError`s. */
export interface RemoteServerService {
  overview(actor: Actor): Promise<McpOverview>;
  /** Throws `identifier_taken`, `mcp_commands_refused`, or `invalid_request` when it says not how the server is reached. */
  add(server: AddMcpServer, actor: Actor): Promise<McpServerView>;
  /** Who changes how a server is reached enters its token again; its tools are off and wait for a new approval. */
  change(uid: number, changes: ChangeMcpServer, actor: Actor): Promise<McpServerView>;
  /** Asks the server for its tools; whatever goes wrong with it is part of the answer. Throws `unavailable` when we stop. */
  look(uid: number, actor: Actor): Promise<McpServerView>;
  review(uid: number, actor: Actor): Promise<McpReview>;
  /** Throws `mcp_changed` when the server named something else since it was looked at. */
  approve(uid: number, digest: string, actor: Actor): Promise<McpServerView>;
  remove(uid: number, actor: Actor): Promise<void>;
}

const DEFAULTS = {
  dataClass: null,
  requiresApproval: true,
  operationMs: 20_000,
  maxResponseBytes: 2 * 1024 * 1024,
  callsPerSegment: 20,
  isActive: true,
};

export function createRemoteServerService(deps: RemoteServerServiceDeps): RemoteServerService {
  const { store, transactions, clock, settings } = deps;
  const { commandsAllowed } = settings;
  const shown = async (server: RemoteServer): Promise<McpServerView> => {
    const { uid, seenDigest, approvedBy } = server;
    const seen = seenDigest === null ? null : await store.catalogue(uid, seenDigest);
    return serverView(server, {
      commandsAllowed,
      toolCount: seen?.length ?? null,
      approverName: approvedBy === null ? null : await deps.nameOf(approvedBy),
    });
  };
  const known = async (uid: number): Promise<RemoteServer> => {
    const server = await store.server(uid);
    if (server === null) throw missing();
    return server;
  };
  const seal = (token: string, uid: number) => deps.sealer.seal(token, remoteTokenContext(uid));
  /** `revision` is what the server had when the change was asked for. */
  const changeLocked = async (
    writer: RemoteServerWriter,
    { server, revision }: { readonly server: RemoteServer; readonly revision: number },
    asked: ChangeMcpServer,
  ): Promise<void> => {
    const { uid } = server;
    const { token } = asked;
    const transport = transportOf(server.transport.kind, { ...entered(server), ...asked });
    const moved = JSON.stringify(transport) !== JSON.stringify(server.transport);
    if (moved) requireAllowed(transport, commandsAllowed);
    // A token belongs to whom it was entered for: it is never sent elsewhere.
    const isLost = moved && server.hasToken && token === undefined;
    const isAstray = typeof token === 'string' && server.revision !== revision;
    if (isLost || isAstray) {
      throw invalid('token', 'The server is reached otherwise, so enter its token again.');
    }
    await writer.change(uid, { ...fieldsOf(asked), ...(moved ? { transport } : {}) }, clock.now());
    if (token !== undefined) {
      const sealed = token === null ? null : seal(token, uid);
      await writer.setSealedToken(uid, sealed, clock.now());
    }
  };
  return {
    overview: async (actor) => {
      requireAdministrator(actor);
      const servers = await store.servers();
      return { servers: await Promise.all(servers.map(shown)), commandsAllowed };
    },
    add: async (asked, actor) => {
      requireAdministrator(actor);
      const transport = transportOf(asked.transport, asked);
      requireAllowed(transport, commandsAllowed);
      const fields: RemoteServerFields = {
        ...DEFAULTS,
        ...fieldsOf(asked),
        identifier: asked.identifier,
        name: asked.name,
        transport,
      };
      const uid = await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        await writer.lock();
        const clashing = (await store.servers()).some(({ identifier }) =>
          identifiersClash(identifier, asked.identifier),
        );
        const added = clashing ? null : await writer.add(fields, clock.now());
        if (added === null) throw taken(asked.identifier);
        if (typeof asked.token === 'string') {
          await writer.setSealedToken(added, seal(asked.token, added), clock.now());
        }
        return added;
      });
      return shown(await known(uid));
    },
    change: async (uid, asked, actor) => {
      requireAdministrator(actor);
      const { revision } = await known(uid);
      await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        await writer.lock();
        await changeLocked(writer, { server: await known(uid), revision }, asked);
      });
      return shown(await known(uid));
    },
    look: async (uid, actor) => {
      requireAdministrator(actor);
      const server = await known(uid);
      requireAllowed(server.transport, commandsAllowed);
      try {
        await deps.remoteTools.look(server);
      } catch (error) {
        if (!isAppError(error) || error.code === 'unavailable') throw error;
      }
      return shown(await known(uid));
    },
    review: async (uid, actor) => {
      requireAdministrator(actor);
      const server = await known(uid);
      const catalogue = async (digest: string | null) =>
        digest === null ? [] : ((await store.catalogue(uid, digest)) ?? []);
      const [before, now] = await Promise.all([
        catalogue(server.approvedDigest),
        catalogue(server.seenDigest),
      ]);
      return {
        server: await shown(server),
        digest: server.seenDigest,
        approvedDigest: server.approvedDigest,
        tools: catalogueDiff(before, now).map((tool) => ({
          change: tool.change,
          before: tool.before === null ? null : toolView(server, tool.before),
          now: tool.now === null ? null : toolView(server, tool.now),
        })),
      };
    },
    approve: async (uid, digest, actor) => {
      requireAdministrator(actor);
      const server = await known(uid);
      if (server.dataClass === null) {
        throw invalid('dataClass', 'Say how confidential its answers are before approving it.');
      }
      const approval = { digest, by: actor.userId, atMs: clock.now() };
      const won = await transactions.transact((transaction) =>
        store.within(transaction).approve(uid, approval),
      );
      if (!won) {
        throw new AppError('mcp_changed', 'The server names other tools by now: look at them.');
      }
      return shown(await known(uid));
    },
    remove: async (uid, actor) => {
      requireAdministrator(actor);
      const removed = await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        await writer.lock();
        return writer.remove(uid);
      });
      if (!removed) throw missing();
    },
  };
}

/** Both ways of asking have these fields. */
type Asked = ChangeMcpServer;

function transportOf(kind: RemoteTransport['kind'], asked: Asked): RemoteTransport {
  if (kind === 'http') {
    if (asked.url === undefined) throw invalid('url', 'Say at which address the server is.');
    return { kind, url: asked.url };
  }
  if (asked.command === undefined) throw invalid('command', 'Say which command starts the server.');
  return {
    kind,
    command: asked.command,
    arguments: asked.arguments ?? [],
    tokenVariable: asked.tokenVariable ?? null,
  };
}

function entered({ transport }: RemoteServer): Asked {
  if (transport.kind === 'http') return { url: transport.url };
  return {
    command: transport.command,
    arguments: [...transport.arguments],
    tokenVariable: transport.tokenVariable,
  };
}

type PlainFields = Omit<RemoteServerFields, 'identifier' | 'transport'>;

/** What was asked, but how the server is reached. */
function fieldsOf(asked: Asked): Partial<PlainFields> {
  const fields: { [Name in keyof PlainFields]?: PlainFields[Name] | undefined } = {
    name: asked.name,
    dataClass: asked.dataClass,
    requiresApproval: asked.requiresApproval,
    operationMs: asked.timeoutSeconds === undefined ? undefined : asked.timeoutSeconds * 1_000,
    maxResponseBytes: asked.maxResponseBytes,
    callsPerSegment: asked.callsPerSegment,
    isActive: asked.isActive,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function requireAllowed(transport: RemoteTransport, commandsAllowed: boolean): void {
  if (transport.kind === 'http' || commandsAllowed) return;
  throw new AppError(
    'mcp_commands_refused',
    'The settings refuse servers that are commands on this machine; the operator allows them with mcp.commands (VOUCH_MCP_COMMANDS).',
  );
}

function missing(): AppError {
  return new AppError('not_found', 'There is nothing at this address.');
}

function taken(identifier: string): AppError {
  return new AppError(
    'identifier_taken',
    `“${identifier}” is taken, or tools under it could be mistaken for those of another server: choose another one.`,
    { data: { identifier } },
  );
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', message, { data: { field } });
}
