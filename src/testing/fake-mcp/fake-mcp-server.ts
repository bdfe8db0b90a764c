import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { bodyOf, startLocalServer } from '../local-server.ts';

/** A tool of the fake server. */
export interface FakeMcpTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: { readonly type: 'object' } & Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, boolean | string>>;
  /** Default: its own name. */
  readonly answer?: (
    args: Readonly<Record<string, unknown>>,
  ) => CallToolResult | Promise<CallToolResult>;
}

export interface FakeMcpServerOptions {
  readonly tools: readonly FakeMcpTool[];
  /** What a caller has to show; `null` = nothing. */
  readonly token?: string | null;
  /** Tools on one page of the list. Default: all. */
  readonly pageSize?: number;
  /** Says something of its own instead of an answer: its return value is sent as it is; `undefined` = behave. */
  readonly misbehave?: (
    method: string,
    response: ServerResponse,
  ) => Readonly<Record<string, unknown>> | 'handled' | undefined;
}

/** A real server of tools over streamable HTTP, on this machine, whose tools can be changed while it runs. */
export interface FakeMcpServer {
  readonly url: string;
  /** Calls that arrived, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  /** Methods that were asked for, in order. */
  readonly methods: readonly string[];
  /** Versions of the protocol it was greeted with. */
  readonly versions: readonly unknown[];
  setTools(tools: readonly FakeMcpTool[]): void;
  close(): Promise<void>;
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: unknown };
}

export async function startFakeMcpServer(options: FakeMcpServerOptions): Promise<FakeMcpServer> {
  const calls: { name: string; arguments: unknown }[] = [];
  const methods: string[] = [];
  const versions: unknown[] = [];
  let tools = options.tools;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { token = null } = options;
    if (token !== null && request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const message = JSON.parse(await bodyOf(request)) as Message;
    const method = message.method ?? '';
    methods.push(method);
    if (method === 'initialize') versions.push(message.params?.protocolVersion);
    const odd = options.misbehave?.(method, response);
    if (odd === 'handled') return;
    if (odd !== undefined) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...odd }));
      return;
    }
    const server = serverOf(tools, options.pageSize ?? Infinity, (name, args) => {
      calls.push({ name, arguments: args });
    });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => {
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  };

  const http = await startLocalServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    url: `${http.origin}/mcp`,
    calls,
    methods,
    versions,
    setTools: (changed) => {
      tools = changed;
    },
    close: () => http.close(),
  };
}

function serverOf(
  tools: readonly FakeMcpTool[],
  pageSize: number,
  onCall: (name: string, args: unknown) => void,
): McpServer['server'] {
  // Below the comfortable layer, which would never let a server misbehave.
  const { server } = new McpServer({ name: 'fake', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const start = Number(params?.cursor ?? 0);
    const end = start + pageSize;
    return {
      tools: tools.slice(start, end).map(({ answer: _answer, ...tool }) => ({
        inputSchema: { type: 'object' as const },
        ...tool,
      })),
      ...(end < tools.length ? { nextCursor: String(end) } : {}),
    };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    onCall(params.name, params.arguments);
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new Error('no such tool');
    return (
      (await tool.answer?.(params.arguments ?? {})) ?? {
        content: [{ type: 'text', text: tool.name }],
      }
    );
  });
  return server;
}
