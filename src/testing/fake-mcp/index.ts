export {
  startFakeMcpServer,
  type FakeMcpServer,
  type FakeMcpServerOptions,
  type FakeMcpTool,
} from './fake-mcp-server.ts';
