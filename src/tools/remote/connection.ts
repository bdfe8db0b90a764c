import type { ListedTool } from './catalogue.ts';
import type { RemoteServerFields } from './server.ts';

/** A server to be reached, its token opened. */
export type RemoteAddress = Pick<
  RemoteServerFields,
  'identifier' | 'name' | 'transport' | 'operationMs' | 'maxResponseBytes'
> & { readonly token: string | null };

/** What a server answered to a call. */
export interface RemoteAnswer {
  readonly isError: boolean;
  /** Its texts; what is no text is named and left out. */
  readonly text: string;
}

/** A server that has been reached. Everything in it shares one deadline; every answer has the same bound. */
export interface RemoteSession {
  /** Every page of them. */
  listTools(): Promise<readonly ListedTool[]>;
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<RemoteAnswer>;
}

/**
 * Reaches servers. Failures are `AppError`s: `mcp_failed`, `mcp_commands_refused`, `address_refused`, and `unavailable` when
 * it is this installation that stops.
 */
export interface RemoteConnections {
  use<Result>(
    address: RemoteAddress,
    signal: AbortSignal,
    work: (session: RemoteSession) => Promise<Result>,
  ): Promise<Result>;
}
