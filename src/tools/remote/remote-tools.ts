import {
  AppError,
  isAppError,
  type Clock,
  type Sealer,
  type Transactions,
} from '../../base/index.ts';
import { errorResult, readResult, unknownEffect, type Tool } from '../tool.ts';
import { createCallBudget } from './call-budget.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import type { RemoteConnections, RemoteSession } from './connection.ts';
import { remoteTool, type RemoteCall } from './remote-tool.ts';
import { serverState } from './server-state.ts';
import { remoteTokenContext, type RemoteServer, type RemoteServerStore } from './server.ts';

export interface RemoteToolsSettings {
  /** Whether commands may be started on this machine. */
  readonly commandsAllowed: boolean;
  /** Of all servers together, in one segment of a run. */
  readonly callsPerSegment: number;
  /** Of one server. */
  readonly maxTools: number;
}

export interface RemoteToolsDeps {
  readonly store: RemoteServerStore;
  readonly transactions: Transactions;
  readonly connections: RemoteConnections;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly settings: RemoteToolsSettings;
}

/** The tools of other servers, as runs may use them now. */
export interface RemoteTools {
  /** Of servers that are ready, as approved. The same objects as long as nothing changes. */
  tools(): Promise<readonly Tool[]>;
  /** Asks a server what it offers and keeps what it said. Throws what went wrong, which is kept as well. */
  look(server: RemoteServer): Promise<void>;
}

export function createRemoteTools(deps: RemoteToolsDeps): RemoteTools {
  const { store, transactions, connections, clock, settings } = deps;
  const budget = createCallBudget(settings.callsPerSegment);
  const built = new Map<string, readonly Tool[]>();

  /** Reaches a server; whether it answered is kept. */
  const reach = async <Result>(
    server: RemoteServer,
    signal: AbortSignal,
    work: (session: RemoteSession, listed: Catalogue) => Promise<Result>,
  ): Promise<Result> => {
    const sealed = await store.sealedToken(server);
    try {
      const token = sealed === null ? null : openToken(deps.sealer, server, sealed);
      return await connections.use({ ...server, token }, signal, async (session) =>
        work(
          session,
          readCatalogue(server.identifier, await session.listTools(), settings.maxTools),
        ),
      );
    } catch (error) {
      // That we stop, or that the call is no longer wanted, is no failure of the server.
      const isTheirs = isAppError(error) && error.code !== 'unavailable' && !signal.aborted;
      if (isTheirs) await recordFailure(server, error);
      throw error;
    }
  };
  const recordFailure = (server: RemoteServer, { message }: AppError) =>
    transactions.transact((transaction) =>
      store.within(transaction).recordFailure(server, { atMs: clock.now(), message }),
    );
  const recordCatalogue = (server: RemoteServer, catalogue: Catalogue) =>
    transactions.transact((transaction) =>
      store.within(transaction).recordCatalogue(server, catalogue, clock.now()),
    );

  const call: RemoteCall = async ({ server, spec }, args, { signal }) => {
    // The tool was offered a while ago; whether it still may be used is asked now.
    const now = await store.server(server.uid);
    if (
      now === null ||
      now.revision !== server.revision ||
      now.approvedDigest !== server.approvedDigest ||
      serverState(now, settings.commandsAllowed) !== 'ready'
    ) {
      return errorResult(`${server.name} cannot be used any more. Nothing was sent to it.`);
    }
    if (!budget.take(signal, now)) {
      return errorResult('No more calls to other servers are left in this step of the run.');
    }
    const progress = { isSent: false };
    try {
      return await reach(now, signal, async (session, catalogue) => {
        if (catalogue.digest !== now.approvedDigest) {
          await recordCatalogue(now, catalogue);
          return errorResult(
            `The tools of ${now.name} are no longer what was approved. Nothing was sent to it; an administrator has to look at them.`,
          );
        }
        progress.isSent = true;
        const answer = await session.callTool(spec.name, args);
        await transactions.transact((transaction) =>
          store.within(transaction).recordAnswer(now, clock.now()),
        );
        return answer.isError ? errorResult(answer.text) : readResult(answer.text);
      });
    } catch (error) {
      if (!isAppError(error)) throw error;
      return progress.isSent
        ? unknownEffect(`${error.message} Nothing is known about its effect.`)
        : errorResult(`${error.message} Nothing was sent to it.`);
    }
  };

  const toolsOf = async (server: RemoteServer): Promise<readonly Tool[]> => {
    const digest = server.approvedDigest;
    if (digest === null || serverState(server, settings.commandsAllowed) !== 'ready') return [];
    // A transport may only change with the approval, so the digest and what is entered say it all.
    const key = JSON.stringify([
      ...[server.uid, server.revision, server.identifier, server.name, digest],
      ...[server.dataClass, server.requiresApproval],
    ]);
    const known = built.get(key);
    if (known !== undefined) return known;
    const catalogue = await store.catalogue(server.uid, digest);
    if (catalogue === null) return [];
    const tools = catalogue
      .map((spec) => remoteTool(server, spec, call))
      .filter((tool) => tool !== null);
    built.set(key, tools);
    return tools;
  };

  return {
    tools: async () => {
      const servers = await store.servers();
      const before = new Set(built.values());
      const tools = await Promise.all(servers.map(toolsOf));
      // What no server has any more is let go.
      for (const [key, kept] of built) {
        if (before.has(kept) && !tools.includes(kept)) built.delete(key);
      }
      return tools.flat();
    },
    look: async (server) => {
      const signal = new AbortController().signal;
      await reach(server, signal, (_session, catalogue) => recordCatalogue(server, catalogue));
    },
  };
}

function openToken(sealer: Sealer, { uid, name }: RemoteServer, sealed: string): string {
  try {
    return sealer.open(sealed, remoteTokenContext(uid));
  } catch (cause) {
    throw new AppError('mcp_failed', `The token of ${name} cannot be read: enter it again.`, {
      cause,
    });
  }
}
