import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { AppError, isAppError, type Clock } from '../../base/index.ts';
import type { ListedTool, RemoteAddress, RemoteConnections } from '../../tools/index.ts';
import { answerOf } from './answer-text.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { openTransport } from './transports.ts';

export interface RemoteConnectionsOptions {
  /** Guards the addresses it connects to; follows no redirect. */
  readonly fetch: typeof globalThis.fetch;
  /** Whether commands may be started on this machine. */
  readonly commandsAllowed: boolean;
  /** Where commands have a folder each. */
  readonly folder: string;
  /** Pages of a list of tools that are read. Default 50. */
  readonly maxPages?: number;
  readonly clock: Clock;
}

const DEFAULT_MAX_PAGES = 50;
/** Codes the client itself fails with. */
const OURS: readonly number[] = [ErrorCode.ConnectionClosed, ErrorCode.RequestTimeout];

/**
 * Reaches servers of tools over the official client, one connection an operation: what a server says in it depends on
 * nothing an earlier call left behind. The client offers the server nothing: no sampling, no roots, no questions.
 */
export function createRemoteConnections(
  options: RemoteConnectionsOptions,
): RemoteConnections & { close(): Promise<void> } {
  const closing = new Set<Promise<void>>();
  const stopped = new AbortController();
  return {
    use: async (address, signal, work) => {
      const tooLarge = new AbortController();
      const client = new Client({ name: 'vouch', version: '1' }, { capabilities: {} });
      const all = AbortSignal.any([signal, stopped.signal, tooLarge.signal]);
      const deadline = createDeadline(options.clock, address.operationMs);
      try {
        const transport = openTransport(address, {
          fetch: options.fetch,
          folder: await folderOf(options, address),
          onTooLarge: () => {
            tooLarge.abort();
          },
        });
        // Over HTTP our fetch counts; of a command the client's own words say it, and nobody else's.
        client.onerror = ({ message }) => {
          const isOurs = address.transport.kind === 'stdio';
          if (isOurs && message.startsWith('ReadBuffer exceeded')) tooLarge.abort();
        };
        await client.connect(transport, { timeout: deadline.leg(), signal: all });
        return await work(sessionOf(client, { ...options, deadline, signal: all }));
      } catch (error) {
        if (stopped.signal.aborted) {
          throw new AppError('unavailable', 'This installation is stopping.', { cause: error });
        }
        throw failure(address, error, tooLarge.signal.aborted);
      } finally {
        // A command that does not end by itself is ended; nobody has to wait for that but the end of this process.
        const closed = client.close().catch(() => undefined);
        closing.add(closed);
        void closed.then(() => closing.delete(closed));
      }
    },
    close: async () => {
      stopped.abort();
      await Promise.all(closing);
    },
  };
}

interface SessionNeeds {
  readonly maxPages?: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

function sessionOf(
  client: Client,
  { maxPages = DEFAULT_MAX_PAGES, deadline, signal }: SessionNeeds,
) {
  // Asked directly: the client's own methods would compile whatever output schemas a server sends.
  const request = () => ({ timeout: deadline.leg(), signal });
  return {
    listTools: async (): Promise<readonly ListedTool[]> => {
      const tools: ListedTool[] = [];
      let cursor: string | undefined;
      for (let page = 1; page <= maxPages; page += 1) {
        const found = await client.request(
          { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
          ListToolsResultSchema,
          request(),
        );
        tools.push(...found.tools);
        cursor = found.nextCursor;
        if (cursor === undefined) return tools;
      }
      throw new AppError(
        'mcp_failed',
        `The server's list of tools has more than ${String(maxPages)} pages.`,
      );
    },
    callTool: async (name: string, args: Readonly<Record<string, unknown>>) => {
      try {
        const result = await client.request(
          { method: 'tools/call', params: { name, arguments: { ...args } } },
          CallToolResultSchema,
          request(),
        );
        return answerOf(result);
      } catch (error) {
        // The server refused the call: that is an answer, and the model's to read.
        if (error instanceof McpError && !OURS.includes(error.code)) {
          return { isError: true, text: error.message };
        }
        throw error;
      }
    },
  };
}

async function folderOf(
  { commandsAllowed, folder }: RemoteConnectionsOptions,
  { identifier, transport }: RemoteAddress,
): Promise<string> {
  if (transport.kind === 'http') return folder;
  if (!commandsAllowed) {
    throw new AppError('mcp_commands_refused', 'The settings refuse to start commands.');
  }
  const own = join(folder, identifier);
  await mkdir(own, { recursive: true, mode: 0o700 });
  return own;
}

/** What went wrong, without the words of the server: they would be read by people and models as ours. */
function failure(address: RemoteAddress, error: unknown, isTooLarge: boolean): AppError {
  if (isTooLarge) {
    return failed(
      `${address.name} answered with more than the ${String(address.maxResponseBytes)} bytes it may.`,
      error,
    );
  }
  if (isAppError(error)) return error;
  const cause: unknown = (error as { cause?: unknown } | null)?.cause;
  if (isAppError(cause)) return cause;
  const { code } = error as { code?: unknown };
  const { name } = address;
  if (code === ErrorCode.RequestTimeout) return failed(`${name} did not answer in time.`, error);
  if (code === ErrorCode.ConnectionClosed) return failed(`${name} closed the connection.`, error);
  if (code === 401 || code === 403)
    return failed(`${name} refused the token, or wants one.`, error);
  if (code === 'ENOENT')
    return failed(
      `The program of ${name} was not found. The command is the program alone; what it is called with goes into the arguments.`,
      error,
    );
  if (code === 'EACCES') return failed(`The command of ${name} may not be started.`, error);
  if (code === 'ECONNREFUSED') return failed(`Nothing answers at the address of ${name}.`, error);
  if (typeof code === 'number') {
    return failed(`${name} answered with the error ${String(code)}.`, error);
  }
  return failed(`${name} did not answer as the protocol says.`, error);
}

function failed(message: string, cause: unknown): AppError {
  return new AppError('mcp_failed', message, { cause });
}
