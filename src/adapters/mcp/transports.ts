import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isInitializeRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { RemoteAddress } from '../../tools/index.ts';
import { createBoundedFetch } from './bounded-fetch.ts';

/** The version of the protocol that is asked for (facts §4). */
const PROTOCOL_VERSION = '2025-06-18';

export interface TransportNeeds {
  /** Guards the addresses it connects to. */
  readonly fetch: typeof globalThis.fetch;
  /** An empty folder commands are started in, which is their home as well. */
  readonly folder: string;
  /** The answer is larger than it may be. */
  readonly onTooLarge: () => void;
}

/** The way to a server, not yet opened. */
export function openTransport(address: RemoteAddress, needs: TransportNeeds): Transport {
  const transport =
    address.transport.kind === 'http'
      ? httpTransport(address, address.transport.url, needs)
      : stdioTransport(address, address.transport, needs);
  const send = transport.send.bind(transport);
  transport.send = (message: JSONRPCMessage, options) => send(asking(message), options);
  return transport;
}

/** The client asks for its newest version; we ask for the one the rules were written for. */
function asking(message: JSONRPCMessage): JSONRPCMessage {
  if (!isInitializeRequest(message)) return message;
  return {
    ...message,
    params: { ...message.params, protocolVersion: PROTOCOL_VERSION },
  };
}

function httpTransport(address: RemoteAddress, url: string, needs: TransportNeeds): Transport {
  const { token, maxResponseBytes } = address;
  const options = {
    fetch: createBoundedFetch(needs.fetch, {
      maxBytes: maxResponseBytes,
      onTooLarge: needs.onTooLarge,
    }),
    requestInit: token === null ? {} : { headers: { Authorization: `Bearer ${token}` } },
    // A stream that broke off is not worth waiting for within one call.
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  };
  return new StreamableHTTPClientTransport(new URL(url), options);
}

/**
 * Started without a shell, and with nothing of this process's environment but what the client hands to every command: where
 * programs are found, and the names of user, shell and terminal.
 */
function stdioTransport(
  address: RemoteAddress,
  transport: Extract<RemoteAddress['transport'], { kind: 'stdio' }>,
  needs: TransportNeeds,
): Transport {
  const { token, maxResponseBytes } = address;
  const { tokenVariable } = transport;
  return new StdioClientTransport({
    command: transport.command,
    args: [...transport.arguments],
    env: {
      HOME: needs.folder,
      TMPDIR: needs.folder,
      ...(token === null || tokenVariable === null ? {} : { [tokenVariable]: token }),
    },
    cwd: needs.folder,
    // What it complains about is its own affair, and could be anything.
    stderr: 'ignore',
    maxBufferSize: maxResponseBytes,
  });
}
