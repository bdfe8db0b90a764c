import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import { byteLength } from '../../base/index.ts';
import type { RemoteAnswer } from '../../tools/index.ts';

/** What a model reads of a server's answer: its texts; pictures and sounds are named and left out. */
export function answerOf(result: CallToolResult): RemoteAnswer {
  const parts = result.content.map(partText);
  if (parts.length === 0 && result.structuredContent !== undefined) {
    parts.push(JSON.stringify(result.structuredContent));
  }
  return {
    isError: result.isError === true,
    text: parts.length === 0 ? 'The server answered without a text.' : parts.join('\n'),
  };
}

function partText(part: ContentBlock): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[left out: ${part.mimeType}, ${String(byteLength(part.data))} bytes]`;
    case 'resource_link':
      return `[resource: ${part.uri}]`;
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[left out: ${part.resource.uri}]`;
  }
}
