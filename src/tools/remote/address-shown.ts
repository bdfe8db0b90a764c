import { excerpt, maskSecrets, sha256Hex, singleLine } from '../../base/index.ts';
import type { RemoteTransport } from './server.ts';

const MAX_SHOWN = 300;

/**
 * Where calls of a server go, for a card. What may be secret is left out; a mark then stands for the whole, so that a yes to
 * one address is none to another.
 */
export function addressShown(transport: RemoteTransport): string {
  const { plain, isAll } = plainly(transport);
  const shown = excerpt(singleLine(maskSecrets(plain)), MAX_SHOWN);
  if (isAll && shown === plain) return shown;
  return `${shown} (${sha256Hex(JSON.stringify(transport)).slice(0, 16)})`;
}

/** `isAll`: nothing is left out, and nothing else reads like it. */
function plainly(transport: RemoteTransport): { readonly plain: string; readonly isAll: boolean } {
  if (transport.kind === 'stdio') {
    return { plain: [transport.command, ...transport.arguments].join(' '), isAll: false };
  }
  const { origin, pathname, href } = new URL(transport.url);
  const plain = `${origin}${pathname}`;
  return { plain, isAll: plain === href };
}
