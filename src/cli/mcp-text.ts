import type { McpOverview, McpReview, McpServerView, McpToolView } from '../contracts/index.ts';
import { printable } from './tour-screen.ts';

/** Servers of tools as lines to read. */
export function serversText({ servers }: McpOverview): string {
  if (servers.length === 0) return 'There are no servers. Next: vouch mcp add\n';
  return servers.map((server) => `${serverLine(server)}\n`).join('');
}

export function serverLine(server: McpServerView): string {
  return [
    server.identifier,
    server.state,
    server.url ?? [server.command, ...server.arguments].join(' '),
    server.dataClass ?? 'no data class',
    server.toolCount === null ? 'never asked' : `${String(server.toolCount)} tools`,
    ...(server.failure === null ? [] : [`fails: ${server.failure.message}`]),
  ].join('  ');
}

const MARKS = { same: ' ', added: '+', changed: '~', removed: '-' } as const;

/** What an approval would be of; of a tool that changed, both versions. */
export function reviewText({ server, digest, tools }: McpReview): string {
  const lines = [
    serverLine(server),
    ...tools.flatMap(({ change, before, now }) => [
      `${MARKS[change]} ${(now ?? before)?.name ?? ''}`,
      ...(change === 'changed' && before !== null ? toolLines(before, '    - ') : []),
      ...(now === null ? [] : toolLines(now, change === 'changed' ? '    + ' : '    ')),
    ]),
    digest === null
      ? `Never asked. Next: vouch mcp review ${server.identifier}`
      : `Digest ${digest}. To approve exactly this: vouch mcp approve ${server.identifier} ${digest}`,
  ];
  return `${lines.join('\n')}\n`;
}

function toolLines(tool: McpToolView, mark: string): readonly string[] {
  return [
    ...(tool.problem === null ? [] : [`never offered: ${tool.problem}`]),
    ...tool.description.split('\n'),
    ...tool.claims.map((claim) => `claims ${claim} (means nothing here)`),
    ...tool.schema.split('\n'),
  ].map((line) => `${mark}${printable(line)}`);
}
